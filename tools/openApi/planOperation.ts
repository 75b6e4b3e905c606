/** Maps one operation of a document. */
import type { Collection, Field, Fields } from '../../nodes/engine/describe';
import type { DocumentOperation, OpenApiDocument } from './document';
import { labels, type FieldNames } from './fieldNames';
import type { MappedField } from './fields';
import { overlayLine, Unmapped, type Found } from './findOperations';
import { labelOf, sentenceCase, sentenceOf, wordsOf } from './names';
import { outputOf } from './output';
import { pagingOf } from './paging';
import type { OperationPlan, PlannedField, Problem } from './servicePlan';
import { bodyOf, parameterFields, pathOf } from './requests';

/** @throws Unmapped if the operation cannot be generated */
export function planOperation(
	document: OpenApiDocument,
	found: Found,
	[resource, key]: readonly [resource: string, key: string],
	action: string,
	names: FieldNames,
	problems: Problem[],
): OperationPlan {
	const { operation, decisions, method, path, source, success, parameters, rows } = found;
	const report = (problem: string, update: string): number =>
		problems.push({ operation: source, problem, overlay: overlayLine(found, update) });
	if (/[?#]/.test(path)) throw new Unmapped('The path contains a query');
	const cookie = parameters.find((one) => one.in === 'cookie' && one.required);
	if (cookie) throw new Unmapped(`The cookie ${cookie.name} is required`);
	const isMany = key.startsWith('getAll');
	const inBody = method === 'GET' ? {} : { in: 'body' as const };
	const recognized = rows && pagingOf(document, found.pagingParameters, success, rows.path);
	const paging = decisions.paging ?? (recognized && { ...inBody, ...recognized.paging });
	const ofPaging = [
		...(recognized?.parameters ?? []),
		...(decisions.paging && 'parameter' in decisions.paging ? [decisions.paging.parameter] : []),
		...(decisions.paging?.size ? [decisions.paging.size.name] : []),
	];
	if (recognized?.doubt && !decisions.paging)
		report(
			`Pagination with ${recognized.doubt} is not recognized, so only the first page is read`,
			`{ paging: { by: cursor, parameter: ${recognized.doubt}, next: path.in.response } }`,
		);
	const body = bodyOf(document, found);
	const { pathFields, request } = pathOf(document, found);
	const mapped = [
		...parameterFields(document, parameters, ofPaging),
		...body.fields.filter(({ field }) => !ofPaging.includes(field.apiName!)),
	];
	const collection = collectionOf(key, method, mapped);
	const { fields, options } = nameFields(mapped, pathFields, (one, taken) => {
		const { field, variant } = one;
		const group = field.required ? '' : paging ? 'filters' : (collection ?? 'options');
		const id = `${source} ${field.in}.${field.apiName}${variant === undefined ? '' : `#${variant}`}`;
		return names.name(id, one, group, taken, [resource, key]);
	});
	if (
		collection === 'updateFields' &&
		Object.keys(options).length === 0 &&
		!mapped.some(({ field }) => field.required)
	)
		throw new Unmapped('The update has no values that could be changed');
	const output = outputOf(document, found, paging);
	if (isMany && paging && paging.by !== 'none' && output.shape === undefined)
		report(`The document does not describe the rows of ${source}`, '{ rows: path.of.list }');
	return {
		source,
		key,
		name: decisions.name,
		action: decisions.action ?? action,
		description: descriptionOf(operation, [action, wordsOf(key).join(' ')], isMany),
		request,
		fields,
		options,
		collection,
		// A POST request with pagination only reads.
		idempotency: decisions.idempotency ?? (paging?.in && 'safe'),
		...effectOf(method, key, action, decisions.effect),
		send: body.send,
		...output,
		parents: paging && Object.keys(pathFields),
	};
}

function collectionOf(
	key: string,
	method: string,
	mapped: readonly MappedField[],
): Collection | undefined {
	if (key.startsWith('create')) return 'additionalFields';
	const isSet = key.startsWith('set') && mapped.some(({ field }) => field.in === 'body');
	if (!isSet && !/^(?:update|replace)/.test(key)) return undefined;
	const hasRequired = mapped.some(({ field }) => field.required && field.in === 'body');
	return hasRequired ? 'additionalFields' : method === 'GET' ? undefined : 'updateFields';
}

/** The required fields at the top of the form, and the others. */
function nameFields(
	mapped: readonly MappedField[],
	pathFields: Readonly<Record<string, PlannedField>>,
	nameOf: (one: MappedField, taken: ReadonlySet<string>) => string,
): Pick<OperationPlan, 'fields' | 'options'> {
	const fields: Record<string, PlannedField> = { ...pathFields };
	const options: Record<string, Field> = {};
	const taken = new Set(Object.keys(pathFields));
	const labelFor = labels(Object.values(pathFields));
	const variants = new Set(mapped.map(({ variant }) => variant));
	const isChoiceOfVariant = ({ field, variant }: MappedField): boolean =>
		field.in === 'none' ||
		(variant === undefined &&
			field.required === true &&
			(field.choices?.some(({ value }) => variants.has(value)) ?? false));
	let variantField: string | undefined;
	for (const one of mapped) {
		const { field, variant } = one;
		const name = nameOf(one, taken);
		taken.add(name);
		if (isChoiceOfVariant(one)) variantField ??= name;
		const only = variant === undefined ? '' : `nly for ${labelOf(wordsOf(variant))}`;
		const ofVariant =
			variant === undefined || variantField === undefined
				? {}
				: field.required
					? { show: { [variantField]: [variant] } }
					: { description: field.kind === 'flag' ? `${field.description}, o${only}` : `O${only}` };
		(field.required ? fields : options)[name] = {
			...field,
			label: labelFor(name, one),
			...ofVariant,
		};
	}
	// n8n identifies the values from an AI agent by their label, those in rows included.
	const withColumns = ([name, field]: [string, Field]): [string, Field] => {
		const columns = Object.entries(field.row ?? {}).map(([column, one]) => [
			column,
			{ ...one, label: labelFor(column, { field: one }, field.label) },
		]);
		return [name, field.row ? { ...field, row: Object.fromEntries(columns) as Fields } : field];
	};
	return {
		fields: Object.fromEntries(Object.entries(fields).map(withColumns)),
		options: Object.fromEntries(Object.entries(options).map(withColumns)),
	};
}

const destructive =
	/^(?:delete|clear|revoke|merge|purge|remove)|\b(?:delete|clear|revoke|merge|purge)\b/i;

const effectOf = (
	method: string,
	key: string,
	action: string,
	decided: string | undefined,
): Pick<OperationPlan, 'effect' | 'agents'> => {
	if (decided) return { effect: decided };
	if (method === 'DELETE' || destructive.test(key) || destructive.test(action))
		return { effect: 'irreversible' };
	return method === 'GET' ? {} : { agents: false };
};

function descriptionOf(
	{ summary, description, 'x-n8n': decisions = {} }: DocumentOperation,
	names: readonly string[],
	isMany: boolean,
): string | undefined {
	const text = decisions.description ?? sentenceOf(summary) ?? sentenceOf(description);
	const cased = text && sentenceCase(text);
	// n8n's lint rules require "many" in the descriptions of Get Many.
	const sentence = isMany ? cased?.replace(/\ball (?:of )?(?:the )?/i, 'many ') : cased;
	const isName = names.some((name) => name.toLowerCase() === sentence?.toLowerCase());
	return isName ? undefined : sentence;
}
