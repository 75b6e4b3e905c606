/** Requests of the node form: searches in resource locators, and columns of resource mappers. */
import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeType,
	ResourceMapperField,
} from 'n8n-workflow';
import {
	allFieldsOf,
	collectionsPerItem,
	type Column,
	type Connection,
	type CredentialChoice,
	type Field,
	type Fields,
	type HttpResponse,
	type LocatorRow,
	type Lookup,
	PackError,
	printable,
	readSafely,
	type RequestLine,
	type RequestPlan,
	type Selection,
	type Service,
	toResult,
	toText,
} from '../describe';
import { connect } from '../http/connect';
import { connectionTestOf } from '../http/connectionTest';
import { send } from '../http/pipeline';
import { responseRows } from '../http/responseRows';
import { planRequest } from '../plan/buildRequest';
import { placeholdersOf } from '../plan/path';
import { readConnectionFields, readRequestOptions } from '../read/readInput';
import { emptyList, formError, missingCredential, selectFirst } from './formErrors';

type Methods = { credentialTest: ReturnType<typeof connectionTestOf> } & Required<
	Pick<NonNullable<INodeType['methods']>, 'listSearch' | 'resourceMapping'>
>;

/** The `methods` of a node. @throws Error for a list without a method, or two with the same one */
export function methodsOf(service: Service): Methods {
	const sources = new Map<string, string>();
	/** Whether a method is not defined yet. Fields with equal requests share a method. */
	const isNew = (method: string | undefined, { label, lookup, columnsFrom }: Field): boolean => {
		if (method === undefined) throw new Error(`The list of ${label} has no method`);
		const source = JSON.stringify([lookup, columnsFrom]);
		const known = sources.get(method);
		if (known !== undefined && known !== source)
			throw new Error(`Two different lists have the method ${method}`);
		sources.set(method, source);
		return known === undefined;
	};
	const methods: Methods = {
		credentialTest: connectionTestOf(service),
		listSearch: {},
		resourceMapping: {},
	};
	for (const field of allFields(service)) {
		const { listMethod, lookup, entries, columnsMethod, columns, columnsFrom } = field;
		if (lookup && isNew(listMethod, field)) {
			methods.listSearch[listMethod!] = async function (filter, pageToken) {
				const result = await toResult(search(this, service, field, lookup, filter, pageToken));
				if ('value' in result) return result.value;
				if (!lookup.fallback) throw formError(this.getNode(), result.error);
				return { results: matching(lookup.fallback, filter) };
			};
		}
		if (entries && isNew(listMethod, field)) {
			methods.listSearch[listMethod!] = function (filter) {
				return Promise.resolve({ results: matching(entries(selectionIn(this)), filter) });
			};
		}
		if (columns && isNew(columnsMethod, field)) {
			methods.resourceMapping[columnsMethod!] = async function () {
				// The form requests the columns as soon as it opens, possibly before anything is selected.
				const missing = placeholdersOf(columnsFrom ?? '').find(
					(name) => !currentValue(this, service, name),
				);
				if (missing)
					return { fields: [], emptyFieldsNotice: selectFirst(labelOf(service, missing)) };
				const request = async (line: RequestLine) =>
					await ask(this, await connectForm(this, service), service, line);
				const result = columnsFrom ? await toResult(request(columnsFrom)) : undefined;
				if (result && 'error' in result) throw formError(this.getNode(), result.error);
				const body = (result?.value.response.body ?? {}) as IDataObject;
				return { fields: columns(body, selectionIn(this)).map(mapperField) };
			};
		}
	}
	return methods;
}

/** All fields of a service, including those of rows. */
const allFields = (service: Service): Field[] =>
	Object.values(service.resources).flatMap(({ operations }) =>
		Object.values(operations).flatMap((operation) => withRowFields(allFieldsOf(operation))),
	);

const withRowFields = (fields: Fields): Field[] =>
	Object.values(fields).flatMap((field) => [field, ...withRowFields(field.row ?? {})]);

const selectionIn = (context: ILoadOptionsFunctions): Selection => ({
	resource: toText(context.getCurrentNodeParameter('resource')),
	operation: toText(context.getCurrentNodeParameter('operation')),
});

