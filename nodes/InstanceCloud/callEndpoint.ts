/** Calls any endpoint of the API, in global or local scope. */
import type { IDataObject } from 'n8n-workflow';
import { apiTarget, toRow } from '../engine';
import {
	type Call,
	type Method,
	PackError,
	type RequestLine,
	type Row,
	toText,
} from '../engine/describe';
import { entriesOf, rejectionOf } from './envelope';
import { resolveUuid } from './objects';
import { inputOf } from './requestBody';

/** @throws PackError for a GET request with a body, or if all entries in the response failed */
export async function callEndpoint(call: Call<unknown>): Promise<Row[]> {
	const {
		httpMethod = 'GET',
		category: givenCategory = 'instances',
		object,
		endpointPath,
		bodyJson,
		queryJson,
		answerAs,
	} = inputOf(call);
	const method = toText(httpMethod) as Method;
	if (method === 'GET' && bodyJson !== undefined) {
		throw new PackError('Body cannot be sent with GET', {
			field: 'Body',
			hint: 'Enter the objects in Query, for example {"uuid": ["…", "…"]}, or use POST if the endpoint supports it.',
		});
	}
	const category = categoryOf(call.connection.address.url, toText(givenCategory));
	const uuid =
		object === undefined ? undefined : await resolveUuid(call, category, toText(object), 'Object');
	const line =
		`${method} /${category}${uuid === undefined ? '' : '/{uuid}'}${endpointPath === undefined ? '' : `/${toText(endpointPath)}`}` as RequestLine;
	const parts = {
		values: { uuid },
		query: (queryJson ?? {}) as IDataObject,
		...(bodyJson === undefined ? {} : { body: bodyJson }),
	};
	const asEnvelope = answerAs === 'envelope';
	const { body } = await call.request(line, parts, {
		idempotency: method === 'GET' || method === 'PUT' || method === 'DELETE' ? 'safe' : 'none',
		...(asEnvelope ? {} : { classify: rejectionOf }),
	});
	return responseItems(body, asEnvelope);
}

/**
 * The path of an endpoint below the base URL, without slashes at its ends.
 * @param given a word, or a path or URL that may contain the base path
 * @throws PackError if a URL belongs to another address
 */
function categoryOf(baseUrl: string, given: string): string {
	const path = given.replace(/^(?!https?:|\/)/i, '/');
	const { pathname } = new URL(apiTarget(baseUrl, path, 'Category').url);
	const basePath = new URL(baseUrl).pathname;
	const below = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
	return below.replaceAll(/^\/|\/$/g, '');
}

/**
 * Returns one row per entry, or one row with the envelope. In the row of a failed entry,
 * `serviceError` contains the error number.
 */
function responseItems(body: unknown, asEnvelope: boolean): Row[] {
	const entries = entriesOf(body);
	if (asEnvelope || entries.length === 0) return [toRow(body ?? { success: true })];
	return entries.map(toRow);
}
