/** Requests of the node form: searches in resource locators, and columns of resource mappers. */
import {
	type IDataObject,
	type ILoadOptionsFunctions,
	type INode,
	type INodeListSearchResult,
	type INodeType,
	NodeApiError,
	type ResourceMapperField,
	type ResourceMapperFields,
} from 'n8n-workflow';
import {
	allFieldsOf,
	collectionsPerItem,
	columnDescriptionSeparator,
	type Column,
	type Connection,
	type Field,
	type HttpResponse,
	isObject,
	type Kind,
	type LocatorRow,
	type Lookup,
	PackError,
	printable,
	readSafely,
	type RequestLine,
	type RequestPlan,
	selectedCredential,
	type Selection,
	type Service,
	statusOf,
	toResult,
	toText,
} from '../describe';
import { nodeError } from '../errors/nodeError';
import { connect } from '../http/connect';
import { connectionTestOf } from '../http/connectionTest';
import { send } from '../http/pipeline';
import { responseRows } from '../http/responseRows';
import { queryOf } from '../plan/apiTarget';
import { planRequest } from '../plan/buildRequest';
import { placeholdersOf } from '../plan/path';
import { readRunSettings } from '../read/readInput';
import { defined, inputModeLabel } from './parameter';

type Methods = { credentialTest: ReturnType<typeof connectionTestOf> } & Required<
	Pick<NonNullable<INodeType['methods']>, 'listSearch' | 'resourceMapping'>
>;

interface OpenForm {
	readonly context: ILoadOptionsFunctions;
	readonly service: Service;
}

/** The `methods` of a node. Fields with the same list share one. */
export function methodsOf(service: Service): Methods {
	const methods: Methods = {
		credentialTest: connectionTestOf(service),
		listSearch: {},
		resourceMapping: {},
	};
	for (const field of allFields(service)) {
		const { lookup, entries, columns, columnsMethod, listMethod } = field;
		if (columns)
			methods.resourceMapping[columnsMethod!] ??= async function () {
				return await withFormErrors(this, readColumns({ context: this, service }, field));
			};
		else if (lookup || entries)
			methods.listSearch[listMethod!] ??= async function (filter, pageToken) {
				if (!lookup) return { results: matching(entries!(selectionIn(this)), filter) };
				const result = search({ context: this, service }, field, lookup, filter, pageToken);
				const { fallback } = lookup;
				// A service that responded, for example with 401, can be reached.
				const orFallback = (error: unknown): INodeListSearchResult => {
					if (!fallback || (statusOf(error) ?? 500) < 500) throw error;
					return { results: matching(fallback, filter) };
				};
				return await withFormErrors(this, result.catch(orFallback));
			};
	}
	return methods;
}

async function withFormErrors<T>(context: ILoadOptionsFunctions, work: Promise<T>): Promise<T> {
	const result = await toResult(work);
	if ('error' in result) throw formError(context.getNode(), result.error);
	return result.value;
}

/** The form requests the columns as soon as it opens, possibly before anything is selected. */
async function readColumns(
	form: OpenForm,
	{ columns, columnsFrom }: Field,
): Promise<ResourceMapperFields> {
	const missing = placeholdersOf(columnsFrom ?? '').find((name) => !currentValue(form, name));
	if (missing) return { fields: [], emptyFieldsNotice: selectFirst(fieldOf(form, missing).label) };
	const asked = columnsFrom
		? await toResult(ask(form, await connectForm(form), columnsFrom))
		: undefined;
	if (asked && 'error' in asked) {
		// n8n shows the last notice until there is another one, even after an error. For an ID that does
		// not exist, it would keep saying that nothing is selected.
		if (![400, 404, 422].includes(statusOf(asked.error) ?? 0)) throw asked.error;
		const { message, description } = formError(form.context.getNode(), asked.error);
		return { fields: [], emptyFieldsNotice: [message, description].filter(Boolean).join('. ') };
	}
	const body = asked?.value.body;
	const all = columns!((body ?? {}) as IDataObject, selectionIn(form.context));
	return { fields: Object.entries(all).map(mapperField) };
}

/** The fields in rows are last, so that errors of a list that they share have the label of a field. */
function allFields(service: Service): Field[] {
	const fields = Object.values(service.resources).flatMap(({ operations }) =>
		Object.values(operations).flatMap((operation) => Object.values(allFieldsOf(operation))),
	);
	return [...fields, ...fields.flatMap(rowFields)];
}

