/** Maps a document to the operations of a node: a plain structure that the files are written from. */
import type { Collection, Field, Fields, RequestLine, Shape } from '../../nodes/engine/describe';
import { requestOptions } from '../../nodes/engine/describe';
import { connectionOf, type ConnectionPlan } from './connection';
import {
	methods,
	type Body,
	type DocumentOperation,
	type OpenApiDocument,
	type PagingPlan,
	type Parameter,
	type Schema,
} from './document';
import { longerNames, mapBody, mapField, type MappedField } from './fields';
import {
	camelCase,
	labelOf,
	pascalCase,
	sentenceCase,
	sentenceOf,
	singularWords,
	wordsOf,
} from './names';
import { nameOperation, nounOf, otherKeys, resourceWords, type NamedPath } from './operationNames';
import { pagingOf } from './paging';
import {
	errorPathsOf,
	isJson,
	rowsOf,
	sampleOf,
	shapeName,
	shapeOf,
	successOf,
	type ErrorPaths,
} from './responses';
import { resolve, resolveSchema } from './schema';

/** What could not be mapped, and the overlay that decides it. */
export interface Problem {
	readonly operation?: string;
	readonly problem: string;
	readonly overlay?: string;
}

/** The records that a locator lists. */
export interface LookupPlan {
	readonly requests: readonly RequestLine[];
	readonly rows?: string;
	readonly value: string;
	readonly name?: string;
}

export type PlannedField = Field & { readonly list?: LookupPlan };

export interface OperationPlan {
	/** Request line of the document. */
	readonly source: string;
	readonly key: string;
	readonly name?: string;
	readonly action: string;
	readonly description?: string;
	readonly request: RequestLine;
	readonly fields: Readonly<Record<string, PlannedField>>;
	readonly options: Fields;
	readonly collection?: Collection;
	readonly idempotency?: 'safe' | 'none';
	readonly effect?: string;
	readonly agents?: false;
	readonly output?: 'single' | 'rows' | 'done';
	readonly rows?: string;
	readonly paging?: PagingPlan;
	readonly simplify?: readonly string[];
	readonly parents?: readonly string[];
	readonly shape?: Shape;
	readonly shapeName?: string;
	/** Set if the request or the response is no JSON. */
	readonly send?: {
		readonly as: 'form' | 'file' | 'multipart' | 'download';
		readonly field?: string;
	};
	readonly status: string;
	readonly sample: unknown;
}

export interface ResourcePlan {
	readonly label: string;
	readonly operations: Readonly<Record<string, OperationPlan>>;
}

export interface ServicePlan {
	readonly connection: ConnectionPlan;
	readonly resources: Readonly<Record<string, ResourcePlan>>;
	readonly connectionTest: RequestLine;
	readonly errorPaths: ErrorPaths;
	readonly problems: readonly Problem[];
	/** Numbers of operations: in the document, omitted on purpose, and generated. */
	readonly described: number;
	readonly omitted: number;
	readonly generated: number;
}

/** Keys of an earlier run, which saved workflows contain: by request line, and by field in it. */
export interface KnownKeys {
	readonly operations: Readonly<Record<string, string>>;
	readonly fields: Readonly<Record<string, string>>;
}

const reserved = new Set([
	...['resource', 'operation', 'authentication', 'returnAll', 'limit', 'simplify', 'filters'],
	...[
		'additionalFields',
		'updateFields',
		'options',
		'requestOptions',
		...Object.keys(requestOptions),
	],
]);

interface Found extends NamedPath {
	readonly source: string;
	readonly operation: DocumentOperation;
	readonly parameters: readonly Parameter[];
	readonly rows?: ReturnType<typeof rowsOf>;
	readonly success: ReturnType<typeof successOf>;
	readonly resource: readonly string[];
}

class Unmapped extends Error {}

