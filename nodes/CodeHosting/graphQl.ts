/** Requests to the GraphQL API. A response with errors has the status 200. */
import type { IDataObject } from 'n8n-workflow';
import {
	buildRequest,
	limitHint,
	PaginationGuard,
	rowsUpToLimit,
	send,
	showHint,
	toRow,
} from '../engine';
import {
	type Call,
	isObject,
	type Operation,
	PackError,
	printable,
	type Row,
	toText,
} from '../engine/describe';
import { isTemporaryGraphQlError, graphQlResponse, hasGraphQlData } from './errors';

interface GraphQlRequest {
	readonly query: string;
	readonly variables?: IDataObject;
	/** Whether a response with errors is returned if it also contains data. */
	readonly partialData?: boolean;
}

/** An operation as data: a document, whose variables are the fields, and what it returns. */
interface GraphQlOperation {
	/**
	 * The record is in the outermost field, as in `repository { issue {} }`. A list is the only one
	 * with `pageInfo`.
	 */
	readonly document: string;
	/**
	 * Finds the node IDs that `document` needs: their keys are its variables. Skipped if one of its
	 * own variables has no value.
	 */
	readonly ids?: string;
}

/** The properties of an operation that sends a document. With `paging`, it returns a list. */
export const graphQlOperation = ({
	document,
	ids,
}: GraphQlOperation): Pick<Operation, 'idempotency' | 'rateLimit' | 'effect'> & {
	run: (call: Call<unknown>) => Promise<readonly Row[]>;
} => ({
	...(isMutation(document)
		? { idempotency: 'none' }
		: { idempotency: 'safe', effect: 'reversible' }),
	rateLimit,
	run: async (call) => {
		const { fields, options, paging } = call.operation;
		const input = call.input as IDataObject;
		const values = buildRequest('POST /', { ...fields, ...options }, input).body as IDataObject;
		const variables = ids === undefined ? {} : variablesOf(ids, values);
		const found =
			ids === undefined || Object.values(variables).includes(undefined)
				? {}
				: leavesOf(await sendGraphQl(call, { query: ids, variables }));
		const request = { query: document, variables: variablesOf(document, { ...values, ...found }) };
		if (paging) return await getAllByGraphQl(call, request);
		const [parent] = Object.values(await sendGraphQl(call, request)) as IDataObject[];
		return [toRow(Object.values(parent ?? {})[0])];
	},
});

/** The GraphQL API has its own rate limit. */
export const rateLimit = 'graphQl';

/** For `paging`: the operation follows the pages by itself. This adds Return All and Limit. */
export const pagesByGraphQl = { next: () => undefined };

