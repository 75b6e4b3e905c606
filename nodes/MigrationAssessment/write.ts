/** A writing request: its body, the mask of what it changes, the id that makes it repeatable, and the wait for its end. */
import type { IDataObject } from 'n8n-workflow';
import { allFieldsOf, type Call, PackError, type Row, text } from '../engine/describe';
import { buildRequest } from '../engine/request/buildRequest';
import { toRow } from '../engine/run/output';
import { responseRows } from '../engine/transport/responseRows';
import { completed, type LongRunning } from './longRunning';
import { maskOf } from './mask';
import { fullName } from './place';
import { requestIdOf } from './requestId';

export interface Writing {
	/** Where the request takes the id that makes it repeatable. */
	readonly requestId?: 'query' | 'body';
	/** Sends what was given only, with the mask that says so. */
	readonly patches?: boolean;
	/** Answers an operation that takes its time. */
	readonly isLong?: boolean;
	/** Fields of the body or the query that hold names of records, with the collection that these lie in. */
	readonly names?: Readonly<Record<string, string>>;
	/** What the body needs beyond its fields. */
	body?(body: IDataObject, call: Call<IDataObject>): IDataObject;
	/** The row of the result; the result itself when absent. */
	row?(result: IDataObject, call: Call<IDataObject>): Row | Promise<Row>;
}

const uuid = /^(?!0{8}-0{4}-0{4}-0{4}-0{12}$)[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const description =
	'The same request under the same ID is carried out once within an hour. Unless set, each item gets an ID that stays the same over Retry On Fail.';
const requestIdText = {
	description,
	placeholder: 'e.g. 7a1f6c7e-3c0b-4f0e-9d3a-5b1f0c2d4e6f',
	pattern: uuid,
	expected: 'a UUID other than the zero one',
	hideFromAgents: true,
};

/** Options of a writing request, by what it is. */
export const writingOptions = ({ requestId, patches }: Writing) => ({
	...(requestId ? { requestId: text('Request ID', { ...requestIdText, in: requestId }) } : {}),
	...(patches
		? {
				updateMask: text('Update Mask', {
					description:
						'Paths of the fields to change, separated by commas. Unless set, the fields given. A field that is named here and not given is cleared.',
					placeholder: 'e.g. displayName,description',
					in: 'query',
				}),
			}
		: {}),
});

/** Sends the request of an operation; answers the row of its result. */
export const writes =
	(writing: Writing) =>
	async (call: Call<IDataObject>): Promise<Row[]> => {
		const { row } = writing;
		const finished = row
			? async (result: IDataObject) => await row(result, call)
			: call.operation.output === 'done'
				? () => doneOf(call)
				: resultRow;
		const answer = await sent(call, writing);
		if (writing.isLong) return [await completed(call, answer as LongRunning, finished)];
		if (call.operation.rows)
			return responseRows({ status: 200, headers: {}, body: answer }, call.operation.rows).map(
				toRow,
			);
		return [await finished(answer)];
	};

async function sent(call: Call<IDataObject>, writing: Writing): Promise<IDataObject> {
	const { operation, input } = call;
	const named = {
		...input,
		...Object.fromEntries(
			Object.entries(writing.names ?? {}).flatMap(([key, collection]) =>
				input[key] === undefined ? [] : [[key, namesOf(input, collection, input[key])]],
			),
		),
	};
	const { query, body: given = {} } = buildRequest(
		operation.request!,
		allFieldsOf(operation),
		named,
	);
	const body = writing.body?.(given as IDataObject, call) ?? (given as IDataObject);
	if (writing.patches && (query.updateMask ??= maskOf(body)) === '') {
		throw new PackError('There is nothing to update', {
			hint: 'Give at least one field to change, or name the fields to clear in Update Mask.',
		});
	}
	if (writing.requestId === 'query') query.requestId ??= requestIdOf(call.key);
	if (writing.requestId === 'body') body.requestId ??= requestIdOf(call.key);
	const isEmpty = operation.request!.startsWith('DELETE') || Object.keys(body).length === 0;
	return ((
		await call.request(operation.request!, { values: input, query, ...(isEmpty ? {} : { body }) })
	).body ?? {}) as IDataObject;
}

const namesOf = (input: IDataObject, collection: string, value: unknown): IDataObject[string] =>
	Array.isArray(value)
		? value.map((one) => fullName(input, collection, one))
		: fullName(input, collection, value);

const doneOf = ({ operation }: Call<IDataObject>): Row => ({
	json: operation.request!.startsWith('DELETE') ? { deleted: true } : { success: true },
});

const resultRow = (result: IDataObject): Row =>
	Object.keys(result).length === 0 ? { json: { success: true } } : toRow(result);
