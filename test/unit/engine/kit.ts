/** What the unit tests of the engine share: fields and services made up for a test, and a service that answers from a list. */
import fc from 'fast-check';
import type { IHttpRequestOptions, INode, IDataObject } from 'n8n-workflow';
import {
	type Connection,
	type Field,
	flag,
	integer,
	type Kind,
	operation,
	type Operation,
	PackError,
	resource,
	service,
	type Service,
	text,
} from '../../../nodes/engine/describe';
import { collectSecrets, createRedactor } from '../../../nodes/engine/transport/redact';

export const node: INode = {
	id: 'n1',
	name: 'Scratch',
	type: 'scratch',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** A field for one test, under a label that a refusal must name. */
export const field = (kind: Kind, more: Partial<Field> = {}): Field => ({
	kind,
	label: 'Colour Depth',
	...more,
});

/** The refusal that the work ends in; a test fails where nothing, or anything else, is thrown. */
export function refusal(work: () => unknown): PackError {
	let made: unknown;
	try {
		made = work();
	} catch (error) {
		if (error instanceof PackError) return error;
		throw error;
	}
	throw new Error(`Nothing was refused; the answer is ${JSON.stringify(made)}`);
}

export const refusalOf = async (work: Promise<unknown>): Promise<PackError> => {
	const end = await work.then(
		(value) => () => value,
		(error: unknown) => () => {
			throw error;
		},
	);
	return refusal(end);
};

/** A service with one operation, or with the parts that a test needs. */
export const scratch = (more: Partial<Service> = {}): Service =>
	service({
		name: 'scratchPad',
		label: 'Scratch',
		credentials: [{ value: 'key', label: 'Key', type: 'scratchApi' }],
		address: () => 'https://scratch.test',
		default: 'note',
		resources: {
			note: resource('Note', {
				default: 'get',
				operations: {
					get: operation({ name: 'Get', action: 'Get a note', request: 'GET /notes' }),
				},
			}),
		},
		readError: (body) => {
			const { code, text: said, ...facts } = (body ?? {}) as IDataObject;
			return { code: code as string, text: said as string, facts };
		},
		errors: {},
		codex: { categories: ['Scratch'], aliases: [] },
		...more,
	} as Parameters<typeof service>[0]);

export interface FakeConnection extends Connection {
	readonly sent: IHttpRequestOptions[];
}

/** A connection whose exchange answers 200 with what `answer` makes of the request. Nothing waits and nothing is sent again. */
export function fakeConnection(
	answer: (options: IHttpRequestOptions, index: number) => unknown,
	more: Partial<Connection> = {},
): FakeConnection {
	const sent: IHttpRequestOptions[] = [];
	return {
		service: scratch(),
		node,
		address: 'https://scratch.test',
		credential: {},
		runKey: {},
		headers: {},
		renews: false,
		timeoutMs: 1000,
		retryPolicy: { attempts: 1, backOffMs: 0, maximumWaitMs: 0 },
		waitForRateLimit: async () => await Promise.resolve(),
		async httpRequest(options) {
			sent.push(options);
			return await Promise.resolve({
				statusCode: 200,
				headers: {},
				body: JSON.stringify(answer(options, sent.length - 1)),
			});
		},
		redact: createRedactor(collectSecrets({ apiKey: 'sk-very-secret' })),
		sent,
		...more,
	};
}

/** Fields that operations pick from; two of them share a name, and one shows only beside another. */
const pool: readonly (readonly [string, Field])[] = [
	['loud', flag('Loud', { default: true })],
	['title', text('Title')],
	['title', text('Title', { required: true })],
	['volume', integer('Volume', { minimum: 1, show: { loud: [true] } })],
	['note', text('Note', { lines: 4 })],
	['count', integer('Count', { maximum: 9 })],
	['secretly', text('Secretly', { hideFromAgents: true })],
];

const operationOf = (
	picked: readonly (readonly [string, Field])[],
	paged: boolean,
	brief: boolean,
	option: boolean,
): Operation =>
	operation({
		name: 'Do',
		action: 'Do it',
		request: 'GET /things',
		fields: Object.fromEntries(picked),
		options: option ? { extra: text('Extra') } : {},
		...(paged ? { paging: { next: () => undefined } } : {}),
		...(brief ? { simplify: ['id'] } : {}),
	});

/** Random services; `sameOrder` keeps the fields of every operation in one order that all agree on. */
export function services(sameOrder: boolean): fc.Arbitrary<Service> {
	const indexes = fc.uniqueArray(fc.nat(pool.length - 1), { selector: (index) => pool[index]![0] });
	const fields = indexes.map((picked) =>
		(sameOrder ? [...picked].sort((a, b) => a - b) : picked).map((index) => pool[index]!),
	);
	const one = fc
		.tuple(fields, fc.boolean(), fc.boolean(), fc.boolean())
		.map((parts) => operationOf(...parts));
	const operations = fc.dictionary(
		fc.constantFrom('add', 'get', 'getAll', 'remove', 'update'),
		one,
		{ minKeys: 1, noNullPrototype: true },
	);
	const resources = fc.dictionary(fc.constantFrom('book', 'page', 'shelf'), operations, {
		minKeys: 1,
		noNullPrototype: true,
	});
	return resources.map((made) =>
		scratch({
			default: Object.keys(made)[0]!,
			resources: Object.fromEntries(
				Object.entries(made).map(([key, all]) => [
					key,
					resource(key, { default: Object.keys(all)[0]!, operations: all }),
				]),
			),
		}),
	);
}