/** The values of the variables that a document declares. Numbers in text fields become numbers. */
const variablesOf = (document: string, values: IDataObject): IDataObject =>
	Object.fromEntries<IDataObject[string]>(
		[...document.matchAll(/\$(\w+): \[?(\w+)/g)].map(([, name, type]) => {
			const value = values[name!];
			// JavaScript would round a larger number. The service rejects it as text.
			const isNumber = type === 'Int' && value !== undefined && Number.isSafeInteger(Number(value));
			return [name!, isNumber ? Number(value) : value];
		}),
	);

const words = (key: string): string =>
	key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The innermost values in the data, by key. @throws PackError if a record was not found */
function leavesOf(data: IDataObject): IDataObject {
	const entries = Object.entries(data).map(([key, value]) => {
		if (value === null)
			throw new PackError(`The ${words(key)} was not found`, {
				hint: 'Check the values in the node.',
			});
		return isObject(value) ? leavesOf(value) : { [key]: value };
	});
	return Object.assign({}, ...entries) as IDataObject;
}

interface Connection extends IDataObject {
	pageInfo: IDataObject;
}

/** Returns the data of a response. Mutations are sent once. @throws PackError for its errors */
export async function sendGraphQl(
	{ connection, operation: { permission, fields } }: Call<unknown>,
	{ query, variables = {}, partialData = false }: GraphQlRequest,
): Promise<IDataObject> {
	const isWrite = isMutation(query);
	const { url } = connection.address;
	const { body } = await send(
		connection,
		{
			method: 'POST',
			// GitHub Enterprise Server: https://HOST/api/v3 and https://HOST/api/graphql
			url: `${url.replace(/\/api\/v3$/, '/api')}/graphql`,
			query: {},
			headers: {},
			body: { query, variables },
		},
		{
			idempotency: isWrite ? 'none' : 'safe',
			permission,
			classify: ({ body: received }) =>
				errorOf(received, connection.label, isWrite, partialData, fields.graphQlVariables?.label),
		},
	);
	const { data, errors } = body as { data: IDataObject; errors?: IDataObject[] };
	return errors ? { ...data, errors } : data;
}

/** Whether a document may contain a mutation. The word in a text or a comment counts as well. */
export const isMutation = (query: string): boolean => /\bmutation\b/.test(query);

/**
 * Returns the rows of all pages. The variable `$cursor` is the end of the page before.
 * @param path path of the list in the data. Default: the only list with `pageInfo`
 */
export async function getAllByGraphQl(
	call: Call<unknown>,
	request: GraphQlRequest,
	path?: string,
): Promise<Row[]> {
	const { maxRows = Infinity } = call;
	const guard = new PaginationGuard(false);
	const rows: Row[] = [];
	let cursor: unknown;
	do {
		const variables = { ...request.variables, ...(cursor ? { cursor } : {}) } as IDataObject;
		const { pageInfo, ...page } = listIn(await sendGraphQl(call, { ...request, variables }), path);
		const edges = (page.edges ?? []) as IDataObject[];
		const nodes = ((page.nodes ?? edges.map(({ node }) => node)) as unknown[]).filter(isObject);
		guard.checkRows(nodes);
		for (const node of nodes) rows.push(toRow(node));
		cursor = pageInfo.hasNextPage === true ? pageInfo.endCursor : undefined;
		if (cursor) guard.checkNext(toText(cursor));
	} while (cursor && rows.length < maxRows);
	if (cursor && rows.length === maxRows) showHint(call.context, limitHint(maxRows));
	return [...rowsUpToLimit(call, rows)];
}

function listIn(data: IDataObject, path?: string): Connection {
	const lists = [...listsIn(data)];
	const found =
		path === undefined && lists.length === 1 ? lists[0] : lists.find(([at]) => at === path);
	if (found) return found[1];
	const paths = lists.map(([at]) => at).join(', ');
	throw new PackError(
		path === undefined && paths
			? `Connection is required, because the response contains several lists: ${paths}`
			: `The response does not contain a list with pageInfo${path ? ` at ${path}` : ''}`,
		{ hint: 'Select pageInfo { hasNextPage endCursor } and nodes or edges { node } in the list.' },
	);
}

/** The outermost lists with `pageInfo`, with their paths. */
function* listsIn(data: IDataObject, parent = ''): Generator<readonly [string, Connection]> {
	for (const [key, value] of Object.entries(data)) {
		if (!isObject(value)) continue;
		if (isObject(value.pageInfo)) yield [parent + key, value as Connection];
		else yield* listsIn(value, `${parent}${key}.`);
	}
}

function errorOf(
	body: unknown,
	provider: string,
	isWrite: boolean,
	partialData: boolean,
	variablesLabel?: string,
): PackError | undefined {
	// These are retried.
	if (isTemporaryGraphQlError(body)) return undefined;
	const { data, errors } = graphQlResponse(body);
	const hasData = hasGraphQlData({ data });
	if (isObject(data) && (errors.length === 0 || (hasData && partialData))) return undefined;
	if (errors.length === 0)
		return new PackError('The response does not contain data', {
			hint: 'Check the base URL in the credential.',
			mayHaveBeenProcessed: true,
		});
	const text = [...new Set(errors.map(({ message }) => toText(message)))].join('; ');
	return new PackError(`${provider} rejected the request: ${printable(text, 500)}`, {
		hint:
			hasData && !isWrite
				? 'The response contains the rest of the data. To get it, turn on Return Partial Data, if the operation has this option.'
				: variablesLabel && /\$\w/.test(text)
					? `Enter a value for each variable of the query in ${variablesLabel}.`
					: 'Check the values in the node.',
		code: toText(errors[0]!.type) || undefined,
		// A mutation can fail after its changes were made.
		...(isWrite ? { mayHaveBeenProcessed: true } : {}),
	});
}
