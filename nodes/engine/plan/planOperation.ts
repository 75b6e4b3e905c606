/** Plans the request of an operation for the values of one item. Nothing is sent here. */
import type { IDataObject } from 'n8n-workflow';
import {
	allFieldsOf,
	type Operation,
	type RequestLine,
	type RequestParts,
	type RequestPlan,
	type SendPolicy,
} from '../describe';
import { buildRequest, planRequest } from './buildRequest';
import { recordOutsidePath, recordsInPath } from './recordReferences';

/** A request, and how it is sent. */
export interface PlannedRequest {
	readonly plan: RequestPlan;
	readonly policy: SendPolicy;
}

/**
 * Plans the request that the description of an operation contains.
 * @throws PackError for a path value that would change the path
 */
export function planOperation(operation: Operation, input: IDataObject): PlannedRequest {
	const line = operation.requestFor?.(input) ?? operation.request!;
	return {
		plan: buildRequest(line, allFieldsOf(operation), input, operation.fixedBody),
		policy: policyOf(operation, line, input, input),
	};
}

/**
 * Plans one of several requests of an operation.
 * @param parts its variable parts. Placeholders of the line are filled from `values`.
 * @throws PackError for a path value that would change the path
 */
export function planCall(
	operation: Operation,
	input: IDataObject,
	line: RequestLine,
	parts: RequestParts = {},
): PlannedRequest {
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
	// Only errors need the records. A request for several items has no single record, unless its
	// path contains one.
	get records() {
		const inPath = recordsInPath(line, allFieldsOf(operation), values);
		return inPath.length > 0 || operation.batch
			? inPath
			: recordOutsidePath(operation.fields, input);
	},
});
