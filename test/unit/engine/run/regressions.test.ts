/** Faults that the engine had once; each of them stays mended. */
import fc from 'fast-check';
import { NodeApiError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { byCursor, operation, toTitleCase } from '../../../../nodes/engine/describe';
import { formatValue } from '../../../../nodes/engine/input/messages';
import { parseJson } from '../../../../nodes/engine/input/parseJson';
import { validate } from '../../../../nodes/engine/input/validate';
import { planRequest } from '../../../../nodes/engine/request/buildRequest';
import { runConcurrently } from '../../../../nodes/engine/run/concurrency';
import { fetchAllRows } from '../../../../nodes/engine/run/pagination';
import { runService } from '../../../../nodes/engine/run/runService';
import { nodeError } from '../../../../nodes/engine/transport/nodeError';
import { collectSecrets, createRedactor } from '../../../../nodes/engine/transport/redact';
import { responseError } from '../../../../nodes/engine/transport/responseErrors';
import { decideRetry } from '../../../../nodes/engine/transport/retry';
import { send } from '../../../../nodes/engine/transport/send';
import { validateRequest } from '../../../../nodes/MediaGeneration/generationRequest';
import { mediaGeneration } from '../../../../nodes/MediaGeneration/service';
import { fakeConnection, field, node, refusal, scratch } from '../kit';

describe('JSON numbers', () => {
	it('with many digits after the point stay numbers', () => {
		expect(parseJson('{"score":0.30000000000000004}')).toEqual({ score: 0.30000000000000004 });
		fc.assert(
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
				const text = JSON.stringify(number);
				expect(parseJson(text)).toEqual(
					/^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? text : JSON.parse(text),
				);
			}),
		);
	});
	it('with many digits in the exponent stay numbers', () =>
		expect(parseJson('[1e-00000000000000001]')).toEqual([0.1]));
	it('are kept beside a text of many megabytes', () => {
		const long = 'x\\"'.repeat(8_000_000);
		expect((parseJson(`{"text":"${long}","id":12345678901234567890}`) as IDataObject).id).toBe(
			'12345678901234567890',
		);
	});
});

describe('long integers that a person gives', () => {
	it('as JSON text in a list are not rounded', () =>
		expect(validate(field('list'), '[9007199254740993]')).toEqual(['9007199254740993']));
	it('in a JSON field are not rounded', () =>
		expect(validate(field('json'), '{"id":9007199254740993}')).toEqual({ id: '9007199254740993' }));
	it('that were rounded before are refused as ids', () =>
		expect(refusal(() => validate(field('id'), 9007199254740993)).message).toContain(
			'Colour Depth',
		));
});

describe('pages that are counted', () => {
	it('keep their size to the last, as page 2 of another size is another page', async () => {
		const all = Array.from({ length: 400 }, (_, id) => ({ id }));
		const connection = fakeConnection(({ qs }) => {
			const { page = 1, per_page: size } = qs as { page?: number; per_page: number };
			return all.slice((page - 1) * size, page * size);
		});
		const paging = {
			size: { name: 'per_page', maximum: 100, counted: true },
			next: (_: unknown, { index, rows }: { index: number; rows: number }) =>
				rows === 0 ? undefined : { page: index + 2 },
		};
		expect(
			await fetchAllRows(connection, planRequest('GET /notes'), paging, { replay: 'safe' }, 150),
		).toEqual(all.slice(0, 150));
	});
	it('do not add their size to an address that the service gave', async () => {
		const connection = fakeConnection((_, index) => ({
			notes: [{}],
			next: index === 0 ? 'x' : undefined,
		}));
		const paging = {
			rows: 'notes',
			size: { name: 'size', maximum: 1 },
			next: ({ body }: { body: unknown }) =>
				(body as IDataObject).next ? 'https://scratch.test/notes?size=1&page=2' : undefined,
		};
		await fetchAllRows(connection, planRequest('GET /notes'), paging, { replay: 'safe' }, 5);
		expect(connection.sent[1]!.qs).toEqual({});
	});
	it('are not refused for a repeated cursor once there are enough rows', async () => {
		const connection = fakeConnection(() => ({ notes: [{}], next: 'a' }));
		expect(
			await fetchAllRows(
				connection,
				planRequest('GET /notes'),
				byCursor({ rows: 'notes', cursor: 'c', next: 'next' }),
				{ replay: 'safe' },
				2,
			),
		).toHaveLength(2);
	});
});

