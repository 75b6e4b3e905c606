// Every catalogue against the contract data of its service: the same requests, the same parameters, nothing more and nothing less.
import { allFieldsOf, type HttpResponse } from '../../nodes/engine/describe';
import { operationTable } from '../../tools/generate/docsTables';
import { contractOf, listOf, oursIn, paramsOf, type Entry } from './kit/data';
import { extraLists } from './kit/extras';
import { differences, fieldFor, listsOf, pagedBy, realized, unknownFields } from './kit/match';
import { operationsIn, services, type NamedOperation } from './kit/pack';
import { prepared, sentBy } from './kit/sent';

/** Like test.each, for what a service may have none of. */
const each = <T extends object>(
	rows: readonly T[],
): ((title: string, check: (row: T) => unknown) => void) =>
	rows.length > 0 ? test.each(rows) : () => undefined;

describe.each(services.map((service) => [service.label, service] as const))('%s', (_, service) => {
	const contract = contractOf(service);
	const operations = operationsIn(service);
	const pairs = contract.operations
		.map((entry) => [entry, realized(service, entry)] as const)
		.filter((pair): pair is readonly [Entry, NamedOperation] => typeof pair[1] !== 'string');
	const named = pairs.map(([entry, found]) => ({
		title: `${entry.request} (${found.id})`,
		entry,
		found,
	}));

	test('has every operation that the specification names', () => {
		const missing = contract.operations
			.filter(({ inSpec, as }) => inSpec !== false || as !== undefined)
			.map((entry) => realized(service, entry));
		expect(missing.filter((found) => typeof found === 'string')).toEqual([]);
	});

	test('has no operation that the contract does not know', () => {
		const known = new Set(pairs.map(([, { id }]) => id));
		const ours = contract.ours ?? {};
		expect(
			operations.map(({ id }) => id).filter((id) => !known.has(id) && typeof ours[id] !== 'string'),
		).toEqual([]);
	});

	each(named.filter(({ entry }) => entry.names !== undefined))(
		'$title is found on the page by each name that the source gives it',
		({ entry, found }) => {
			expect(found.operation.alsoKnownAs).toEqual(expect.arrayContaining([...entry.names!]));
			const table = operationTable(service);
			expect(entry.names!.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
		},
	);

	test.each(named)(
		'$title offers every parameter with its type, values and range',
		({ entry, found }) => {
			const wrong = paramsOf(contract, entry).flatMap((placed) => {
				if (
					pagedBy(entry).has(placed.name) ||
					contract.leftOut?.[found.id]?.[placed.name] !== undefined
				)
					return [];
				const field = fieldFor(service, entry, found.operation, placed);
				if (!field) return [`${placed.name}: no field sends it in the ${placed.place}`];
				return field.key in oursIn(contract, found.id) ? [] : differences(placed, field);
			});
			expect(wrong).toEqual([]);
		},
	);

	test.each(named.filter(({ entry }) => entry.elsewhere === undefined))(
		'$title sends every parameter where the contract says',
		async ({ entry, found }) => {
			const { input, expected, upload } = prepared(service, contract, entry, found);
			const { settings = {} } = entry;
			const last = (await sentBy(found, input)).at(-1)!;
			const fields = allFieldsOf(found.operation);
			const standing = (part: 'path' | 'method', shown: string): unknown =>
				settings[part] === undefined ? shown : fields[settings[part]]?.default;
			expect({ ...last, form: undefined }).toEqual({
				...expected,
				method: standing('method', expected.method),
				url: standing('path', expected.url),
				form: undefined,
			});
			if (upload !== undefined && !upload.startsWith('('))
				expect(last.form).toContain(`name="${upload}"`);
		},
	);

	each(named.filter(({ entry }) => entry.settings !== undefined))(
		'$title takes what is not shown from a setting',
		async ({ entry, found }) => {
			const { input } = prepared(service, contract, entry, found);
			for (const [part, key] of Object.entries(entry.settings!)) {
				const field = allFieldsOf(found.operation)[key]!;
				expect(field).toMatchObject({ in: 'none', default: expect.any(String) as string });
				const others = field.choices?.map(({ value }) => value) ?? ['/another/path'];
				for (const other of others) {
					const last = (await sentBy(found, { ...input, [key]: other })).at(-1)!;
					expect(part === 'path' ? last.url : last.method).toBe(other);
				}
			}
		},
	);

	test.each(operations)('$id has no field that the contract does not know', (found) => {
		const entries = pairs.filter(([, { id }]) => id === found.id).map(([entry]) => entry);
		// An operation of the pack's own has fields of its own.
		if (entries.length === 0) return;
		expect(unknownFields(service, contract, entries, found)).toEqual([]);
		const named = new Set(
			entries.flatMap((entry) => paramsOf(contract, entry).map(({ name }) => name)),
		);
		expect(
			entries
				.flatMap((entry) => listsOf(service, entry))
				.flatMap(({ fields }) => Object.keys(fields))
				.filter((name) => !named.has(name)),
		).toEqual([]);
	});

	each(named.filter(({ entry }) => entry.paging !== undefined))(
		'$title goes from page to page as the contract says',
		({ entry, found }) => {
			const { rows, size, pages = [] } = entry.paging!;
			const { paging } = found.operation;
			expect(paging?.rows).toBe(rows);
			const asked = paramsOf(contract, entry).find(({ name }) => name === size);
			expect(paging?.size).toEqual(
				size === undefined
					? undefined
					: expect.objectContaining({ name: size, maximum: asked?.param.maximum }),
			);
			for (const { answer, page, next } of pages) {
				const given = { status: 200, headers: {}, body: undefined, ...answer } as HttpResponse;
				expect(paging?.next(given, { index: 0, query: {}, rows: 1, ...page })).toEqual(
					next ?? undefined,
				);
			}
		},
	);

	test('knows every error code of the specification, and no other', () => {
		if (contract.errors === undefined) return;
		expect(Object.keys(service.errors).sort()).toEqual(Object.keys(contract.errors).sort());
		for (const [code, { again }] of Object.entries(contract.errors)) {
			if (again !== undefined) expect([code, service.errors[code]?.retry]).toEqual([code, again]);
		}
	});

	each(Object.entries(service.errors).map(([code, known]) => ({ ...known, code })))(
		'$code is told in words even where the answer holds no facts',
		({ message, hint }) => {
			for (const words of [message, hint]) {
				const told = typeof words === 'function' ? words({}) : words;
				expect(told).toMatch(/^[A-Z]/);
				expect(told).not.toMatch(/undefined|null|NaN|\[object/);
			}
		},
	);

	each(
		(contract.rules ?? []).map((rule) => ({
			...rule,
			title: `${rule.list} ${JSON.stringify(rule.given)}`,
		})),
	)('$title is taken or refused as the specification says', ({ list, given, refused, sent }) => {
		expect(Object.keys(given).filter((name) => listOf(contract, list)[name] === undefined)).toEqual(
			[],
		);
		const check = (): unknown => extraLists[service.name]![list]!.check({ ...given } as never);
		if (refused !== undefined) expect(check).toThrow(refused);
		else expect(check()).toEqual(sent ?? given);
	});

	test.each(operations)(
		'$id is sent again only where that costs nobody anything',
		({ id, operation }) => {
			const entries = pairs.filter(([, found]) => found.id === id).map(([entry]) => entry);
			expect(operation.paid ?? false).toBe(entries.some(({ paid }) => paid));
			const creates = [operation.request, ...entries.map(({ request }) => request)].some(
				(request) => /^(POST|PATCH|\?) /.test(request ?? ''),
			);
			if ((operation.paid || creates) && operation.replay === 'safe')
				expect(contract.safe?.[id]).toEqual(expect.any(String));
			if (contract.safe?.[id] !== undefined) expect(operation.replay).toBe('safe');
		},
	);
});