export function planService(
	document: OpenApiDocument,
	label: string,
	known: KnownKeys = { operations: {}, fields: {} },
): ServicePlan {
	const problems: Problem[] = [];
	const connection = connectionOf(document, label, (problem) => problems.push({ problem }));
	const all = findOperations(document);
	const mapped = all.filter(({ operation }) => !operation.deprecated && !operation['x-n8n']?.omit);
	const names = new FieldNames(known.fields);
	const resources: Record<string, { label: string; operations: Record<string, OperationPlan> }> =
		{};
	for (const found of ordered(mapped, known)) {
		const { key: resourceKey, label: resourceLabel } = resourceOf(found, known);
		const target = (resources[resourceKey] ??= { label: resourceLabel, operations: {} });
		try {
			const noun = commonNoun(
				mapped.filter(({ resource }) => resource.join() === found.resource.join()),
			);
			const named = nameOperation(found, found.resource, noun);
			const knownKey = known.operations[found.source]?.split('.')[1];
			const wanted = knownKey ?? found.operation['x-n8n']?.key ?? named.key;
			const key = [wanted, ...otherKeys(wanted, found)].find((one) => !(one in target.operations))!;
			const plan = planOperation(document, found, resourceKey, key, named.action, names, problems);
			target.operations[key] = plan;
		} catch (error) {
			if (!(error instanceof Unmapped)) throw error;
			problems.push({
				operation: found.source,
				problem: error.message,
				overlay: overlayLine(found, '{ omit: true }'),
			});
		}
	}
	const filled = Object.fromEntries(
		Object.entries(resources).filter(([, { operations }]) => Object.keys(operations).length > 0),
	);
	uniqueActions(filled);
	addLookups(document, filled, all);
	const plans = Object.values(filled).flatMap(({ operations }) => Object.values(operations));
	const undecided = plans.filter(({ agents }) => agents === false);
	if (undecided.length > 0)
		problems.push({
			problem: `${undecided.length} writes are hidden from AI agents, because the document does not say what they cannot undo`,
			overlay: 'update: { x-n8n: { effect: reversible } }',
		});
	return {
		connection,
		resources: filled,
		connectionTest: testRequest(document, plans, problems),
		errorPaths: errorPathsOf(
			document,
			all.map(({ operation }) => operation),
		),
		problems,
		described: all.length,
		omitted: all.length - mapped.length,
		generated: plans.length,
	};
}

const overlayLine = ({ source }: Pick<Found, 'source'>, update: string): string => {
	const [method, path] = source.split(' ', 2) as [string, string];
	return `target: $.paths['${path}'].${method.toLowerCase()}, update: { x-n8n: ${update} }`;
};

function findOperations(document: OpenApiDocument): Found[] {
	return Object.entries(document.paths ?? {}).flatMap(([path, reference]) => {
		const item = resolve(document, reference);
		return methods.flatMap((method): Found[] => {
			if (item[method] === undefined) return [];
			// Some documents have one file per operation.
			const operation = resolve(document, item[method] as DocumentOperation);
			const parameters = new Map(
				[...(item.parameters ?? []), ...(operation.parameters ?? [])]
					.map((one) => resolve(document, one))
					.map((one) => [`${one.in} ${one.name}`, one]),
			);
			const success = successOf(document, operation);
			const { rows: wanted, resource } = operation['x-n8n'] ?? {};
			const isRead =
				method === 'get' && success.mediaType !== undefined && isJson(success.mediaType);
			const rows =
				isRead && !endsWithRecord(path)
					? rowsOf(document, success.schema, nounOf(path), wanted)
					: undefined;
			const tag = operation.tags?.[0];
			return [
				{
					source: `${method.toUpperCase()} ${path}`,
					method: method.toUpperCase(),
					path,
					...(tag === undefined ? {} : { tag }),
					...(operation.operationId === undefined ? {} : { operationId: operation.operationId }),
					operation,
					parameters: [...parameters.values()],
					success,
					...(rows ? { rows } : {}),
					isList: rows !== undefined,
					hasBody: operation.requestBody !== undefined,
					resource: resource
						? singularWords(wordsOf(resource))
						: resourceWords({ path, ...(tag ? { tag } : {}) }),
				},
			];
		});
	});
}

/** A path that ends with a record returns this record, which may contain lists. */
const endsWithRecord = (path: string): boolean => /\{[^}]+\}(?:\.json)?$/.test(path);

