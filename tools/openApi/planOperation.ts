/** Maps one operation of a document. */
import type { Collection } from '../../nodes/engine/describe';
import type { fieldNames } from './fieldNames';
import type { MappedField } from './fields';
import { sentenceCase, sentenceOf, wordsOf } from './names';
import { outputOf } from './output';
import { pagingOf } from './paging';
import { bodyFields, parameterFields, pathOf } from './requests';
import { Unmapped, type Found, type OperationPlan } from './servicePlan';

/**
 * @param report receives what is not recognized
 * @throws Unmapped if the operation cannot be generated
 */
export function planOperation(
	found: Found,
	id: Pick<OperationPlan, 'resource' | 'key' | 'action'>,
	secretHeaders: readonly string[],
	nameFields: ReturnType<typeof fieldNames>,
	report: (problem: string) => void,
): OperationPlan {
	const { operation, method, path, source, parameters, rows } = found;
	if (/[?#]/.test(path)) throw new Unmapped('The path contains a query');
	const cookie = parameters.find((one) => one.in === 'cookie' && one.required);
	if (cookie) throw new Unmapped(`The cookie ${cookie.name} is required`);
	const recognized = rows && pagingOf(parameters, found.success, rows.path);
	const paging = recognized?.paging;
	if (recognized?.doubt)
		report(
			`Pagination with ${recognized.doubt} is not recognized, so only the first page is read (paging)`,
		);
	const { pathFields, request } = pathOf(found);
	const omitted = [...(recognized?.parameters ?? []), ...secretHeaders];
	const mapped = [...parameterFields(parameters, omitted), ...bodyFields(found)];
	const collection = collectionOf(id.key, method, mapped);
	if (collection === 'updateFields' && mapped.length === 0)
		throw new Unmapped('The update has no values that could be changed');
	const output = outputOf(found, paging);
	if (id.key.startsWith('getAll') && output.shape === undefined && paging?.by !== 'none')
		report('The document does not describe the rows (paging.rows)');
	return {
		...id,
		source,
		description: descriptionOf(sentenceOf(operation.summary ?? operation.description), id),
		request,
		...nameFields(id, pathFields, mapped, paging ? 'filters' : (collection ?? 'options')),
		collection,
		...effectOf(method, id),
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
	const ofBody = mapped.filter(({ field }) => field.in === 'body');
	const isSet = key.startsWith('set') && ofBody.length > 0;
	if (!isSet && !/^(?:update|replace)/.test(key)) return undefined;
	if (ofBody.some(({ field }) => field.required)) return 'additionalFields';
	return method === 'GET' ? undefined : 'updateFields';
}

function effectOf(
	method: string,
	{ key, action }: Pick<OperationPlan, 'key' | 'action'>,
): Pick<OperationPlan, 'effect' | 'agents'> {
	if (method === 'DELETE' || /delete|clear|revoke|merge|purge|^remove/i.test(`${key} ${action}`))
		return { effect: 'irreversible' };
	return method === 'GET' ? {} : { agents: false };
}

/** Undefined if it would only repeat the name. */
function descriptionOf(
	text: string | undefined,
	{ key, action }: Pick<OperationPlan, 'key' | 'action'>,
): string | undefined {
	const cased = text && sentenceCase(text);
	// n8n's lint rules require "many" in the descriptions of Get Many.
	const sentence = key.startsWith('getAll')
		? cased?.replace(/\ball (?:of )?(?:the )?/i, 'many ')
		: cased;
	const names = [action, wordsOf(key).join(' ')].map((name) => name.toLowerCase());
	return sentence && !names.includes(sentence.toLowerCase()) ? sentence : undefined;
}
