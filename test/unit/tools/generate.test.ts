import { id, integer, operation, providers, resource, text } from '../../../nodes/engine/describe';
import { codexOf, schemasOf } from '../../../tools/generate/nodeMetadata';
import { withServices } from '../../../tools/generate/docsPages';
import { operationsOf, pageName } from '../../../tools/generate/operationList';
import { aliasesOf, productsOf, worksWith } from '../../../tools/generate/providerNames';
import { errorTable, operationTable, resourceTable } from '../../../tools/generate/docsTables';
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
				get: operation({
					...common,
					name: 'Get',
					request: 'GET /notes/{noteId}',
					fields: { noteId: id('Note') },
					options: { view: text('View') },
				}),
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
				send: operation({
					name: 'Send',
					action: 'Send it',
					description: 'Send it away',
					request: 'POST /send',
					output: 'done',
				}),
				archive: operation({
					name: 'Archive',
					action: 'Archive it',
					request: 'DELETE /notes/{noteId}',
					fields: { noteId: id('Note'), size: integer('Size') },
					shape: { run: 'string' },
					done: ({ noteId, size }) => ({ archived: true, note_id: noteId, size }),
				}),
				undo: operation({
					name: 'Undo',
					action: 'Undo it',
					request: 'DELETE /undo',
					shape: { undone: 'boolean' },
					run: async () => await Promise.resolve([]),
				}),
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
					idempotency: 'keyed',
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

	it('describes the confirmation of an operation without output', () => {
		expect(schemas['note/clear']!.properties).toEqual({ deleted: { type: 'boolean' } });
		expect(schemas['note/send']!.properties).toEqual({ success: { type: 'boolean' } });
	});

	it('describes both the item for an empty response and the fields of a response with content', () => {
		expect(schemas['note/archive']!.properties).toEqual({
			archived: { type: 'boolean' },
			note_id: { type: 'string' },
			size: { type: 'integer' },
			run: { type: 'string' },
		});
	});

	it('follows the shape of a DELETE operation with its own run function', () => {
		expect(schemas['note/undo']!.properties).toEqual({ undone: { type: 'boolean' } });
	});

	it('contains only operations with a known output', () => {
		expect(Object.keys(schemas)).toEqual([
			'note/get',
			'note/brief',
			'note/flat',
			'note/clear',
			'note/send',
			'note/archive',
			'note/undo',
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
		]);
		expect(codexOf(offered, 'n8n-nodes-tenfold.exampleNotes').alias).toEqual(aliasesOf(offered));
	});

	it('are the products in the description', () => {
		expect(productsOf(offered)).toEqual(['Acme', 'Acme Enterprise']);
		expect(worksWith(offered)).toBe('Works with Acme and Acme Enterprise.');
	});

	it('are not mentioned if no provider is known', () => {
		const unknown = exampleService({ codex });
		expect(aliasesOf(unknown)).toEqual(codex.aliases);
		expect(productsOf(unknown)).toEqual([]);
		expect(worksWith(unknown)).toBeUndefined();
	});

	it('are in the table of services, and not in its texts', () => {
		const markers = '<!-- services: generated by npm run docs -->\n<!-- /services -->';
		const rows = [
			{ service: offered, description: 'Read. Works with Acme and Acme Enterprise.' },
			{ service: exampleService({ label: 'Other Notes' }), description: 'Write' },
		].map((row) => ({ ...row, hasTrigger: false }));
		expect(withServices(markers, rows)).toContain(
			'| [Example](docs/example-notes.md) | Acme, Acme Enterprise | Read | Note | 1 | no |\n' +
				'| [Other Notes](docs/example-notes.md) | No known provider | Write | Note | 1 | no |\n',
		);
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

	it('lists every operation once, sorted by resource and name, with required fields in bold and the collections of optional fields', () => {
		const [, , ...rows] = operationTable(service).split('\n');
		expect(rows.map((row) => row.split(' | ').slice(0, 2).join(' ').slice(2))).toEqual([
			'Account Pay',
			'Note Archive',
			'Note Brief',
			'Note Clear',
			'Note Flat',
			'Note Get',
			'Note Open',
			'Note Send',
			'Note Undo',
		]);
		expect(rows[0]).toMatch(
			/^\| Account \| Pay \| Pay it \| [^|`]+ \|  \| yes, with the same idempotency key \|$/,
		);
		expect(rows[5]).toBe(
			'| Note | Get | Do it | `GET /notes/{noteId}` | **Note**; *Options*: View | yes |',
		);
		expect(rows[7]).toBe(
			'| Note | Send | Send it away | `POST /send` |  | only if nothing was processed |',
		);
		expect(operationsOf(service)).toHaveLength(rows.length);
	});

	it('lists the operations of each resource', () => {
		expect(resourceTable(service).split('\n').slice(2)).toEqual([
			'| Account |  |  |  |  |  |  | Pay |',
			'| Note | `/flat` |  | ✓ |  |  |  | Brief, Flat, Clear, Send, Archive, Undo, Open |',
		]);
	});

	it('lists message, hint and retry behavior of each error code', () => {
		const errors = {
			429: { message: 'Too many', hint: 'Wait' },
			500: {
				message: ({ text: details }: { text?: unknown }) =>
					`Broken${details ? `: ${String(details)}` : ''}`,
				hint: 'Later',
			},
			550: { message: 'Platform', hint: 'Look' },
			CLOSED: { message: 'Closed', hint: 'Open it', retry: 'never' as const },
		};
		expect(
			errorTable(exampleService({ resources: {}, errors }))
				.split('\n')
				.slice(2),
		).toEqual([
			'| `429` | Too many | Wait | yes |',
			'| `500` | Broken | Later | reads and repeatable writes |',
			'| `550` | Platform | Look | reads and repeatable writes |',
			'| `CLOSED` | Closed | Open it | no |',
		]);
	});
});
