/** Plans the requests of an operation and the records that its errors name. Sends nothing. */
import type { IDataObject } from 'n8n-workflow';
import type {
	Connection,
	Field,
	Fields,
	Operation,
	RecordReference,
	RequestLine,
	RequestParts,
	RequestPlan,
	SendPolicy,
} from '../describe';
import { allFieldsOf, PackError, parseLine, sinceText, toText, withdrawalIn } from '../describe';
import { buildRequest, planRequest } from './buildRequest';
import { placeholdersOf } from './path';

/** @param title such as `Club: Get Many Members`  @throws PackError if the provider removed it */
export function rejectWithdrawn(
	{ missingIn }: Pick<Operation, 'missingIn'>,
	title: string,
	{ credential, label }: Pick<Connection, 'credential' | 'label'>,
): void {
	const withdrawal = withdrawalIn(missingIn, toText(credential.provider));
	if (withdrawal)
		throw new PackError(`${label} removed ${title} ${sinceText(withdrawal)}`, {
			hint: `Nothing was sent. ${withdrawal.reason} ${withdrawal.instead}`,
		});
}

/** @throws PackError for a value that would change the path */
export function planOperation(
	operation: Operation,
	input: IDataObject,
): { plan: RequestPlan; policy: SendPolicy } {
	const line = operation.requestFor?.(input) ?? operation.request!;
	return {
		plan: buildRequest(line, allFieldsOf(operation), input, operation.fixedBody),
		policy: policyOf(operation, line, input, input),
	};
}

/** Plans one of several requests. @throws PackError for a value that would change the path */
export function planCall(
	operation: Operation,
	input: IDataObject,
	line: RequestLine,
	parts: RequestParts = {},
): { plan: RequestPlan; policy: SendPolicy } {
	return {
		plan: planRequest(line, parts, allFieldsOf(operation)),
		policy: policyOf(operation, line, parts.values ?? {}, input),
	};
}

const policyOf = (
	operation: Operation,
	line: RequestLine,
	values: IDataObject,
	input: IDataObject,
): SendPolicy => ({
	idempotency: operation.idempotency,
	permission: operation.permission,
	rejectionHint: operation.rejectionHint,
	missingIn: operation.missingIn && Object.keys(operation.missingIn),
	// Only errors need the records. A request for several items has no single record, unless its
	// path contains one.
	get records() {
		const inPath = recordsInPath(line, allFieldsOf(operation), values);
		return inPath.length > 0 || operation.batch
			? inPath
			: recordOutsidePath(operation.fields, input);
	},
});

/** The records in the path of a request line, and those that contain them, the innermost last. */
export function recordsInPath(
	line: RequestLine,
	fields: Fields,
	values: Readonly<Record<string, unknown>>,
): RecordReference[] {
	const { method, path } = parseLine(line);
	const inPath = placeholdersOf(path.split('?', 1)[0]!).flatMap((name) => {
		const field = fields[name] ?? Object.values(fields).find(({ apiName }) => apiName === name);
		return field && refersToRecord(field, method) ? reference(field, values[name]) : [];
	});
	if (inPath.length === 0) return [];
	const containing = Object.entries(fields).flatMap(([name, field]) =>
		field.containsRecord ? reference(field, values[name]) : [],
	);
	return [...inPath.slice(0, -1), ...containing, ...inPath.slice(-1)];
}

/** The record that a request refers to outside its path, if the operation has only one ID field. */
export function recordOutsidePath(
	fields: Fields,
	values: Readonly<Record<string, unknown>>,
): RecordReference[] {
	const ids = Object.entries(fields).filter(([, { kind }]) => kind === 'id');
	const [[name, field] = []] = ids;
	return ids.length === 1 ? reference(field!, values[name!]) : [];
}

/** PUT creates records with the name in a text field. A text field with a default is a setting. */
const refersToRecord = ({ kind, default: defaultValue }: Field, method: string): boolean =>
	kind === 'id' || (kind === 'text' && defaultValue === undefined && method !== 'PUT');

const reference = (
	{ label, byName, byNumber, choices }: Field,
	given: unknown,
): RecordReference[] => {
	const value = choices?.find((choice) => choice.value === given)?.name ?? toText(given);
	return value === '' ? [] : [{ label, value, byName, byNumber }];
};
