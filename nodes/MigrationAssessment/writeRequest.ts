/** Sends write requests: adds the update mask and the request ID, and waits for completion. */
import type { IDataObject } from 'n8n-workflow';
import { buildRequest, responseRows, toRow } from '../engine';
import { allFieldsOf, type Call, type Row, text } from '../engine/describe';
import { type LongRunning, waitIfRequested } from './longRunning';
import { requestIdOf } from './requestId';
import { resourceName } from './resourceNames';
import { updateMaskOf } from './updateMask';

export interface WriteSpec {
	/** Where the API expects the request ID. Absent if the request does not support one. */
	readonly requestId?: 'query' | 'body';
	/** Whether to send only the fields that have a value, with an update mask. */
	readonly patches?: boolean;
	/** Whether the request starts a long-running operation. */
	readonly isLong?: boolean;
	/**
	 * Body and query fields that refer to records. Maps the key of each field to the collection of
	 * its records, for example `{ sourceId: 'sources' }`.
	 */
	readonly names?: Readonly<Record<string, string>>;
	/** Changes the body that was built from the fields. */
	readonly body?: (body: IDataObject, call: Call<IDataObject>) => IDataObject;
	/** The row of the result. Default: the result itself. */
	readonly row?: (result: IDataObject, call: Call<IDataObject>) => Row | Promise<Row>;
}

const requestIdField = {
	description:
		'The service processes a request with the same ID only once within an hour. If not set, each item gets its own ID, which is reused by Retry On Fail.',
	placeholder: 'e.g. 7a1f6c7e-3c0b-4f0e-9d3a-5b1f0c2d4e6f',
	pattern: /^(?!0{8}-0{4}-0{4}-0{4}-0{12}$)[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
	expected: 'a UUID other than the nil UUID',
	rejectEmptyExpression: 'the service would not recognize a repeated request',
	collection: 'options',
	hideFromAgents: true,
} as const;

/** The options Request ID and Update Mask, if the request supports them. */
export const writeOptions = ({ requestId, patches }: WriteSpec) => ({
	...(requestId ? { requestId: text('Request ID', { ...requestIdField, in: requestId }) } : {}),
	...(patches
		? {
				updateMask: text('Update Mask', {
					description:
						'Paths of the fields to change, separated by commas. If not set, only fields that have a value are changed. A field that is listed here but not set is cleared.',
					placeholder: 'e.g. displayName,description',
					in: 'query',
					collection: 'options',
				}),
			}
		: {}),
});

/** Sends the request of an operation and returns the rows of its result. */
export const sendWrite =
	(write: WriteSpec) =>
	async (call: Call<IDataObject>): Promise<Row[]> => {
		const { row } = write;
		const toResultRow = row
			? async (result: IDataObject) => await row(result, call)
			: call.operation.output === 'done'
				? () => confirmation(call)
				: resultRow;
		const response = await sendRequest(call, write);
		if (write.isLong) return [await waitIfRequested(call, response as LongRunning, toResultRow)];
		if (call.operation.rows)
			return responseRows(
				{ status: 200, headers: {}, body: response },
				call.operation.rows,
				false,
			).map(toRow);
		return [await toResultRow(response)];
	};

async function sendRequest(call: Call<IDataObject>, write: WriteSpec): Promise<IDataObject> {
	const { operation, input } = call;
	const withNames = {
		...input,
		...Object.fromEntries(
			Object.entries(write.names ?? {}).flatMap(([key, collection]) =>
				input[key] === undefined ? [] : [[key, namesOf(input, collection, input[key])]],
			),
		),
	};
	const { query, body: fields = {} } = buildRequest(
		operation.request!,
		allFieldsOf(operation),
		withNames,
	);
	const body = write.body?.(fields as IDataObject, call) ?? (fields as IDataObject);
	if (write.patches) query.updateMask ??= updateMaskOf(body);
	if (write.requestId === 'query') query.requestId ??= requestIdOf(call.key);
	if (write.requestId === 'body') body.requestId ??= requestIdOf(call.key);
	const isEmpty = operation.method === 'DELETE' || Object.keys(body).length === 0;
	return ((
		await call.request(operation.request!, { values: input, query, ...(isEmpty ? {} : { body }) })
	).body ?? {}) as IDataObject;
}

const namesOf = (input: IDataObject, collection: string, value: unknown): IDataObject[string] =>
	Array.isArray(value)
		? value.map((idOrName) => resourceName(input, collection, idOrName))
		: resourceName(input, collection, value);

const confirmation = ({ operation }: Call<IDataObject>): Row => ({
	json: operation.method === 'DELETE' ? { deleted: true } : { success: true },
});

const resultRow = (result: IDataObject): Row =>
	Object.keys(result).length === 0 ? { json: { success: true } } : toRow(result);
