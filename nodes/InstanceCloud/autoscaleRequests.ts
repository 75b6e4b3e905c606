/**
 * Sends autoscale requests. In the specification, autoscale is a separate category. The vendor's
 * current API nests it under services.
 */
import type { IDataObject } from 'n8n-workflow';
import { toRow } from '../engine';
import {
	type Call,
	type Method,
	PackError,
	type RequestLine,
	type Row,
	toText,
} from '../engine/describe';
import { entriesOf, entryResult, rejectionOf } from './envelope';
import { resolveUuid } from './objects';
import { inputOf } from './requestBody';

const isBelowServices = (call: Call<unknown>): boolean =>
	(call.connection.credential as IDataObject | undefined)?.autoscalePaths === 'services';

/** The request line for the settings of several services. */
export const settingsRequest =
	(method: Method) =>
	(call: Call<unknown>): RequestLine =>
		`${method} ${isBelowServices(call) ? '/services/autoscale' : '/autoscale'}`;

/** The request line for reading the settings of one service. */
export const readSettings = (call: Call<unknown>): RequestLine =>
	`GET ${isBelowServices(call) ? '/services/{uuid}/autoscale' : '/autoscale/{uuid}'}`;

/**
 * Sends a request for the policies of one service. If the service was given by name, its UUID is
 * looked up first.
 * @throws PackError if an entry of the response failed
 */
export async function requestPolicies(
	call: Call<unknown>,
	method: Method,
	parts: { name?: unknown; body?: IDataObject } = {},
): Promise<Row[]> {
	const uuid = await resolveUuid(call, 'services', toText(inputOf(call).serviceId), 'Service');
	const path = isBelowServices(call)
		? '/services/{uuid}/autoscale/policies'
		: '/autoscale/{uuid}/policies';
	const line = `${method} ${path}${parts.name === undefined ? '' : '/{name}'}` as RequestLine;
	const { body } = await call.request(
		line,
		{
			values: { uuid, name: parts.name as string },
			...(parts.body ? { body: parts.body } : {}),
		},
		{ classify: rejectionOf },
	);
	return entriesOf(body).flatMap((entry) => {
		const result = entryResult(entry);
		if (result instanceof PackError) throw result;
		// The policy is nested in its entry.
		return typeof entry.policy === 'object' && entry.policy !== null
			? [toRow(entry.policy)]
			: [...result];
	});
}
