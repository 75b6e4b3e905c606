/** Requests for the webhooks of a repository or an organization. */
import type { IDataObject } from 'n8n-workflow';
import { responseRows, send } from '../../engine';
import { type Connection, type HttpResponse, isObject, toText } from '../../engine/describe';
import { nextPageIn } from '../paging';
import type { Settings } from './webhookSettings';

/** The ID of the webhook whose URL is the right one. */
export async function findWebhook(
	connection: Connection,
	{ path, permission }: Settings,
	isUrl: (url: unknown) => boolean,
): Promise<string | undefined> {
	for (let page: IDataObject | undefined = { page: 1 }; page !== undefined;) {
		const response = await request(connection, 'GET', path, permission, undefined, {
			per_page: 100,
			...page,
		});
		const webhook = responseRows(response).find(
			(row) => isObject(row) && isObject(row.config) && isUrl(row.config.url),
		);
		if (webhook) return toText(webhook.id);
		page = nextPageIn(toText(response.headers.link));
	}
	return undefined;
}

export async function request(
	connection: Connection,
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
	url: string,
	permission: string | undefined,
	body?: IDataObject,
	query: IDataObject = {},
): Promise<HttpResponse> {
	return await send(
		connection,
		{ method, url, query, headers: {}, ...(body === undefined ? {} : { body }) },
		{ idempotency: method === 'POST' ? 'none' : 'safe', permission },
	);
}