/** The entries whose name or value contains the search text. */
const matching = <Row extends LocatorRow>(rows: readonly Row[], text = ''): Row[] =>
	rows.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(text.toLowerCase()));

/** A field with its own parameter, which is not in a collection. */
const fieldNamed = (service: Service, name: string): Field | undefined =>
	Object.values(service.resources)
		.flatMap(({ operations }) => Object.values(operations))
		.find(({ fields }) => name in fields)?.fields[name];

const labelOf = (service: Service, name: string): string =>
	fieldNamed(service, name)?.label ?? name;

/** The values of a collection. There is no item for which an expression could be evaluated. */
const withoutExpressions = (values: unknown): IDataObject =>
	Object.fromEntries(
		Object.entries((values ?? {}) as IDataObject).filter(([, value]) => !isExpression(value)),
	);

const isExpression = (value: unknown): boolean =>
	typeof value === 'string' && value.startsWith('=');

/** The selected way to authenticate. */
function authenticationIn(
	context: ILoadOptionsFunctions,
	{ credentials }: Service,
): CredentialChoice {
	const [first, ...others] = credentials;
	const selected = others.length > 0 && context.getCurrentNodeParameter('authentication');
	return others.find(({ value }) => value === selected) ?? first!;
}

/** The connection of the form: few attempts with short timeouts, because the user waits. */
async function connectForm(context: ILoadOptionsFunctions, service: Service): Promise<Connection> {
	const { type, value: authentication } = authenticationIn(context, service);
	if (type !== undefined && !context.getNode().credentials?.[type])
		throw missingCredential(service);
	return await connect(
		context,
		service,
		{
			...readRequestOptions(service.options ?? {}, (name) =>
				withoutExpressions(context.getCurrentNodeParameter(name)),
			),
			...readConnectionFields(
				service.connectionFields,
				(name) => context.getCurrentNodeParameter(name),
				authentication,
			),
			attempts: 2,
			timeout: 15_000,
			maximumRetryWait: 15_000,
		},
		authentication,
	);
}

/**
 * Sends the first request line whose parameters all have values, otherwise the first line. They are
 * filled from the form, or from the defaults of the credential. Also returns the values of the
 * resource locators in the line, by label.
 */
async function ask(
	context: ILoadOptionsFunctions,
	connection: Connection,
	service: Service,
	lines: RequestLine | readonly RequestLine[],
	completed: (plan: RequestPlan) => RequestPlan = (plan) => plan,
): Promise<{ readonly response: HttpResponse; readonly parents: IDataObject }> {
	const defaults = service.defaults?.(connection.credential) ?? {};
	const valuesOf = (line: RequestLine): IDataObject =>
		Object.fromEntries(
			placeholdersOf(line).map((name) => [
				name,
				(currentValue(context, service, name) || defaults[name]) as IDataObject[string],
			]),
		);
	const all = [lines].flat();
	const line = all.find((one) => Object.values(valuesOf(one)).every(Boolean)) ?? all[0]!;
	const values = valuesOf(line);
	const parents = Object.fromEntries(
		Object.entries(values)
			.filter(([name]) => fieldNamed(service, name)?.kind === 'id')
			.map(([name, value]) => [labelOf(service, name), value]),
	);
	const missing = Object.keys(parents).find((label) => !parents[label]);
	if (missing !== undefined) throw new PackError(selectFirst(missing), { field: missing });
	const labels = Object.fromEntries(
		Object.keys(values).map((name) => [name, { label: labelOf(service, name) }]),
	);
	const plan = planRequest(line, { values }, labels);
	return { response: await send(connection, completed(plan), { idempotency: 'safe' }), parents };
}

/**
 * The current value of a field. n8n throws an error for the name of an unknown parameter. There is
 * no item for which expressions in collections could be evaluated, so they are ignored.
 */
