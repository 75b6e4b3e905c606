import { operation, providers, resource } from '../../../nodes/engine/describe';
import { codexOf, schemasOf } from '../../../tools/generate/nodeMetadata';
import { pageName } from '../../../tools/generate/operationList';
import { aliasesOf } from '../../../tools/generate/providerNames';
import { exampleService } from '../engine/kit';

const shape = {
	id: 'string',
	size: 'integer',
	tags: ['string'],
	price: { amount: 'number', per: 'any' },
	more: 'object',
	rows: [{ on: 'boolean' }],
} as const;
const common = { action: 'Do it', shape };
const service = exampleService({
	resources: {
		note: resource('Note', {
			default: 'get',
			operations: {
				get: operation({ ...common, name: 'Get', request: 'GET /get' }),
				brief: operation({
					...common,
					name: 'Brief',
					request: 'GET /brief',
					simplify: ['size', 'id', 'missing'],
				}),
				flat: operation({
					...common,
					name: 'Flat',
					request: 'GET /flat',
					simplify: {
						cost: 'price.amount',
						lost: 'price.missing',
						deep: 'missing.deep',
						any: 'more.any',
					},
				}),
				clear: operation({ name: 'Clear', action: 'Clear it', request: 'DELETE /notes' }),
				open: operation({ name: 'Open', action: 'Open it', request: 'GET /open' }),
			},
		}),
		account: resource('Account', {
			default: 'pay',
			operations: {
				pay: operation({
					name: 'Pay',
					action: 'Pay it',
					run: async () => await Promise.resolve([]),
					shape: 'any',
				}),
			},
		}),
	},
});

describe('schemasOf', () => {
	const schemas = schemasOf(service);

	it('follows the shape of the response, to any depth', () => {
		expect(schemas['note/get']).toEqual({
			type: 'object',
			version: 1,
			properties: {
				id: { type: 'string' },
				size: { type: 'integer' },
				tags: { type: 'array', items: { type: 'string' } },
				price: { type: 'object', properties: { amount: { type: 'number' }, per: {} } },
				more: { type: 'object' },
				rows: { type: 'array', items: { type: 'object', properties: { on: { type: 'boolean' } } } },
			},
		});
	});

	it('describes the simplified output if there is one, without fields that are not in the shape', () => {
		expect(schemas['note/brief']!.properties).toEqual({
			size: { type: 'integer' },
			id: { type: 'string' },
		});
		expect(schemas['note/flat']!.properties).toEqual({ cost: { type: 'number' }, any: {} });
	});

	it('contains only operations with a known output', () => {
		expect(Object.keys(schemas)).toEqual([
			'note/get',
			'note/brief',
			'note/flat',
			'note/clear',
			'account/pay',
		]);
		expect(schemas['account/pay']).toEqual({ version: 1 });
	});
});

describe('the names of the providers', () => {
	const codex = { categories: ['Example'], aliases: ['notes', 'acme'] };
	const offered = exampleService({
		codex,
		providers: providers([
			{ key: 'acme', label: 'Acme', fixed: {}, aliases: ['acme notes', 'Notes'] },
			{ key: 'acmeServer', label: 'Acme Server', product: 'Acme Enterprise', fixed: {} },
			{
				key: 'acmeCloud',
				label: 'Acme Enterprise Cloud in a Region of Your Choice',
				product: 'Acme Enterprise',
				fixed: {},
			},
		]),
	});

	it('are search aliases, each once, without Other and labels that are too long', () => {
		expect(aliasesOf(offered)).toEqual([
			'Acme',
			'acme notes',
			'Notes',
			'Acme Server',
			'Acme Enterprise',
			'tenfold',
		]);
		expect(codexOf(offered, 'n8n-nodes-tenfold.exampleNotes').alias).toEqual(aliasesOf(offered));
	});
});

describe('the docs page of a service', () => {
	it('is named after the service in kebab case', () => {
		expect(pageName(service)).toBe('example-notes');
		expect(codexOf(service, 'n8n-nodes-tenfold.exampleNotes')).toMatchObject({
			node: 'n8n-nodes-tenfold.exampleNotes',
			categories: ['Example'],
			resources: {
				primaryDocumentation: [{ url: expect.stringMatching(/\/docs\/example-notes\.md$/) }],
			},
		});
	});
});