describe('secrets', () => {
	const secret = 'pa"ss\\wörd';
	it('do not survive in JSON', async () => {
		const connection = fakeConnection(() => ({ echo: `you sent ${secret}` }), {
			redact: createRedactor(collectSecrets({ password: secret })),
		});
		expect(
			JSON.stringify((await send(connection, planRequest('GET /x'), { replay: 'safe' })).body),
		).not.toContain(JSON.stringify(secret).slice(1, -1));
	});
	it('are found below a secret name', () =>
		expect(
			collectSecrets({ tokens: ['ABCD-1'], oauthTokenData: { value: 'EFGH-2' } }).sort(),
		).toEqual(['ABCD-1', 'EFGH-2']));
	it('do not break an answer that happens to hold their digits', async () => {
		const connection = fakeConnection(() => ({ id: 912345 }), {
			redact: createRedactor(collectSecrets({ password: '1234' })),
		});
		expect((await send(connection, planRequest('GET /x'), { replay: 'safe' })).body).toEqual({
			id: 912345,
		});
	});
	it('do not pass in an error that n8n made', () => {
		const own = new NodeApiError(node, { message: 'GET https://x/?key=sk-very-secret failed' });
		const error = nodeError(node, own, 0, (words) =>
			words.replaceAll('sk-very-secret', '[secret]'),
		);
		expect(error.message + String(error.description) + error.messages.join()).not.toContain(
			'sk-very-secret',
		);
	});
	it('in the headers of the service do not go to another address', async () => {
		const connection = fakeConnection(() => null, {
			headers: { 'x-key': 'sk-very-secret' },
			httpRequest: async (options) => {
				seen.push(options.headers as IDataObject);
				return await Promise.resolve(
					seen.length === 1
						? { statusCode: 302, headers: { location: 'https://elsewhere.test/' }, body: '' }
						: { statusCode: 200, headers: {}, body: '{}' },
				);
			},
		});
		const seen: IDataObject[] = [];
		await send(connection, planRequest('GET /x'), { replay: 'safe' });
		expect(seen[0]).toHaveProperty('x-key');
		expect(seen[1]).not.toHaveProperty('x-key');
	});
});

describe('how a run behaves', () => {
	const context = (options: IDataObject, items = 3) =>
		({
			getNode: () => node,
			getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
			getNodeParameter: (name: string, _: number, fallback: unknown) =>
				({ resource: 'note', operation: 'get', options })[name] ?? fallback,
			getExecutionCancelSignal: () => undefined,
			getCredentials: async () => await Promise.resolve({}),
			getTimezone: () => 'UTC',
			evaluateExpression: () => 0,
			continueOnFail: () => false,
			helpers: {
				httpRequestWithAuthentication: async () =>
					await Promise.resolve({ statusCode: 200, headers: {}, body: '{"id":1}' }),
			},
		}) as unknown as IExecuteFunctions;
	it.each([
		[{ itemsAtOnce: 0 }],
		[{ itemsAtOnce: 'many' }],
		[{ timeout: 'soon' }],
		[{ attempts: 0 }],
		[{ requestsPerSecond: 0 }],
	])('is refused out of its range: %j', async (options) => {
		await expect(runService(context(options), scratch())).rejects.toThrow(/must be/);
	});
	it('takes numbers as text', async () =>
		expect(
			(
				await runService(context({ itemsAtOnce: '2', batchSize: '2', batchPause: '0' }), scratch())
			)[0],
		).toHaveLength(3));
	it('never leaves out items without a word', async () => {
		const work = jest.fn(async () => await Promise.resolve());
		await runConcurrently(0, 3, 0, undefined, work).catch(() => undefined);
		expect(work).toHaveBeenCalledTimes(3);
	});
});

