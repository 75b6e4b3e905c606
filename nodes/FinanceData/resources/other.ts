/** Whatever the service adds: its path is given, everything else works as for the entities that the node knows by name. */
import type { IDataObject } from 'n8n-workflow';
import {
	allFieldsOf,
	byCursor,
	type Call,
	json,
	operation,
	type RequestLine,
	type RequestPlan,
	resource,
	text,
} from '../../engine/describe';
import { buildRequest } from '../../engine/request/buildRequest';
import { toRow } from '../../engine/run/output';
import { fetchAllRows } from '../../engine/run/pagination';
import { kindByName } from '../entities';
import { filterFields, withFilter } from '../filters';
import { write, type WriteInput } from '../jobs';
import {
	accessToken,
	checkWrite,
	listOptions,
	needsConnection,
	pagingOf,
	recordOptions,
	writeFields,
	writeOptions,
} from '../operations';
import { recordOfAnyName } from '../wrapping';

const path = text('Path', {
	required: true,
	in: 'none',
	placeholder: 'e.g. /accounting/time_entries',
	description:
		'Path of the records below the base URL, as the documentation of the service writes it',
	pattern: /^\/?[\w\-~]+(\.[\w\-~]+)*(\/[\w\-~]+(\.[\w\-~]+)*)*$/,
	expected: 'a path such as /accounting/time_entries',
});

const recordPath = {
	...path,
	label: 'Record Path',
	placeholder: 'e.g. /accounting/time_entries/00000000-0000-0000-0000-000000000000',
	description: 'Path of one record below the base URL, with its ID',
};

const body = json('Body (JSON)', {
	required: true,
	in: 'none',
	description:
		'The whole body, with the name of the record around it, for example {"time_entry": {…}}',
});

const line = (method: string, given: string): RequestLine =>
	`${method} /${given.replace(/^\//, '')}` as RequestLine;

/** The request of a call whose path a person gave. */
const planFor = (
	{ operation: own, input }: Call<unknown>,
	method: string,
	given: string,
): RequestPlan => buildRequest(line(method, given), allFieldsOf(own), input as IDataObject);

/** Writes as the named entities do, at another path. */
const writeAt = async (
	call: Call<WriteInput & { body: IDataObject }>,
	method: string,
	given: string,
) => {
	const { body: record, responseMode } = call.input;
	return await write(
		{ ...call, operation: { ...call.operation, request: line(method, given) } },
		() => ({ ...record, response_mode: responseMode }),
	);
};

export const other = resource('Other Entity', {
	default: 'getAll',
	operations: {
		create: operation({
			name: 'Create',
			action: 'Create a record of another entity',
			replay: 'never',
			fields: { path, body, ...writeFields },
			options: writeOptions,
			check: checkWrite,
			refine: recordOfAnyName,
			run: async (call) => await writeAt(call, 'POST', call.input.path),
		}),
		delete: operation({
			name: 'Delete',
			action: 'Delete a record of another entity',
			fields: { recordPath },
			options: { accessToken },
			check: needsConnection,
			replay: 'safe',
			async run(call) {
				const { query } = planFor(call, 'DELETE', call.input.recordPath);
				await call.request(line('DELETE', call.input.recordPath), { query });
				return [{ json: { deleted: true } }];
			},
		}),
		get: operation({
			name: 'Get',
			action: 'Get a record of another entity',
			replay: 'safe',
			fields: { recordPath },
			options: recordOptions,
			check: needsConnection,
			refine: recordOfAnyName,
			async run(call) {
				const { query } = planFor(call, 'GET', call.input.recordPath);
				return [toRow((await call.request(line('GET', call.input.recordPath), { query })).body)];
			},
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many records of another entity',
			replay: 'safe',
			paging: byCursor({ rows: '', cursor: 'cursor', next: 'next_cursor' }),
			prepare: withFilter(kindByName),
			check: needsConnection,
			fields: { path, ...filterFields },
			options: {
				...listOptions,
				listName: text('Name of the List', {
					in: 'none',
					placeholder: 'e.g. time_entries',
					description: 'Name of the list in the answer, where it is not the last part of the path',
				}),
			},
			async run(call) {
				const { path: given, listName = given.split('/').at(-1)! } = call.input;
				const plan = planFor(call, 'GET', given);
				return (
					await fetchAllRows(
						call.connection,
						plan,
						pagingOf(listName),
						{ replay: 'safe' },
						call.maxRows,
					)
				).map(toRow);
			},
		}),
		update: operation({
			name: 'Update',
			action: 'Update a record of another entity',
			replay: 'never',
			fields: { recordPath, body, ...writeFields },
			options: writeOptions,
			check: checkWrite,
			refine: recordOfAnyName,
			run: async (call) => await writeAt(call, 'PATCH', call.input.recordPath),
		}),
	},
});
