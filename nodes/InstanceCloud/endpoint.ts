/** Any endpoint of the interface, in global or local scope. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, type Method, PackError, type RequestLine, type Row } from '../engine/describe';
import { toRow } from '../engine/run/output';
import { entriesOf, entryRefusal } from './envelope';
import { inputOf, uuidOf } from './requests';

export async function callEndpoint(call: Call<unknown>): Promise<Row[]> {
	const {
		httpMethod = 'GET',
		category = 'instances',
		object,
		endpointPath,
		bodyJson,
		queryJson,
		answerAs,
	} = inputOf(call);
	const method = String(httpMethod) as Method;
	if (method === 'GET' && bodyJson !== undefined) {
		throw new PackError('Body cannot be sent with GET', {
			field: 'Body',
			hint: 'Put targets into Query, for example {"uuid": ["…", "…"]}, or use POST where the service takes it.',
		});
	}
	const uuid =
		object === undefined
			? undefined
			: await uuidOf(call, String(category), String(object), 'Object');
	const line =
		`${method} /{category}${uuid === undefined ? '' : '/{uuid}'}${endpointPath === undefined ? '' : `/${String(endpointPath)}`}` as RequestLine;
	const parts = {
		values: { category, uuid },
		query: (queryJson ?? {}) as IDataObject,
		...(bodyJson === undefined ? {} : { body: bodyJson }),
	};
	const { body } = await call.request(line, parts, {
		replay: method === 'GET' || method === 'PUT' || method === 'DELETE' ? 'safe' : 'never',
	});
	return rowsOfAnswer(body, answerAs === 'envelope');
}

/** Entries that failed stand among the others with their `serviceError`; where all of them failed, the item does. */
function rowsOfAnswer(body: unknown, whole: boolean): Row[] {
	const entries = entriesOf(body);
	if (whole || entries.length === 0) return [toRow(body ?? { success: true })];
	const [first] = entries;
	if (entries.every(({ status }) => status === 'error')) throw entryRefusal(first!);
	return entries.map(toRow);
}