/** Operations with known keys first, so that new ones do not take their keys. */
const ordered = (found: readonly Found[], known: KnownKeys): Found[] =>
	[...found].sort(
		(one, other) =>
			Number(other.source in known.operations) - Number(one.source in known.operations) ||
			(one.operation['x-n8n']?.order ?? 1000) - (other.operation['x-n8n']?.order ?? 1000) ||
			one.path.split('/').length - other.path.split('/').length,
	);

function resourceOf({ resource, source }: Found, known: KnownKeys): { key: string; label: string } {
	const words = resource.join() === 'api,request' ? [...resource, 'record'] : resource;
	return {
		key: known.operations[source]?.split('.')[0] ?? camelCase(words),
		label: labelOf(words),
	};
}

/** The noun of most paths of a resource, whose operations are named only by their verb. */
function commonNoun(found: readonly Found[]): string {
	const [first] = found;
	const nouns = found.map(({ path }) => singularWords(nounOf(path)).join(' '));
	const own = first!.resource.join(' ');
	if (nouns.includes(own)) return own;
	const count = (noun: string): number => nouns.filter((one) => one === noun).length;
	return [...nouns].sort((one, other) => count(other) - count(one))[0]!;
}

/** Gives fields their names. The same name has the same type, choices and default in all operations. */
class FieldNames {
	private readonly signatures = new Map<string, string>();

	constructor(private readonly known: Readonly<Record<string, string>>) {}

	/** @param id identifies the field in the document */
	name(
		id: string,
		{ words, field }: MappedField,
		group: string,
		taken: ReadonlySet<string>,
		names: readonly string[],
	): string {
		const { kind, choices, default: preset, itemKind, row, required } = field;
		const signature = JSON.stringify([
			kind,
			choices,
			preset ?? null,
			itemKind,
			row,
			group === '' && required,
		]);
		const isFree = (name: string): boolean =>
			!taken.has(name) &&
			!reserved.has(name) &&
			[undefined, signature].includes(this.signatures.get(`${group}.${name}`));
		const candidates = [
			...(this.known[id] === undefined ? [] : [this.known[id]]),
			camelCase(words.map((word) => word.replace(/^color/, 'colour'))),
			...names,
			...Array.from({ length: 99 }, (_, index) => `${names[0]}${index + 2}`),
		];
		const name = candidates.find(isFree)!;
		this.signatures.set(`${group}.${name}`, signature);
		return name;
	}
}

const ignoredHeaders = /^(?:accept|authorization|content-type|content-length|user-agent|host)$/i;

