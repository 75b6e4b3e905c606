/**
 * Runs operations with unexpected values of their fields, as they may come from expressions, agents
 * and attackers. A value is rejected with an error that names a field, or sent in its place: it changes
 * neither the host nor the method, the headers or the other parts of the path.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { allFieldsOf } from '../../nodes/engine/describe';
import type { NamedOperation } from '../contract/kit/pack';
import { sampleInput } from '../contract/kit/sampleInput';
import {
	runOperation,
	shortWaitOptions,
	testedServices,
	type TestedService,
} from './kit/anyOperation';
import { distinctOperations } from './kit/distinctOperations';
import type { NodeSetup, RunResult } from './kit/executor';
import { isLong } from './kit/isLong';
import { respondWithJson, type RawRequest, type RawServer } from './kit/rawServer';
import { startRawService } from './kit/rawService';

/** Strings that could break out of a path segment, query, header, JSON string or host name. */
const injections = [
	'.. ../admin ..\\admin %2e%2e%2fadmin ..%2fadmin a/b a//b //evil.example/x /etc a\\b a%2fb a?b=c',
	'#b a&b=c a;b @evil.example .evil.example :80 http://evil.example/x a\r\nX-Injected:1 a\n \t \0',
	'\x7f \x85 \u2028 \ufeff % %zz %00 😀 \ud800 \u202egnp " \' ${7*7} {{7*7}} {a} * null __proto__',
	'constructor -1 1e999 [ {} {"a": a,b',
].flatMap((texts) => texts.split(' '));

const nested = (depth: number): unknown =>
	depth === 0 ? 'deep' : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) };

/** Objects that JavaScript treats in a special way, or that are very large. */
const oddObjects: ReadonlyArray<() => unknown> = [
	() => JSON.parse('{"__proto__":{"polluted":true},"a":1}') as object,
	() => '{"__proto__":{"polluted":true},"a":1}',
	() => ({ toString: 'not a function', toJSON: 1, then: 1, length: -1 }),
	() => Object.assign([], { self: [] }),
	() => nested(1000),
	() => `${'['.repeat(2000)}${']'.repeat(2000)}`,
	() => 'x'.repeat(5000),
	() => Array.from({ length: 2000 }, (_, index) => index),
];

