/**
 * Access to entities without their own resource, by path. Filters, pagination and jobs work as for
 * the other entities.
 */
import type { IDataObject } from 'n8n-workflow';
import { buildRequest, fetchAllRows, toRow } from '../../engine';
import {
	allFieldsOf,
	type Call,
	json,
	operation,
	type RequestLine,
	type RequestPlan,
	resource,
	text,
} from '../../engine/describe';
import {
	accessToken,
	checkWrite,
	cursorPaging,
	listOptions,
	recordOptions,
	requireAccessToken,
	sizedPaging,
	writeFields,
	writeOptions,
} from '../fields';
import { filterFields, filtering } from '../filter/fields';
import { write, type WriteInput } from '../jobs';
import { unwrapAnyRecord } from '../unwrapRecord';

const path = text('Path', {
	required: true,
	in: 'none',
	placeholder: 'e.g. /accounting/time_entries',
	description: 'Path of the records after the base URL, as in the API documentation of the service',
	pattern: /^\/?[\w\-~]+(\.[\w\-~]+)*(\/[\w\-~]+(\.[\w\-~]+)*)*$/,
	expected: 'a path such as /accounting/time_entries',
});

const recordPath = {
	...path,
	label: 'Record Path',
	placeholder: 'e.g. /accounting/time_entries/00000000-0000-0000-0000-000000000000',
	description: 'Path of one record after the base URL, including its ID',
};

const body = json('Body (JSON)', {
	required: true,
	in: 'none',
	description:
		'Complete request body, including the name of the record, for example {"time_entry": {…}}',
});

const requestLine = (method: string, enteredPath: string): RequestLine =>
	`${method} /${enteredPath.replace(/^\//, '')}` as RequestLine;

const planRequestAt = (
	{ operation: calledOperation, input }: Call<unknown>,
	method: string,
	enteredPath: string,
): RequestPlan =>
	buildRequest(
		requestLine(method, enteredPath),
		allFieldsOf(calledOperation),
		input as IDataObject,
	);

const writeAt = async (
	call: Call<WriteInput & { body: IDataObject }>,
	method: string,
	enteredPath: string,
) => {
	const { body: record, responseMode } = call.input;
	return await write(
		{ ...call, operation: { ...call.operation, request: requestLine(method, enteredPath) } },
		() => ({ ...record, response_mode: responseMode }),
	);
};

export const other = resource('Other Entity', {
	default: 'getAll',
	operations: {
		create: operation({
			action: 'Create a record of another entity',
			idempotency: 'none',
			fields: { path, body, ...writeFields },
			options: writeOptions,
			check: checkWrite,
			refine: unwrapAnyRecord,
			overlapWaits: true,
			run: async (call) => await writeAt(call, 'POST', call.input.path),
		}),
		delete: operation({
			action: 'Delete a record of another entity',
			effect: 'irreversible',
			fields: { recordPath },
			options: { accessToken },
			check: requireAccessToken,
			idempotency: 'safe',
			async run(call) {
				const { query } = planRequestAt(call, 'DELETE', call.input.recordPath);
				await call.request(requestLine('DELETE', call.input.recordPath), { query });
				return [{ json: { deleted: true } }];
			},
		}),
		get: operation({
			action: 'Get a record of another entity',
			idempotency: 'safe',
			fields: { recordPath },
			options: recordOptions,
			check: requireAccessToken,
			refine: unwrapAnyRecord,
			async run(call) {
				const { query } = planRequestAt(call, 'GET', call.input.recordPath);
				return [
					toRow((await call.request(requestLine('GET', call.input.recordPath), { query })).body),
				];
			},
		}),
		getAll: operation({
			action: 'Get many records of another entity',
			idempotency: 'safe',
			paging: cursorPaging(''),
			...filtering('other'),
			check: requireAccessToken,
			fields: { path, ...filterFields },
			options: {
				...listOptions,
				listName: text('List Name', {
					in: 'none',
					placeholder: 'e.g. time_entries',
					description:
						'Key of the list in the response, if it differs from the last part of the path',
				}),
			},
			async run(call) {
				const { path: enteredPath, listName = enteredPath.split('/').at(-1)! } = call.input;
				const plan = planRequestAt(call, 'GET', enteredPath);
				return (
					await fetchAllRows(
						call.connection,
						plan,
						sizedPaging(listName),
						{ idempotency: 'safe' },
						call.maxRows,
					)
				).map(toRow);
			},
		}),
		update: operation({
			action: 'Update a record of another entity',
			idempotency: 'none',
			fields: { recordPath, body, ...writeFields },
			options: writeOptions,
			check: checkWrite,
			refine: unwrapAnyRecord,
			run: async (call) => await writeAt(call, 'PATCH', call.input.recordPath),
		}),
	},
});
