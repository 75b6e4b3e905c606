/** Maps one operation of a document. */
import type { Collection } from '../../nodes/engine/describe';
import type { DocumentOperation } from './document';
import type { FieldNames } from './fieldNames';
import type { MappedField } from './fields';
import { overlayLine, Unmapped, type Found } from './findOperations';
import { sentenceCase, sentenceOf, wordsOf } from './names';
import { outputOf } from './output';
import { pagingOf } from './paging';
import { bodyOf, parameterFields, pathOf } from './requests';
import type { OperationPlan, Problem } from './servicePlan';

/** @throws Unmapped if the operation cannot be generated */
export function planOperation(
	found: Found,
	id: Pick<OperationPlan, 'resource' | 'key' | 'action'>,
	secretHeaders: readonly string[],
	names: FieldNames,
	problems: Problem[],
): OperationPlan {
	const { operation, decisions, method, path, source, parameters, rows } = found;
	const report = (problem: string, update: string): number =>
		problems.push({ operation: source, problem, overlay: overlayLine(found, update) });
	if (/[?#]/.test(path)) throw new Unmapped('The path contains a query');
	const cookie = parameters.find((one) => one.in === 'cookie' && one.required);
	if (cookie) throw new Unmapped(`The cookie ${cookie.name} is required`);
	const recognized = rows && pagingOf(parameters, found.success, rows.path);
	const paging = decisions.paging ?? recognized?.paging;
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
	const body = bodyOf(found);
	const { pathFields, request } = pathOf(found);
	const mapped = [...parameterFields(parameters, [...ofPaging, ...secretHeaders]), ...body.fields];
	const collection = collectionOf(id.key, method, mapped);
	const group = paging ? 'filters' : (collection ?? 'options');
	const { fields, options } = names.nameFields({ source, ...id }, pathFields, mapped, group);
	if (collection === 'updateFields' && mapped.length === 0)
		throw new Unmapped('The update has no values that could be changed');
	const output = outputOf(found, paging);
	const isMany = id.key.startsWith('getAll');
	if (isMany && paging && paging.by !== 'none' && output.shape === undefined)
		report(`The document does not describe the rows of ${source}`, '{ rows: path.of.list }');
	return {
		...id,
		source,
		name: decisions.name,
		action: decisions.action ?? id.action,
		description: descriptionOf(operation, [id.action, wordsOf(id.key).join(' ')], isMany),
		request,
		fields,
		options,
		collection,
		idempotency: decisions.idempotency,
		...effectOf(method, id, decisions.effect),
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

const destructive =
	/^(?:delete|clear|revoke|merge|purge|remove)|\b(?:delete|clear|revoke|merge|purge)\b/i;

function effectOf(
	method: string,
	{ key, action }: Pick<OperationPlan, 'key' | 'action'>,
	decided: string | undefined,
): Pick<OperationPlan, 'effect' | 'agents'> {
	if (decided) return { effect: decided };
	if (method === 'DELETE' || destructive.test(key) || destructive.test(action))
		return { effect: 'irreversible' };
	return method === 'GET' ? {} : { agents: false };
}

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