const unexpectedValue = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(' ', ...injections) },
	{ weight: 1, arbitrary: fc.tuple(fc.constantFrom(...injections), fc.string()).map(String) },
	{ weight: 2, arbitrary: fc.constantFrom(...oddObjects).map((create) => create()) },
	{ weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
	{ weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
	{
		weight: 3,
		arbitrary: fc.anything({
			...{ withBigInt: true, withDate: true, withMap: true, withSet: true },
			...{ withNullPrototype: true, withTypedArray: true, maxDepth: 3 },
		}),
	},
);

/**
 * Average number of test runs per field of an operation. An operation with more than eight fields
 * gets as many test runs as one with eight.
 */
const valuesPerField = isLong ? 20 : 2;
/** Normal runs always test the same values. Each long run uses a different seed. */
const seed = isLong ? Date.now() : 7;

/** A response that completes most operations, so that they send no further requests. */
const responseBody = {
	id: 'made-up',
	name: 'projects/p/locations/l/operations/o',
	done: true,
	status: 'completed',
	response: { id: 'made-up' },
	activity_id: 1,
};

let server: RawServer;
let setup: NodeSetup;

interface Outcome {
	readonly sent: readonly RequestParts[];
	readonly error?: RunResult['error'];
}

type RequestParts = ReturnType<typeof partsOf>;

/** What a value must not change. */
function partsOf({ method, target, rawHeaders }: RawRequest) {
	const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
	return {
		method,
		host: rawHeaders[2 * names.indexOf('host') + 1],
		headers: names
			.filter((name) => !/^(content-(length|type)|transfer-encoding|connection)$/.test(name))
			.sort(),
		path: target.split('?', 1)[0]!.split('/'),
	};
}

async function runWith(
	{ service }: TestedService,
	found: NamedOperation,
	values: IDataObject,
): Promise<Outcome> {
	server.received.length = 0;
	const options = { timeout: 30_000, attempts: 1, ...shortWaitOptions(found) };
	// The error of a node that stops has its field. An item has only the message.
	const settings = { onError: 'stopWorkflow' } as const;
	const { error } = await runOperation(service, setup, found, [values], options, { settings });
	return { error, sent: server.received.map(partsOf) };
}

/** Whether a field selects what is sent, or is part of the path. */
const maySelect = ({ operation }: NamedOperation, name: string, value: unknown): boolean => {
	const field = allFieldsOf(operation)[name]!;
	return (
		// Without a value, the credential or a default decides.
		textOf(value) === '' ||
		value === undefined ||
		value === null ||
		['choice', 'choices', 'flag', 'columns', 'rows', 'file'].includes(field.kind) ||
		/path|method|requestUrl|fieldsJson|category/i.test(name) ||
		field.resourceName !== undefined ||
		// The node takes the ID from a URL.
		(field.urlPattern !== undefined && /^https?:/i.test(textOf(value)))
	);
};

/** Whether a changed segment of a path contains the value, as all or a part of it: `{name}:run`. */
function hasValue(segment: string, value: unknown): boolean {
	const decoded = decodeURIComponent(segment);
	return decoded !== '.' && decoded !== '..' && decoded.includes(textOf(value));
}

/** A value as text. Empty if it cannot be converted to text. */
function textOf(value: unknown): string {
	try {
		return value instanceof Date ? value.toISOString() : String(value).trim();
	} catch {
		return '';
	}
}

function problemsWith(
	found: NamedOperation,
	name: string,
	value: unknown,
	before: Outcome,
	{ sent, error }: Outcome,
): unknown[] {
	if (sent.length < before.sent.length) {
		const labels = Object.values(allFieldsOf(found.operation)).map(({ label }) => label);
		const text = `${error?.message} ${String(error?.context?.parameter ?? '')}`.toLowerCase();
		const isNamed =
			labels.some((label) => text.includes(label.toLowerCase())) ||
			// It names the collection, or the field of a row, or Node.js refuses the size of the headers.
			/at least one field|unknown field|\(431\)/.test(text);
		return isNamed || (!error && sent.length > 0) ? [] : [`no error names a field: ${text}`];
	}
	const isSelecting = maySelect(found, name, value);
	return before.sent.flatMap<unknown>((expected, index) => {
		const actual = sent[index]!;
		const { headers, host } = actual;
		const isInPlace =
			actual.path.length === expected.path.length &&
			actual.path.every((part, at) => part === expected.path[at] || hasValue(part, value));
		const isSame =
			host === expected.host &&
			String(headers) === String(expected.headers) &&
			(isSelecting || (actual.method === expected.method && isInPlace));
		return isSame ? [] : [{ ...actual, path: actual.path.join('/').slice(0, 200) }];
	});
}

describe.each(testedServices.map((tested) => [tested.service.label, tested] as const))(
	'%s',
	(_, tested) => {
		beforeAll(async () => {
			({ server, setup } = await startRawService(tested));
			server.respond = respondWithJson(responseBody);
		});
		afterAll(async () => await server.close());

		test.each(distinctOperations(tested.operations))(
			'$id rejects an unexpected value with an error that names the field, or sends it in its place',
			async (found) => {
				const values = sampleInput(tested.service, found);
				const names = Object.entries(allFieldsOf(found.operation))
					.filter(([name, { kind }]) => kind !== 'file' && values[name] !== undefined)
					.map(([name]) => name);
				if (names.length === 0) return;
				const before = await runWith(tested, found, values);
				expect(before.sent.length > 0 || before.error?.message).toBe(true);
				await fc.assert(
					fc.asyncProperty(fc.constantFrom(...names), unexpectedValue, async (name, value) => {
						const changed = { ...values, [name]: value as IDataObject[string] };
						const after = await runWith(tested, found, changed);
						expect([name, problemsWith(found, name, value, before, after)]).toEqual([name, []]);
					}),
					{
						seed,
						numRuns: Math.min(names.length, 8) * valuesPerField,
						endOnFailure: !isLong,
					},
				);
				expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
			},
		);
	},
);
