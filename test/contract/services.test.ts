// Compares every service description with its contract data: exactly the same requests and
// parameters.
import { allFieldsOf, type HttpResponse } from '../../nodes/engine/describe';
import { methodNamesOf, operationTable } from '../../tools/generate/docsTables';
import {
	addedFields,
	contractOf,
	isGenerated,
	listOf,
	paramsOf,
	type Entry,
} from './kit/contractData';
import { fieldLists } from './kit/fieldLists';
import {
	differences,
	fieldFor,
	fieldListsOf,
	matchOperation,
	pagingParams,
	unknownFields,
} from './kit/matchContract';
import { operationsIn, services, type NamedOperation } from './kit/pack';
import { inputAndRequest, recordRequests } from './kit/recordRequests';
import { testEach } from './kit/testEach';

/** Operations that the engine adds to every node. */
const ofEveryNode = new Set(['apiRequest.getAll', 'apiRequest.send']);

/** For tables that are empty for some services. */
const testEachIfAny: typeof testEach = (rows, title, check) => {
	if (rows.length > 0) testEach(rows, title, check);
};

const described = services.filter((service) => !isGenerated(service));

describe.each(described.map((service) => [service.label, service] as const))('%s', (_, service) => {
	const contract = contractOf(service);
	const operations = operationsIn(service);
	const pairs = contract.operations
		.map((entry) => [entry, matchOperation(service, entry)] as const)
		.filter((pair): pair is readonly [Entry, NamedOperation] => typeof pair[1] !== 'string');
	const named = pairs.map(([entry, found]) => ({
		id: `${entry.request} (${found.id})`,
		entry,
		found,
	}));

	test('has every operation of the specification', () => {
		const missing = contract.operations
			.filter(({ inSpec, as }) => inSpec !== false || as !== undefined)
			.map((entry) => matchOperation(service, entry));
		expect(missing.filter((found) => typeof found === 'string')).toEqual([]);
	});

	test('has no operation that is not in the contract data', () => {
		const known = new Set(pairs.map(([, { id }]) => id));
		const added = contract.ours ?? {};
		expect(
			operations
				.map(({ id }) => id)
				.filter((id) => !known.has(id) && !ofEveryNode.has(id) && typeof added[id] !== 'string'),
		).toEqual([]);
	});

	test('states the effect of every deletion', () => {
		const undecided = operations.filter(
			({ operation: { request = '', name, effect } }) =>
				effect === undefined &&
				(request.startsWith('DELETE ') || /\b(Delete|Clear|Revoke|Merge|Purge)\b/.test(name)),
		);
		expect(undecided.map(({ id }) => id)).toEqual([]);
	});

	testEachIfAny(
		named.filter(({ entry }) => entry.names !== undefined),
		'every operation is listed in the docs table with every name that the source uses',
		({ entry, found }) => {
			expect(methodNamesOf(service.name, found.id)).toEqual(
				expect.arrayContaining([...entry.names!]),
			);
			const table = operationTable(service);
			expect(entry.names!.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
		},
	);

	testEach(
		named,
		'every operation has a field for every parameter, with the same type, values and range',
		({ entry, found }) => {
			const problems = paramsOf(contract, entry).flatMap((placed) => {
				if (
					pagingParams(entry).has(placed.name) ||
					contract.leftOut?.[found.id]?.[placed.name] !== undefined
				)
					return [];
				const field = fieldFor(service, entry, found.operation, placed);
				if (!field) return [`${placed.name}: no field sends it in the ${placed.place}`];
				return field.key in addedFields(contract, found.id) ? [] : differences(placed, field);
			});
			expect(problems).toEqual([]);
		},
	);

	testEach(
		named.filter(({ entry }) => entry.elsewhere === undefined),
		'every operation sends every parameter in the documented place',
		async ({ entry, found }) => {
			const { input, expected, upload } = inputAndRequest(service, contract, entry, found);
			const { settings = {} } = entry;
			const last = (await recordRequests(found, input)).at(-1)!;
			const fields = allFieldsOf(found.operation);
			const orDefault = (part: 'path' | 'method', documented: string): unknown =>
				settings[part] === undefined ? documented : fields[settings[part]]?.default;
			expect({ ...last, form: undefined }).toEqual({
				...expected,
				method: orDefault('method', expected.method),
				url: orDefault('path', expected.url),
				form: undefined,
			});
			if (upload !== undefined && !upload.startsWith('('))
				expect(last.form).toContain(`name="${upload}"`);
		},
	);

	testEachIfAny(
		named.filter(({ entry }) => entry.settings !== undefined),
		'operations have fields for the undocumented parts of the request, and send their values',
		async ({ entry, found }) => {
			const { input } = inputAndRequest(service, contract, entry, found);
			for (const [part, key] of Object.entries(entry.settings!)) {
				const field = allFieldsOf(found.operation)[key]!;
				expect(field).toMatchObject({ in: 'none', default: expect.any(String) as string });
				const values = field.choices?.map(({ value }) => value) ?? ['/another/path'];
				for (const value of values) {
					const last = (await recordRequests(found, { ...input, [key]: value })).at(-1)!;
					expect(part === 'path' ? last.url : last.method).toBe(value);
				}
			}
		},
	);

	const entriesOf = ({ id }: NamedOperation): Entry[] =>
		pairs.filter(([, found]) => found.id === id).map(([entry]) => entry);
	// The other operations are those that the pack added. The contract data names them in `ours`.
	const documentedOperations = operations.filter((found) => entriesOf(found).length > 0);

	testEach(
		documentedOperations,
		'no operation has a field that is not in the contract data',
		(found) => {
			const entries = entriesOf(found);
			expect(unknownFields(service, contract, entries, found)).toEqual([]);
			const documented = new Set(
				entries.flatMap((entry) => paramsOf(contract, entry).map(({ name }) => name)),
			);
			expect(
				entries
					.flatMap((entry) => fieldListsOf(service, entry))
					.flatMap(({ fields }) => Object.keys(fields))
					.filter((name) => !documented.has(name)),
			).toEqual([]);
		},
	);

	testEachIfAny(
		named.filter(({ entry }) => entry.paging !== undefined),
		'every list paginates as documented',
		({ entry, found }) => {
			const { rows, size, pages = [] } = entry.paging!;
			const { paging } = found.operation;
			expect(paging?.rows).toBe(rows);
			const sizeParam = paramsOf(contract, entry).find(({ name }) => name === size);
			expect(paging?.size).toEqual(
				size === undefined
					? undefined
					: expect.objectContaining({ name: size, maximum: sizeParam?.param.maximum }),
			);
			for (const { answer, page, next } of pages) {
				const response = { status: 200, headers: {}, body: undefined, ...answer } as HttpResponse;
				expect(paging?.next(response, { index: 0, query: {}, rows: 1, ...page })).toEqual(
					next ?? undefined,
				);
			}
		},
	);

	const { errors } = contract;
	if (errors !== undefined)
		test('has exactly the error codes of the specification', () => {
			expect(Object.keys(service.errors).sort()).toEqual(Object.keys(errors).sort());
			const retries = Object.entries(errors).filter(([, { again }]) => again !== undefined);
			for (const [code, { again }] of retries)
				expect(again === 'safe' ? ['retry', 'rateLimit'] : ['fail']).toContain(
					service.errors[code]?.action,
				);
		});

	testEachIfAny(
		Object.entries(service.errors).map(([code, known]) => ({ ...known, id: code })),
		'every error code has a readable message and hint even without details in the response',
		({ message, hint }) => {
			for (const text of [message, hint]) {
				const shown = typeof text === 'function' ? text({ provider: service.label }) : text;
				expect(shown).toMatch(/^[A-Z]/);
				expect(shown).not.toMatch(/undefined|null|NaN|\[object/);
			}
		},
	);

	testEachIfAny(
		(contract.rules ?? []).map((rule) => ({
			...rule,
			id: `${rule.list} ${JSON.stringify(rule.given)}`,
		})),
		'all values are accepted or rejected as documented',
		({ list, given, refused: rejectedField, sent }) => {
			expect(
				Object.keys(given).filter((name) => listOf(contract, list)[name] === undefined),
			).toEqual([]);
			const { fields, check: checkFields } = fieldLists[service.name]![list]!;
			const check = (): unknown => checkFields({ ...given } as never);
			const rejected = Object.keys(fields).find(
				(name) => name.split('[].').at(-1) === rejectedField,
			);
			if (rejected !== undefined) expect(check).toThrow(fields[rejected]!.label);
			else if (rejectedField !== undefined) expect(check).toThrow(rejectedField);
			else expect(check()).toEqual(sent ?? given);
		},
	);

	testEach(
		operations,
		'every operation is marked as safe to repeat only if it creates nothing and costs nothing, or if the contract data gives a reason',
		(found) => {
			const { id, operation } = found;
			const entries = entriesOf(found);
			const costs = entries.some(({ paid }) => paid);
			const creates = [operation.request, ...entries.map(({ request }) => request)].some(
				(request) => /^(POST|PATCH|\?) /.test(request ?? ''),
			);
			if ((costs || creates) && operation.idempotency === 'safe')
				expect(contract.safe?.[id]).toEqual(expect.any(String));
			if (contract.safe?.[id] !== undefined) expect(operation.idempotency).toBe('safe');
		},
	);
});