const rowFields = ({ row = {} }: Field): Field[] =>
	Object.values(row).flatMap((field) => [field, ...rowFields(field)]);

const selectionIn = (context: ILoadOptionsFunctions): Selection => ({
	resource: toText(context.getCurrentNodeParameter('resource')),
	operation: toText(context.getCurrentNodeParameter('operation')),
	version: context.getNode().typeVersion,
});

const matching = <Row extends LocatorRow>(rows: readonly Row[], text = ''): Row[] =>
	rows.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(text.toLowerCase()));

/** Adds the end of the value to names that occur more than once, such as those of two payments. */
function withDistinctNames<Row extends LocatorRow>(rows: readonly Row[]): Row[] {
	const uses = new Map<string, number>();
	for (const { name } of rows) uses.set(name, (uses.get(name) ?? 0) + 1);
	return rows.map((row) =>
		uses.get(row.name) === 1 ? row : { ...row, name: `${row.name} · …${row.value.slice(-6)}` },
	);
}

/** A field with its own parameter, which is not in a collection. */
const fieldNamed = (service: Service, name: string): Field | undefined =>
	Object.values(service.resources)
		.flatMap(({ operations }) => Object.values(operations))
		.find(({ fields }) => name in fields)?.fields[name];

const fieldOf = ({ service }: OpenForm, name: string): Pick<Field, 'label'> & Partial<Field> =>
	fieldNamed(service, name) ?? { label: name };

const isExpression = (value: unknown): boolean =>
	typeof value === 'string' && value.startsWith('=');

/** The connection of the form: few attempts with short timeouts, because the user waits. */
async function connectForm(form: OpenForm): Promise<Connection> {
	const { context, service } = form;
	const settings = readRunSettings(service, (name) => {
		const value = context.getCurrentNodeParameter(name);
		// There is no item for which an expression in a collection could be evaluated.
		return isObject(value)
			? Object.fromEntries(Object.entries(value).filter(([, one]) => !isExpression(one)))
			: value;
	});
	const { type } = selectedCredential(service, settings.authentication);
	if (type !== undefined && !context.getNode().credentials?.[type])
		throw missingCredential(service);
	const limits = { attempts: 2, timeout: 15_000, maximumRetryWait: 15_000 };
	return await connect(context, service, { ...settings, ...limits });
}

/**
 * Sends the first request line whose parameters all have values in the form or the credential, or
 * else the first line.
 */
async function ask(
	form: OpenForm,
	connection: Connection,
	lines: RequestLine | readonly RequestLine[],
	completed: (plan: RequestPlan) => RequestPlan = (plan) => plan,
): Promise<HttpResponse> {
	const defaults = form.service.defaults?.(connection.credential) ?? {};
	const valueOf = (name: string) => {
		const value = (currentValue(form, name) || defaults[name]) as IDataObject[string];
		return typeof value === 'string' ? value.trim() : value;
	};
	const all = [lines].flat();
	const line = all.find((one) => placeholdersOf(one).every(valueOf)) ?? all[0]!;
	const fields = placeholdersOf(line).map((name) => ({ name, ...fieldOf(form, name) }));
	const missing = fields.find(({ name, kind }) => kind === 'id' && !valueOf(name))?.label;
	if (missing !== undefined) throw new PackError(selectFirst(missing), { field: missing });
	const plan = planRequest(
		line,
		{ values: Object.fromEntries(fields.map(({ name }) => [name, valueOf(name)])) },
		Object.fromEntries(fields.map(({ name, label }) => [name, { label }])),
	);
	return await send(connection, completed(plan), { idempotency: 'safe' });
}

/** n8n throws for an unknown name. Expressions in collections are ignored, as there is no item. */
function currentValue({ context, service }: OpenForm, name: string): unknown {
	if (fieldNamed(service, name)) {
		// With `extractValue`, n8n throws an error for hidden parameters, because they have no value.
		const isSet = context.getCurrentNodeParameter(name) !== undefined;
		return isSet ? context.getCurrentNodeParameter(name, { extractValue: true }) : undefined;
	}
	const value =
		context.getCurrentNodeParameter(name) ??
		collectionsPerItem
			.map((collection) => context.getCurrentNodeParameter(collection) as IDataObject | undefined)
			.find((values) => values?.[name] !== undefined)?.[name];
	return isExpression(value) ? undefined : value;
}

