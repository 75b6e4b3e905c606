/** Adds the lists that locators load: the operation that lists the records before the placeholder. */
import type { Schema } from './document';
import { resolveSchema } from './schema';
import type { LookupPlan, OperationPlan, PlannedField } from './servicePlan';

const valueNames = 'uuid key slug name code number sid gid guid'.split(' ');

const labelNames =
	'name title label display_name displayName full_name fullName email username subject summary description'.split(
		' ',
	);

const flat = (text = ''): string => text.replace(/[^A-Za-z]/g, '').toLowerCase();

/**
 * The operations with lists for their locators. All operations share the field of an ID.
 * @param recordOf the schema of the rows of a list
 */
export function withLookups(
	operations: readonly OperationPlan[],
	recordOf: (list: OperationPlan) => Schema | undefined,
): OperationPlan[] {
	const ids = new Map<string, PlannedField>();
	for (const { request, fields } of operations)
		for (const [name, field] of Object.entries(fields)) {
			if (field.kind !== 'id') continue;
			const known = ids.get(name) ?? { ...field, apiName: undefined };
			const line = `GET ${request.split(' ')[1]!.split(`/{${name}}`)[0]!}`;
			const list = operations.findLast((one) => one.paging && one.request === line);
			const found = list && lookupOf(name, field, list, recordOf(list));
			ids.set(name, { ...known, list: merged(known.list, found) });
		}
	return operations.map(({ fields, ...plan }) => ({
		...plan,
		fields: Object.fromEntries(
			Object.entries(fields).map(([name, field]) => [name, ids.get(name) ?? field]),
		),
	}));
}

/** One lookup, if the lists differ only in their parents. The longest request is the first. */
function merged(one: LookupPlan | undefined, other = one): LookupPlan | undefined {
	if (!one || !other) return other;
	const isSame =
		JSON.stringify({ ...one, requests: [] }) === JSON.stringify({ ...other, requests: [] });
	const requests = [...new Set([...one.requests, ...(isSame ? other.requests : [])])];
	return { ...one, requests: requests.sort((first, second) => second.length - first.length) };
}

function lookupOf(
	name: string,
	{ label, apiName }: PlannedField,
	{ request, fields, paging }: OperationPlan,
	record: Schema | undefined,
): LookupPlan | undefined {
	if (Object.values(fields).some(({ kind }) => kind !== 'id')) return undefined;
	const properties = Object.keys(resolveSchema(record).properties ?? {});
	const value = [flat(apiName), 'id', flat(`${label}id`), flat(name), ...valueNames]
		.map((one) => properties.find((property) => flat(property) === one))
		.find((one) => one !== undefined && /^\w+$/.test(one));
	if (value === undefined) return undefined;
	return {
		requests: [request],
		rows: paging?.rows,
		value,
		name: labelNames.find((one) => properties.includes(one) && one !== value),
		paging: paging?.by === 'none' ? undefined : paging,
	};
}
