/** Adds the lists that locators load: the operation that lists the records before the placeholder. */
import type { Schema } from './document';
import { resolveSchema } from './schema';
import type { OperationPlan, PlannedField } from './servicePlan';

const valueNames = ['id', 'uuid', 'key', 'slug', 'name', 'code', 'number', 'sid', 'gid', 'guid'];
const labelNames =
	/^(?:name|title|label|display_?name|full_?name|email|username|subject|summary)$/i;

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
			if (field.kind !== 'id' || ids.get(name)?.list) continue;
			const line = `GET ${request.split(' ')[1]!.split(`/{${name}}`)[0]!}`;
			const list = operations.findLast((one) => one.paging && one.request === line);
			const found = list && lookupOf(name, field, list, recordOf(list));
			ids.set(name, { ...field, apiName: undefined, list: found });
		}
	return operations.map(({ fields, ...plan }) => ({
		...plan,
		fields: Object.fromEntries(
			Object.entries(fields).map(([name, field]) => [name, ids.get(name) ?? field]),
		),
	}));
}

function lookupOf(
	name: string,
	{ label, apiName }: PlannedField,
	{ request, fields, paging }: OperationPlan,
	record: Schema | undefined,
): PlannedField['list'] {
	if (Object.values(fields).some(({ kind }) => kind !== 'id')) return undefined;
	const properties = Object.keys(resolveSchema(record).properties ?? {});
	const value = [flat(apiName), 'id', flat(`${label}id`), flat(name), ...valueNames]
		.map((one) => properties.find((property) => flat(property) === one))
		.find((one) => one !== undefined && /^\w+$/.test(one));
	if (value === undefined) return undefined;
	return {
		request,
		rows: paging?.rows,
		value,
		name: properties.find((one) => labelNames.test(one) && one !== value),
		paging: paging?.by === 'none' ? undefined : paging,
	};
}