/** Replaces query values of the request line, and appends the search text. */
function withQuery(
	plan: RequestPlan,
	query: IDataObject,
	parameter: string | undefined,
	text: string,
): RequestPlan {
	const [url, own] = plan.url.split('?', 2) as [string, string | undefined];
	const ownQuery = queryOf({ searchParams: new URLSearchParams(own) });
	const searching =
		parameter && text
			? { [parameter]: [toText(ownQuery[parameter]), text].filter(Boolean).join(' ') }
			: {};
	return { ...plan, url, query: { ...ownQuery, ...searching, ...query } };
}

/** @throws PackError if the complete list is empty */
async function search(
	form: OpenForm,
	field: Field,
	described: Lookup<LocatorRow>,
	filter = '',
	pageToken?: string,
): Promise<INodeListSearchResult> {
	const query = pageToken ? (JSON.parse(pageToken) as IDataObject) : {};
	const connection = await connectForm(form);
	const lookup = { ...described, ...described.forCredential?.(connection.credential) };
	const response = await ask(form, connection, lookup.request, (plan) =>
		withQuery(plan, query, lookup.search, filter),
	);
	const received = responseRows(response, lookup.rows);
	const errorOf = (row: IDataObject) => readSafely(() => lookup.paging?.rowError?.(row));
	// A row that cannot be read, such as null, must not hide the others.
	const rows = received.flatMap((row) =>
		errorOf(row) ? [] : (readSafely(() => lookup.row(row)) ?? []),
	);
	const next = lookup.paging?.next(response, { index: 0, query, rows: received.length });
	const hasMore = typeof next === 'object';
	if (rows.length === 0 && !hasMore && !pageToken && !filter)
		throw (
			received.map(errorOf).find(Boolean) ?? emptyList(field, connection.label, received.length)
		);
	const distinct = [...new Map(rows.map((row) => [row.value, row])).values()];
	return {
		results: matching(withDistinctNames(distinct), lookup.search ? '' : filter),
		...(hasMore ? { paginationToken: JSON.stringify(next) } : {}),
	};
}

/** n8n's types of the columns that are not text. JSON is text, so that its errors are those of the node. */
const mapperTypes: Partial<Record<Kind, ResourceMapperField['type']>> = {
	integer: 'number',
	number: 'number',
	flag: 'boolean',
	date: 'dateTime',
};

const maxDescriptionLength = 120;

function mapperField([name, column]: readonly [string, Column]): ResourceMapperField {
	const { label, description, choices, minimum, maximum, required = false } = column;
	const from = minimum === undefined ? '' : `from ${minimum}`;
	const range = maximum === undefined ? from : `${from} to ${maximum}`.trim();
	const type = mapperTypes[column.kind] ?? 'string';
	const displayName = range ? `${label} (${range})` : label;
	return {
		id: name,
		// n8n's columns have no description.
		displayName: description
			? displayName + columnDescriptionSeparator + printable(description, maxDescriptionLength)
			: displayName,
		required,
		defaultMatch: false,
		display: true,
		type: choices ? 'options' : type,
		removed: !required && !column.shownByDefault,
		...(typeof column.default === 'object'
			? {}
			: defined({ defaultValue: column.default as string | undefined })),
		options: choices?.map((choice) => ({
			name: choice.name,
			value: type === 'number' ? Number(choice.value) : choice.value,
		})),
	};
}

/** Converts an error to a NodeApiError, the only one whose description n8n sends to the editor. */
function formError(node: INode, cause: unknown): NodeApiError {
	const error = nodeError(node, cause, 0);
	return error instanceof NodeApiError
		? error
		: new NodeApiError(
				node,
				{},
				{ message: error.message, description: error.description ?? undefined },
			);
}

const missingCredential = ({ label, credentials }: Service): PackError =>
	new PackError('No credential is selected', {
		hint:
			`Select or create a credential for ${label}, then open the list again.` +
			(credentials.some(({ type }) => type === undefined)
				? ' To read public records without one, set Authentication to None.'
				: ''),
	});

const selectFirst = (label: string): string => `Select ${label} first`;

/** @param rows number of rows, none of which can be selected */
function emptyList(field: Field, label: string, rows: number): PackError {
	const found = rows === 0 ? 'no entries' : `${rows} entries, none of which can be selected here`;
	return new PackError(`No entries in ${field.label}`, {
		hint: `${label} returned ${found}. If there are none yet, create one. Otherwise, use a credential that has access to more records. To enter a value instead, select ${inputModeLabel(field)}.`,
	});
}