function planOperation(
	document: OpenApiDocument,
	found: Found,
	resource: string,
	key: string,
	action: string,
	names: FieldNames,
	problems: Problem[],
): OperationPlan {
	const { operation, method, path, source, success, parameters, rows } = found;
	const decisions = operation['x-n8n'] ?? {};
	const report = (problem: string, update: string): number =>
		problems.push({ operation: source, problem, overlay: overlayLine(found, update) });
	if (/[?#]/.test(path)) throw new Unmapped('The path contains a query');
	const isMany = key.startsWith('getAll');
	const recognized = rows && pagingOf(document, parameters, success, rows.path);
	const paging = decisions.paging ?? recognized?.paging;
	if (recognized?.doubt && !decisions.paging)
		report(
			`Pagination with ${recognized.doubt} is not recognized, so only the first page is read`,
			`{ paging: { by: cursor, parameter: ${recognized.doubt}, next: path.in.response } }`,
		);
	const ofPaging = new Set(recognized?.parameters ?? []);
	const body = bodyOf(document, operation.requestBody, method);
	if (body?.unsupported) throw new Unmapped(`A body of type ${body.unsupported} is not supported`);
	const { pathFields, request } = pathOf(document, found);
	const mapped: MappedField[] = [
		...parameters
			.filter((one) => one.in === 'query' && !ofPaging.has(one.name))
			.filter((one) => one.required || !one.deprecated)
			.flatMap((one) => queryFields(document, one)),
		...parameters
			.filter(
				(one) =>
					one.in === 'header' && !ignoredHeaders.test(one.name) && !isSecret(document, one.name),
			)
			.map((one) => parameterField(document, one, 'header')),
		...(body?.fields ?? []),
	];
	for (const one of parameters)
		if (one.in === 'cookie' && one.required)
			throw new Unmapped(`The cookie ${one.name} is required`);
	const isCreate = key.startsWith('create');
	const hasRequired = mapped.some(({ field }) => field.required && field.in === 'body');
	const isUpdate = method !== 'GET' && /^(?:update|replace)/.test(key) && !hasRequired;
	const collection: Collection | undefined =
		isCreate || (hasRequired && /^(?:update|replace)/.test(key))
			? 'additionalFields'
			: isUpdate
				? 'updateFields'
				: undefined;
	const group = paging ? 'filters' : (collection ?? 'options');
	const taken = new Set(Object.keys(pathFields));
	const labels = new Set(Object.values(pathFields).map(({ label }) => label));
	for (const label of [
		'Return All',
		'Limit',
		'Simplify',
		'Resource',
		'Operation',
		'Options',
		'Request Options',
		'Filters',
	])
		labels.add(label);
	for (const { label } of Object.values(requestOptions)) labels.add(label);
	const fields: Record<string, PlannedField> = { ...pathFields };
	const options: Record<string, Field> = {};
	let variantField: string | undefined;
	for (const one of mapped) {
		const { field, variant } = one;
		const isRequired = field.required === true;
		const place = isRequired ? '' : group;
		const id = `${source} ${field.in}.${field.apiName}${variant === undefined ? '' : `#${variant}`}`;
		const name = names.name(id, one, place, taken, longerNames(one.words, resource, key));
		taken.add(name);
		const label =
			[
				field.label,
				`${field.label} Value`,
				`${labelOf(wordsOf(name))}`,
				`${field.label} (${variant ?? field.in ?? ''})`,
				...[2, 3, 4, 5, 6, 7, 8, 9].map((count) => `${field.label} ${count}`),
			].find((text) => !labels.has(text)) ?? name;
		labels.add(label);
		if (
			field.in === 'none' ||
			(field.kind === 'choice' &&
				variantField === undefined &&
				mapped.some((other) => other.variant !== undefined) &&
				isRequired &&
				variant === undefined &&
				field.choices?.some(({ value }) => mapped.some((other) => other.variant === value)))
		)
			variantField ??= name;
		const ofVariant =
			variant === undefined || variantField === undefined
				? {}
				: isRequired
					? { show: { [variantField]: [variant] } }
					: { description: `Only for ${labelOf(wordsOf(variant))}` };
		const complete: Field = { ...field, label, ...ofVariant };
		(isRequired ? fields : options)[name] = complete;
	}
	if (isUpdate && Object.keys(options).length === 0 && !mapped.some(({ field }) => field.required))
		throw new Unmapped('The update has no values that could be changed');
	return {
		source,
		key,
		...(decisions.name ? { name: decisions.name } : {}),
		action: decisions.action ?? action,
		...descriptionOf(operation, decisions.description, action, isMany),
		request,
		fields,
		options,
		...(collection ? { collection } : {}),
		...(decisions.idempotency ? { idempotency: decisions.idempotency } : {}),
		...effectOf(method, key, action, decisions.effect),
		...(body?.send ? { send: body.send } : {}),
		...outputOf(document, found, paging, decisions, isMany, report),
		...(paging ? { parents: Object.keys(pathFields) } : {}),
	};
}

const effectOf = (
	method: string,
	key: string,
	action: string,
	decided: string | undefined,
): Pick<OperationPlan, 'effect' | 'agents'> => {
	if (decided) return { effect: decided };
	if (
		method === 'DELETE' ||
		/^(?:delete|clear|revoke|merge|purge|remove)/i.test(key) ||
		/\b(?:delete|clear|revoke|merge|purge)\b/i.test(action)
	)
		return { effect: 'irreversible' };
	return method === 'GET' ? {} : { agents: false };
};

function descriptionOf(
	{ summary, description }: DocumentOperation,
	decided: string | undefined,
	action: string,
	isMany: boolean,
): { description?: string } {
	const text = decided ?? sentenceOf(summary) ?? sentenceOf(description);
	const cased = text && sentenceCase(text);
	// n8n's lint rules require "many" in the descriptions of Get Many.
	const sentence = isMany ? cased?.replace(/\ball (?:of )?(?:the )?/i, 'many ') : cased;
	return sentence && sentence.toLowerCase() !== action.toLowerCase()
		? { description: sentence }
		: {};
}

const isSecret = ({ components }: OpenApiDocument, header: string): boolean =>
	Object.values(components?.securitySchemes ?? {}).some(
		({ name, in: place }) => place === 'header' && name?.toLowerCase() === header.toLowerCase(),
	);

interface MappedBody {
	readonly fields: readonly MappedField[];
	readonly send?: OperationPlan['send'];
	readonly unsupported?: string;
}

function bodyOf(
	document: OpenApiDocument,
	raw: Body | undefined,
	method: string,
): MappedBody | undefined {
	if (raw === undefined || method === 'GET') return undefined;
	const { content = {}, required = false } = resolve(document, raw);
	const types = Object.keys(content);
	const json = types.find(isJson);
	const fieldsOf = (type: string): MappedField[] =>
		mapBody(document, content[type]!.schema, required || method !== 'DELETE');
	if (json !== undefined) return { fields: fieldsOf(json) };
	const form = types.find((type) => type === 'application/x-www-form-urlencoded');
	if (form !== undefined) return { fields: fieldsOf(form), send: { as: 'form' } };
	const multipart = types.find((type) => type.startsWith('multipart/'));
	if (multipart !== undefined) {
		const fields = fieldsOf(multipart);
		const [file, ...others] = fields.filter(({ field }) => field.kind === 'file');
		if (!file) return { fields: [], unsupported: `${multipart} without a file` };
		return {
			fields: fields
				.filter((one) => !others.includes(one))
				.map((one) => (one === file ? fileField(one.field.apiName!) : one)),
			send: { as: 'multipart', field: file.field.apiName! },
		};
	}
	const binary = types.find((type) =>
		/octet-stream|^(?:image|audio|video)\/|pdf|zip|^\*\/\*/.test(type),
	);
	if (binary !== undefined) return { fields: [fileField('')], send: { as: 'file' } };
	return types.length === 0 ? undefined : { fields: [], unsupported: types[0]! };
}

const fileField = (apiName: string): MappedField => ({
	words: ['input', 'binary', 'field'],
	field: {
		kind: 'file',
		label: 'Input Binary Field',
		description: 'Name of the input binary field that contains the file',
		default: 'data',
		required: true,
		apiName,
		in: 'body',
	},
});

function queryFields(document: OpenApiDocument, parameter: Parameter): MappedField[] {
	const schema = resolveSchema(document, parameter.schema);
	const { name, style = 'form', explode = style === 'form', required } = parameter;
	const properties = Object.entries(schema.properties ?? {});
	if (style === 'deepObject' && properties.length > 0)
		return properties.map(([key, property]) =>
			mapField(document, {
				apiName: `${name}[${key}]`,
				words: [...wordsOf(name), ...wordsOf(key)],
				schema: property,
				place: 'query',
				required: required === true && (schema.required?.includes(key) ?? false),
			}),
		);
	return [parameterField(document, parameter, 'query', !explode)].filter(
		() => parameter['x-n8n']?.omit !== true,
	);
}

const parameterField = (
	document: OpenApiDocument,
	{
		name,
		schema,
		content = {},
		required,
		description,
		example,
		examples = {},
		'x-n8n': decisions,
	}: Parameter,
	place: 'query' | 'header' | 'path',
	commas = false,
): MappedField =>
	mapField(document, {
		apiName: name,
		words: wordsOf(name),
		schema: schema ?? (Object.keys(content).length > 0 ? { type: 'string' } : undefined),
		place,
		commas,
		...(required ? { required } : {}),
		...(description === undefined ? {} : { description }),
		example: example ?? Object.values(examples)[0]?.value,
		...(decisions ? { decisions } : {}),
	});

/** The fields of the placeholders in a path, and the request line with their names. */
function pathOf(
	document: OpenApiDocument,
	{ path, method, parameters }: Found,
): { pathFields: Record<string, PlannedField>; request: RequestLine } {
	const pathFields: Record<string, PlannedField> = {};
	const line = path.replace(/\{([^}]+)\}/g, (_, name: string, at: number) => {
		const parameter = parameters.find((one) => one.in === 'path' && one.name === name) ?? {
			name,
			in: 'path' as const,
			schema: { type: 'string' },
		};
		const { field } = parameterField(document, { ...parameter, required: true }, 'path');
		const noun = singularWords(nounOf(path.slice(0, at)));
		const own = wordsOf(name);
		const isGeneric =
			own.length === 1 &&
			/^(?:id|ids|name|key|slug|uuid|guid|number|code|identifier|uid|sid)$/.test(own[0]!);
		const words = isGeneric ? [...noun, ...own] : own;
		const isId = field.kind === 'text' || field.kind === 'integer' || field.kind === 'value';
		const suffixed =
			isId &&
			!/^(?:id|ids|name|key|slug|uuid|guid|number|code|login|username|email|identifier|date|version|path|type|uid|sid)$/.test(
				words.at(-1)!,
			)
				? [...words, 'id']
				: words;
		const bare = suffixed.length > 1 && suffixed.at(-1) === 'id' ? suffixed.slice(0, -1) : suffixed;
		const chosen = parameter['x-n8n']?.name ?? camelCase(suffixed);
		const free =
			chosen in pathFields || reserved.has(chosen)
				? `${camelCase(noun)}${pascalCase(suffixed)}`
				: chosen;
		pathFields[free] = isId
			? {
					kind: 'id',
					label: parameter['x-n8n']?.label ?? labelOf(bare),
					required: true,
					...(field.description ? { description: field.description } : {}),
					...(field.placeholder ? { placeholder: field.placeholder } : {}),
					apiName: name,
				}
			: {
					...field,
					kind: field.kind === 'choice' ? 'choice' : 'text',
					choices: field.choices,
					minimum: undefined,
					maximum: undefined,
					in: undefined,
					apiName: name,
				};
		return `{${free}}`;
	});
	return { pathFields, request: `${method} ${line}` as RequestLine };
}

const binaryType =
	/octet-stream|^(?:image|audio|video|font)\/|pdf|zip|gzip|tar|spreadsheet|msword|excel/;

function outputOf(
	document: OpenApiDocument,
	{ method, success, rows, source }: Found,
	paging: PagingPlan | undefined,
	decisions: NonNullable<DocumentOperation['x-n8n']>,
	isMany: boolean,
	report: (problem: string, update: string) => void,
): Pick<
	OperationPlan,
	'output' | 'paging' | 'rows' | 'shape' | 'shapeName' | 'simplify' | 'sample' | 'status' | 'send'
> {
	const { status, mediaType, schema } = success;
	const base = { status, sample: null as unknown };
	if (mediaType === undefined || (isJson(mediaType) && isEmpty(document, schema)))
		return {
			...base,
			...(paging ? { paging } : method === 'DELETE' ? {} : { output: 'done' as const }),
		};
	if (!isJson(mediaType)) {
		const isFile =
			binaryType.test(mediaType) || resolveSchema(document, schema).format === 'binary';
		if (!isFile)
			return {
				...base,
				sample: 'text',
				...(method === 'DELETE' ? {} : { shape: { value: 'string' } }),
			};
		if (method !== 'GET')
			throw new Unmapped(`A response of type ${mediaType} to ${method} is not supported`);
		return { ...base, sample: 'text', send: { as: 'download' } };
	}
	const whole = sampleShape(document, schema);
	const isArray = Array.isArray(whole);
	const record: Schema | undefined = rows
		? rows.items
		: isArray
			? resolveSchema(document, schema).items
			: schema;
	const shape = shapeOf(document, record);
	const response = rows ? withRows(whole, rows.path, shape) : isArray ? ([shape] as const) : whole;
	const sample = sampleOf(document, response, schema);
	const isRecord = typeof shape === 'object' && !Array.isArray(shape);
	const preview: Shape | undefined = isRecord
		? Object.fromEntries(
				Object.entries(shape).map(([key, inner]) => [
					key === 'error' ? 'serviceError' : key,
					inner,
				]),
			)
		: ['string', 'number', 'integer', 'boolean'].includes(shape as string)
			? { value: shape }
			: undefined;
	const simplify =
		decisions.simplify ?? (isRecord ? simplified(preview as Record<string, Shape>) : undefined);
	if (isMany && paging?.by !== 'none' && !isRecord)
		report(`The document does not describe the rows of ${source}`, '{ rows: path.of.list }');
	const name = shapeName(record);
	return {
		...base,
		sample,
		...(preview ? { shape: preview } : {}),
		...(preview && name ? { shapeName: camelCase(wordsOf(name)) } : {}),
		...(simplify ? { simplify } : {}),
		...(paging
			? { paging }
			: isArray
				? { output: 'rows' as const }
				: method === 'DELETE'
					? { output: 'single' as const }
					: {}),
	};
}

const isEmpty = (document: OpenApiDocument, schema: Schema | undefined): boolean => {
	const { type, properties, union, enum: values, items } = resolveSchema(document, schema);
	return schema === undefined || (type === undefined && !properties && !union && !values && !items);
};

const sampleShape = (document: OpenApiDocument, schema: Schema | undefined): Shape => {
	const shape = shapeOf(document, schema);
	return shape === 'any' ? 'object' : shape;
};

/** The shape of a response with the complete shape of its rows, which are cut at another depth. */
function withRows(response: Shape, path: string, row: Shape): Shape {
	if (path === '') return [row];
	const [key, ...rest] = path.split('.') as [string, ...string[]];
	const properties = typeof response === 'object' && !Array.isArray(response) ? response : {};
	const inner = (properties as Record<string, Shape>)[key] ?? {};
	return { ...properties, [key]: withRows(inner, rest.join('.'), row) };
}

const maxRecordKeys = 10;
const preferred =
	/^(?:id|uuid|key|name|title|label|email|status|state|type|url|html_?url|created_?at|updated_?at|description|amount|currency|number|slug)$/i;

/** The keys that Simplify keeps of a record with more than ten. */
function simplified(shape: Readonly<Record<string, Shape>>): string[] | undefined {
	const keys = Object.keys(shape);
	if (keys.length <= maxRecordKeys) return undefined;
	const simple = keys.filter((key) => typeof shape[key] === 'string' && shape[key] !== 'object');
	const chosen = new Set(
		[
			...simple.filter((key) => /^(?:id|uuid|sid|key)$/i.test(key)),
			...simple.filter((key) => preferred.test(key)),
			...simple,
		].slice(0, maxRecordKeys * 3),
	);
	const kept = [...chosen].slice(0, maxRecordKeys);
	return kept.length === 0 ? undefined : keys.filter((key) => kept.includes(key));
}

/** n8n finds operations by their action, so each has its own. */
function uniqueActions(
	resources: Record<string, { operations: Record<string, OperationPlan> }>,
): void {
	const seen = new Set<string>();
	for (const { operations } of Object.values(resources))
		for (const [key, plan] of Object.entries(operations)) {
			const base = plan.action;
			const candidates = [
				base,
				sentenceCase(labelOf(wordsOf(key)).toLowerCase()),
				...(plan.description && plan.description.length < 60 ? [plan.description] : []),
				...[2, 3, 4, 5, 6, 7, 8, 9].map((count) => `${base} ${count}`),
			];
			const shortened = (text: string): string =>
				text.replace(/ (?:an?|the)(?= )/gi, '').toLowerCase();
			const action = candidates.find((text) => !seen.has(shortened(text))) ?? base;
			seen.add(shortened(action));
			operations[key] = {
				...plan,
				action,
				...(plan.description === action ? { description: undefined } : {}),
			};
		}
}

const nameProperties = [
	'name',
	'title',
	'label',
	'display_name',
	'displayName',
	'full_name',
	'fullName',
	'email',
	'username',
	'subject',
	'summary',
	'description',
];

/** Adds the lists that locators load: the operation that lists the records before the placeholder. */
function addLookups(
	document: OpenApiDocument,
	resources: Record<string, { operations: Record<string, OperationPlan> }>,
	all: readonly Found[],
): void {
	const plans = Object.values(resources).flatMap(({ operations }) => Object.values(operations));
	const lists = new Map(plans.filter(({ paging }) => paging).map((plan) => [plan.source, plan]));
	const found = new Map<string, LookupPlan>();
	for (const plan of plans)
		for (const [name, field] of Object.entries(plan.fields)) {
			if (field.kind !== 'id') continue;
			const placeholder = `/{${name}}`;
			const before = plan.request.split(' ')[1]!.split(placeholder)[0]!;
			const list = [...lists.values()].find(({ request }) => request === `GET ${before}`);
			const own = Object.entries(list?.fields ?? {});
			if (!list || own.some(([, { kind }]) => kind !== 'id')) continue;
			const record = all.find(({ source }) => source === list.source)?.rows?.items;
			const properties = Object.keys(resolveSchema(document, record).properties ?? {});
			const noun = wordsOf(field.label).join('');
			const flat = (text: string): string => text.replace(/[^A-Za-z]/g, '').toLowerCase();
			const wanted = [
				flat(field.apiName ?? ''),
				'id',
				`${noun}id`,
				flat(name),
				'uuid',
				'key',
				'slug',
				'name',
				'code',
				'number',
				'sid',
				'gid',
				'guid',
			];
			const value = wanted
				.map((one) => properties.find((property) => flat(property) === one))
				.find((one) => one !== undefined && /^\w+$/.test(one));
			if (value === undefined) continue;
			const label = nameProperties.find((one) => properties.includes(one) && one !== value);
			const present = found.get(name);
			const lookup: LookupPlan = {
				requests: [list.request],
				...(list.paging?.rows ? { rows: list.paging.rows } : {}),
				value,
				...(label ? { name: label } : {}),
			};
			const isSame =
				present &&
				JSON.stringify({ ...present, requests: [] }) ===
					JSON.stringify({ ...lookup, requests: [] });
			if (!present) found.set(name, lookup);
			else if (isSame && !present.requests.includes(list.request))
				found.set(name, {
					...present,
					requests: [...present.requests, list.request].sort(
						(one, other) => other.length - one.length,
					),
				});
		}
	const ids = new Map<string, PlannedField>();
	for (const { operations } of Object.values(resources))
		for (const [key, plan] of Object.entries(operations)) {
			const fields = Object.entries(plan.fields).map(([name, field]): [string, PlannedField] => {
				if (field.kind !== 'id') return [name, field];
				const shared = { ...field, apiName: undefined };
				const list = found.get(name);
				if (!ids.has(name)) ids.set(name, { ...shared, ...(list ? { list } : {}) });
				return [name, ids.get(name)!];
			});
			operations[key] = { ...plan, fields: Object.fromEntries(fields) };
		}
}

/** A request that needs no input, for the test of the credential. */
function testRequest(
	document: OpenApiDocument,
	plans: readonly OperationPlan[],
	problems: Problem[],
): RequestLine {
	const decided = document['x-n8n']?.connectionTest;
	if (decided) return decided as RequestLine;
	const free = plans.filter(
		({ request, fields, send }) =>
			request.startsWith('GET ') && Object.keys(fields).length === 0 && !send,
	);
	const own =
		free.find(({ request }) => /\/(?:me|self|whoami|account|profile|user)$/.test(request)) ??
		free.find(({ paging }) => paging) ??
		free[0];
	if (own) {
		const { size } = own.paging ?? {};
		return size ? (`${own.request}?${size.name}=1` as RequestLine) : own.request;
	}
	problems.push({
		problem: 'No request without input is described that could test the credential',
		overlay: 'target: $, update: { x-n8n: { connectionTest: GET /path } }',
	});
	return 'GET /';
}
