/** Requests for a single object: create it, or look up its UUID. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError, type RequestLine, type Row } from '../engine/describe';
import { entriesOf, rejectionOf, requireRows, rowsOfEntries } from './envelope';
import { withLowercaseNames } from './requestBody';
import { isUuid, targetOf } from './targets';

/** @throws PackError if the response contains no entry, or if the entry failed */
export async function createObject(
	call: Call<unknown>,
	line: RequestLine,
	body: IDataObject,
): Promise<Row[]> {
	const response = await call.request(
		line,
		{ body: withLowercaseNames(body) },
		{ classify: rejectionOf },
	);
	return requireRows(rowsOfEntries(entriesOf(response.body)));
}

/**
 * The UUID of an object given by UUID or name. A path cannot contain a name, so a name is looked up
 * in global scope.
 * @throws PackError if the object does not exist
 */
export async function resolveUuid(
	call: Call<unknown>,
	category: string,
	reference: string,
	label: string,
): Promise<string> {
	const target = targetOf(reference, label);
	if ('uuid' in target) return target.uuid;
	const { body } = await call.request(
		`GET /${category}`,
		{ query: { name: [target.name] } },
		{ idempotency: 'safe' },
	);
	const [found] = rowsOfEntries(entriesOf(body).slice(0, 1), `${label} ${target.name}`);
	const uuid = found?.json.uuid;
	if (typeof uuid === 'string' && isUuid(uuid)) return uuid;
	throw new PackError(`The service returned no UUID for ${label} ${target.name}`, {
		field: label,
		hint: 'Enter the UUID instead of the name.',
	});
}
