// The requests that load the entries of dropdowns.
import type { IDataObject } from 'n8n-workflow';
import {
	allFieldsOf,
	type Field,
	type LocatorRow,
	type Lookup,
	PackError,
	type RequestLine,
	type Service,
} from '../../../../nodes/engine/describe';
import { fillPath, placeholdersOf } from '../../../../nodes/engine/plan/path';
import { operationsIn } from '../pack';
import type { CheckedRequest } from './checkRequest';

/** The requests of all dropdowns of a service, by request line. */
export function dropdownRequests(service: Service): Map<RequestLine, CheckedRequest> {
	const fields = operationsIn(service).flatMap(({ operation }) =>
		Object.values(allFieldsOf(operation)),
	);
	const examples = new Map(
		operationsIn(service).flatMap(({ operation }) =>
			Object.entries(allFieldsOf(operation)).flatMap(([name, { placeholder }]) =>
				placeholder === undefined ? [] : [[name, placeholder.replace(/^e\.g\. /, '')] as const],
			),
		),
	);
	return new Map(fields.flatMap(requestLines).map((line) => [line, requestOf(line, examples)]));
}

function requestLines({ lookup, columnsFrom }: Field): RequestLine[] {
	const lookups = [lookup, lookup && lookupForApp(lookup)];
	return [...lookups.flatMap((each) => each?.request ?? []), ...(columnsFrom ? [columnsFrom] : [])];
}

/** The changes to a lookup for the credential of an app installation. */
function lookupForApp({ forCredential }: Lookup<LocatorRow>): Partial<Lookup<LocatorRow>> {
	try {
		return forCredential?.({ appId: '1' }) ?? {};
	} catch (error) {
		// Apps cannot load the list.
		if (error instanceof PackError) return {};
		throw error;
	}
}

/** @param examples values of the placeholders by name. Default: the name. */
function requestOf(line: RequestLine, examples: ReadonlyMap<string, string>): CheckedRequest {
	const [method, template] = line.split(' ', 2) as [string, string];
	const { pathname, searchParams } = new URL(
		fillPath(
			template,
			Object.fromEntries(placeholdersOf(line).map((name) => [name, examples.get(name) ?? name])),
		),
		'http://service',
	);
	return {
		method,
		url: pathname,
		query: Object.fromEntries(searchParams) as IDataObject,
		headers: {},
		body: undefined,
	};
}