describe('the wait before another attempt', () => {
	it('of its own is cut to what the person allows, and is no wish of the service', () => {
		expect(
			decideRetry(
				{ status: 500 },
				'safe',
				5,
				{ attempts: 10, backOffMs: 500, maximumWaitMs: 2000 },
				() => 0.99,
			),
		).toEqual({ retryInMs: 2000 });
		expect(
			decideRetry({ status: 500 }, 'safe', 2, { attempts: 4, backOffMs: 500, maximumWaitMs: 0 }),
		).toEqual({ retryInMs: 0 });
	});
});

describe('dates', () => {
	it.each([[new Date(NaN)], [NaN], [1e20]])(
		'that are none, %p, are refused by their label',
		(value) =>
			expect(refusal(() => validate(field('date'), value)).message).toMatch(
				/^Colour Depth must be a date/,
			),
	);
	it.each([['2026-02-31'], ['2026-04-31T08:00:00Z']])(
		'that do not exist, %p, are refused',
		(value) =>
			expect(refusal(() => validate(field('date'), value)).message).toMatch(
				/^Colour Depth must be a date/,
			),
	);
	it('with a blank before their offset are sent without it', () =>
		expect(validate(field('date'), '2026-01-31 08:00 Z')).toBe('2026-01-31T08:00Z'));
	it('without an offset are taken as they are written, in any time zone', () => {
		// Meaningful where the process is not in UTC: TZ=America/New_York npx jest …
		expect(validate(field('date'), '2026-01-31T08:00:00')).toMatch(/^2026-01-31T08:00:00/);
		expect(validate(field('date', { format: 'epoch-ms' }), '2026-01-31T08:00:00')).toBe(
			Date.UTC(2026, 0, 31, 8),
		);
	});
});

describe('small ones', () => {
	it('a required id of blanks is required', () =>
		expect(refusal(() => validate(field('id', { required: true }), '  ')).message).toContain(
			'Colour Depth',
		));
	it('a field that can be cleared is cleared, whatever its kind', () => {
		const api = operation({
			name: 'Do',
			action: 'Do it',
			fields: {},
			options: {
				due: { kind: 'date', label: 'Due', clearable: true },
				size: { kind: 'choice', label: 'Size', clearable: true, choices: [] },
			},
		});
		// eslint-disable-next-line @typescript-eslint/no-require-imports
		const { readInput } =
			require('../../../../nodes/engine/input/readInput') as typeof import('../../../../nodes/engine/input/readInput');
		expect(() =>
			readInput(api, (name, fallback) => (name === 'options' ? { due: '', size: '' } : fallback)),
		).not.toThrow();
	});
	it('a bigint in a message is shown', () => expect(formatValue(5n)).toBe('5'));
	it('names that every object has are names like any other', () => {
		expect(toTitleCase('constructor')).toBe('Constructor');
		expect(validateRequest(JSON.parse('{"constructor":"x"}') as IDataObject)).toEqual({
			constructor: 'x',
		});
		const connection = fakeConnection(() => null, { service: scratch() });
		expect(
			responseError(connection, { status: 400, body: { code: 'constructor' } }).refusal(1, {
				stop: 'final',
			}).message,
		).toContain('rejected the request');
	});
	it('the words of the service stand once in a hint, with one full stop', () => {
		const connection = fakeConnection(() => null, { service: mediaGeneration });
		const { details: facts } = responseError(connection, {
			status: 400,
			body: { error: 'Bad words.', code: 'prompt_rejected' },
		}).refusal(1, { stop: 'final' });
		expect(facts.hint!.split('Bad words').length - 1).toBe(1);
		expect(facts.hint).not.toContain('..');
	});
	it('a sentence that ends in ! or ? gets no full stop after it', () => {
		const { details: facts } = responseError(
			fakeConnection(() => null),
			{ status: 400, body: { text: 'Really?' } },
		).refusal(1, { stop: 'final' });
		expect(facts.hint).toContain('Really? ');
	});
});