function currentValue(context: ILoadOptionsFunctions, service: Service, name: string): unknown {
	if (fieldNamed(service, name)) {
		// With `extractValue`, n8n throws an error for hidden parameters, because they have no value.
		const isSet = context.getCurrentNodeParameter(name) !== undefined;
		return isSet ? context.getCurrentNodeParameter(name, { extractValue: true }) : undefined;
	}
	const value = collectionsPerItem
		.map((collection) => context.getCurrentNodeParameter(collection) as IDataObject | undefined)
		.find((values) => values?.[name] !== undefined)?.[name];
	return isExpression(value) ? undefined : value;
}

/** Adds query values, which replace those of the request line, and appends the search text. */
function withQuery(
	plan: RequestPlan,
	query: IDataObject,
	parameter: string | undefined,
	text: string,
): RequestPlan {
	const [url, own] = plan.url.split('?', 2) as [string, string | undefined];
	const ownQuery = Object.fromEntries(new URLSearchParams(own));
	const searching =
		parameter && text ? { [parameter]: [ownQuery[parameter], text].filter(Boolean).join(' ') } : {};
	return { ...plan, url, query: { ...ownQuery, ...searching, ...query } };
}

/** @throws PackError if the complete list is empty */
async function search(
	context: ILoadOptionsFunctions,
	service: Service,
	field: Field,
	described: Lookup<LocatorRow>,
	filter = '',
	pageToken?: string,
): Promise<INodeListSearchResult> {
	const query = pageToken ? (JSON.parse(pageToken) as IDataObject) : {};
	const connection = await connectForm(context, service);
	const lookup = { ...described, ...described.forCredential?.(connection.credential) };
	const { response, parents } = await ask(context, connection, service, lookup.request, (plan) =>
		withQuery(plan, query, lookup.search, filter),
	);
	const received = responseRows(response, lookup.rows);
	const rowErrors = received.map((row) => readSafely(() => lookup.paging?.rowError?.(row)));
	// A row that cannot be read, such as null, must not hide the others.
	const rows = received.flatMap((row, index) =>
		rowErrors[index] ? [] : (readSafely(() => lookup.row(row)) ?? []),
	);
	const next = lookup.paging?.next(response, { index: 0, query, rows: received.length });
	const hasMore = typeof next === 'object';
	if (rows.length === 0 && !hasMore && !pageToken && !filter)
		throw (
			rowErrors.find((error) => error !== undefined) ??
			emptyList(
				field,
				connection.label,
				parents,
				received.length,
				authenticationIn(context, service).type !== undefined,
			)
		);
	const once = new Map(rows.map((row) => [row.value, row]));
	return {
		results: matching([...once.values()], lookup.search ? '' : filter),
		...(hasMore ? { paginationToken: JSON.stringify(next) } : {}),
	};
}

/** n8n's types of the columns. `list` is not `array`, because n8n accepts only JSON there. */
const mapperTypes = {
	text: 'string',
	integer: 'number',
	number: 'number',
	flag: 'boolean',
	date: 'dateTime',
	list: 'string',
	rows: 'array',
	object: 'object',
} as const;

/** Maximum length in characters. Descriptions from the service can be very long. */
const maxDescriptionLength = 150;

function mapperField(column: Column): ResourceMapperField {
	const from = column.minimum === undefined ? '' : `from ${column.minimum}`;
	const to = column.maximum === undefined ? '' : `to ${column.maximum}`;
	const range = `${from} ${to}`.trim();
	const label = `${column.label ?? column.name}${range ? ` (${range})` : ''}`;
	return {
		id: column.name,
		displayName: column.description
			? `${label}: ${printable(column.description, maxDescriptionLength)}`
			: label,
		required: column.required ?? false,
		defaultMatch: false,
		display: true,
		type: column.choices ? 'options' : mapperTypes[column.kind],
		removed: !column.required && !column.shownByDefault,
		...(column.default === undefined || typeof column.default === 'object'
			? {}
			: { defaultValue: column.default as string }),
		...(column.choices
			? {
					options: column.choices.map((value) => ({
						name: column.choiceLabel?.(value) ?? value,
						value: mapperTypes[column.kind] === 'number' ? Number(value) : value,
					})),
				}
			: {}),
	};
}
