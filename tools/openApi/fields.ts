/** Maps parameters and the properties of bodies to fields of the engine. */
import { toText, type Choice, type Field, type Place } from '../../nodes/engine/describe';
import type { FieldDecisions, OpenApiDocument, Schema } from './document';
import { labelOf, phraseOf, sentenceOf, wordsOf } from './names';
import { exampleOf, resolveSchema, type Resolved } from './schema';

/** A field, before its name is made unique within the node. */
export interface MappedField {
	/** The words of its name: those of the property, after those of the objects that contain it. */
	readonly words: readonly string[];
	readonly field: Field;
	/** Name of the variant of a union that the field belongs to. */
	readonly variant?: string;
}

interface Source {
	/** Name in the request, such as `address.city`. */
	readonly apiName: string;
	readonly words: readonly string[];
	readonly schema: Schema | undefined;
	readonly place: Place;
	readonly required?: boolean;
	readonly description?: string;
	readonly example?: unknown;
	/** Whether a list is sent as one text with commas. */
	readonly commas?: boolean;
	readonly decisions?: FieldDecisions;
	/** References that lead here, to recognize schemas that contain themselves. */
	readonly seen?: readonly string[];
}

const maxChoices = 100;
const maxDepth = 3;
const maxColumns = 12;
/** Above this number, nested objects are entered as JSON. */
const maxFields = 40;

/** Values that few users want, so that they are not the first choice. */
const unusual =
	/^(?:action_required|admin|always|cancell?ed|delete|failed|private|rwx|0_.*|.*_?(?:unknown|unspecified))$/i;

/** The field of a parameter, or of a property that is not divided into several fields. */
export function mapField(document: OpenApiDocument, source: Source): MappedField {
	const { words, place, required = false, decisions = {}, apiName } = source;
	const schema = resolveSchema(document, source.schema);
	const label = decisions.label ?? labelOf(words);
	const kind = kindOf(document, schema, source, label);
	const text = decisions.description ?? sentenceOf(source.description ?? schema.description);
	const description = kind.kind === 'flag' ? whether(text, words) : text;
	const example = source.example ?? exampleOf(schema);
	return {
		words: decisions.name ? wordsOf(decisions.name) : words,
		field: {
			label,
			apiName,
			in: place,
			...kind,
			required: required || undefined,
			description: description?.toLowerCase() === label.toLowerCase() ? undefined : description,
			placeholder: placeholderOf(kind.kind, label, decisions.placeholder ?? example),
		},
	};
}

/** A placeholder for fields with a text input, if the document has a short example. */
function placeholderOf(kind: Field['kind'], label: string, example: unknown): string | undefined {
	if (kind !== 'text' && kind !== 'id') return undefined;
	if (/^email$/i.test(label)) return 'e.g. nathan@example.com';
	const text = ['string', 'number'].includes(typeof example) ? String(example) : '';
	return /^[\x20-\x7e]{1,40}$/.test(text) && !/[{}=\\]|^\s|\s$|e\.g\./.test(text)
		? `e.g. ${text.replace(/\bid\b/gi, 'ID')}`
		: undefined;
}

/** n8n requires that the description of a flag starts with "Whether". */
function whether(text: string | undefined, words: readonly string[]): string {
	const rest = text
		?.replace(
			/^(?:indicates|specifies|determines|controls|defines|flag indicating) (?=whether|if)/i,
			'',
		)
		.replace(
			/^(?:whether or not|whether|if true,?|true if|set to true to|set to true if|if)\s+/i,
			'',
		);
	const usable = text !== undefined && rest !== text && rest !== undefined && !/^\W/.test(rest);
	return usable
		? `Whether ${/^(?:set to true to)/i.test(text) ? 'to ' : ''}${rest.charAt(0).toLowerCase()}${rest.slice(1)}`
		: `Whether to use ${phraseOf(words)}`;
}

/** OpenAPI 3.0 describes a file by its format, and OpenAPI 3.1 by its media type or encoding. */
const isFile = ({ format, contentMediaType, contentEncoding }: Resolved): boolean =>
	format === 'binary' ||
	contentMediaType === 'application/octet-stream' ||
	contentEncoding === 'binary';

/** Labels of fields with several lines. */
const longText = /^(?:Body|Content|Description|Message|Text|Notes?)$/;

type KindPart = Pick<Field, 'kind'> & Partial<Field>;

function kindOf(
	document: OpenApiDocument,
	schema: Resolved,
	{ place, required, commas, schema: raw, seen = [] }: Source,
	label: string,
): KindPart {
	const { type, format, union } = schema;
	const inText = place === 'query' || place === 'header' || place === 'path';
	if (union) return { kind: inText ? 'text' : 'value' };
	if (isFile(schema) && !inText) return { kind: 'file', default: 'data' };
	if (schema.enum && type === 'string') {
		const choices = choicesOf(schema);
		if (choices) return { kind: 'choice', choices, default: presetOf(schema, choices, required) };
	}
	switch (type) {
		case 'boolean':
			return {
				kind: 'flag',
				default: typeof schema.default === 'boolean' ? schema.default : undefined,
			};
		case 'integer':
		case 'number':
			return numberOf(schema, type, required === true, label);
		case 'array':
			return commas || place === 'header' || place === 'path'
				? { kind: 'text' }
				: listOf(document, schema, raw?.$ref === undefined ? seen : [...seen, raw.$ref], inText);
		case 'object':
			return inText ? { kind: 'text' } : { kind: 'json' };
		case 'string':
			if (format === 'date-time') return { kind: 'date' };
			if (format === 'date') return { kind: 'date', format: 'date' };
			if (format === 'password') return { kind: 'secret' };
			return {
				kind: 'text',
				maxLength: schema.maxLength,
				lines: (schema.maxLength ?? 0) > 200 || longText.test(label) ? 4 : undefined,
			};
		default:
			return { kind: inText ? 'text' : 'value' };
	}
}

function numberOf(
	{ minimum, maximum, exclusiveMinimum, default: preset }: Resolved,
	type: 'integer' | 'number',
	required: boolean,
	label: string,
): KindPart {
	const step = type === 'integer' ? 1 : 0;
	const low =
		minimum ?? (typeof exclusiveMinimum === 'number' ? exclusiveMinimum + step : undefined);
	// The range of the type says nothing about the service.
	const isLimit = (value: unknown): value is number =>
		typeof value === 'number' && Math.abs(value) < 2 ** 31 - 1;
	const isPreset = isLimit(preset) && preset >= (low ?? preset) && preset <= (maximum ?? preset);
	// For a limit or an ID, 0 has a meaning that few users want.
	const isPositive = !isLimit(low) && /ID$|Limit|Size|Timeout|CPUs/.test(label);
	return {
		kind: type,
		minimum: isLimit(low) ? low : undefined,
		maximum: isLimit(maximum) ? maximum : undefined,
		default: isPreset ? preset : isPositive && !required ? 1 : undefined,
	};
}

/** The choices of an enum; undefined if it has too many, or values that n8n would evaluate. */
function choicesOf({ enum: values = [] }: Resolved): Choice[] | undefined {
	const texts = [...new Set(values.filter((value): value is string => typeof value === 'string'))];
	if (
		texts.length === 0 ||
		texts.length > maxChoices ||
		texts.some((text) => !/^[^=\s]/.test(text))
	)
		return undefined;
	const [first = ''] = texts.map((text) => text.split('_')[0]!);
	const prefix =
		texts.length > 1 &&
		texts.every((text) => /^[A-Z\d]+_[A-Z\d_]+$/.test(text) && text.startsWith(`${first}_`))
			? `${first}_`
			: '';
	const labels = new Set<string>();
	const choices = texts.map((value, index) => {
		const words = wordsOf(value.slice(prefix.length));
		const name = `${labelOf(words)}${value.startsWith('-') ? ' (Descending)' : ''}`;
		const free = words.length === 0 || labels.has(name) ? `${name} ${index + 1}` : name;
		labels.add(free);
		return { name: free, value };
	});
	const isUnusual = ({ value }: Choice): boolean => unusual.test(value);
	return choices.every(isUnusual)
		? undefined
		: [...choices.filter((one) => !isUnusual(one)), ...choices.filter(isUnusual)];
}

const presetOf = (
	{ default: preset }: Resolved,
	choices: readonly Choice[],
	required = false,
): string | undefined =>
	choices.find(({ value }) => value === preset && !unusual.test(value))?.value ??
	(required ? choices[0]!.value : undefined);

function listOf(
	document: OpenApiDocument,
	{ items, minItems, maxItems }: Resolved,
	seen: readonly string[],
	inText: boolean,
): KindPart {
	if (items?.$ref !== undefined && seen.includes(items.$ref))
		return { kind: 'json', acceptsList: true };
	const path = items?.$ref === undefined ? seen : [...seen, items.$ref];
	const entry = resolveSchema(document, items);
	const range = { minimum: minItems || undefined, maximum: maxItems };
	const choices = entry.type === 'string' && entry.enum ? choicesOf(entry) : undefined;
	if (choices) return { kind: 'choices', choices, ...range };
	if (entry.type === 'string' && !entry.union) return { kind: 'list', ...range };
	if (entry.type === 'integer') return { kind: 'list', itemKind: 'integer', ...range };
	if (inText || entry.type === 'number' || entry.union)
		return { kind: 'list', itemKind: 'value', ...range };
	const row = entry.type === 'object' ? columnsOf(document, entry, path) : undefined;
	return row ? { kind: 'rows', row, ...range } : { kind: 'json', acceptsList: true };
}

/** The columns of a list of objects; undefined unless all of them are simple values. */
function columnsOf(
	document: OpenApiDocument,
	entry: Resolved,
	seen: readonly string[],
): Record<string, Field> | undefined {
	const properties = Object.entries(entry.properties ?? {}).filter(([, property]) => {
		const { readOnly, 'x-n8n': decisions } = resolveSchema(document, property);
		return !readOnly && !decisions?.omit;
	});
	if (properties.length === 0 || properties.length > maxColumns) return undefined;
	if (properties.some(([name]) => !/^[A-Za-z]\w*$/.test(name))) return undefined;
	const columns = properties.map(([name, property]) => {
		const required = entry.required?.includes(name) ?? false;
		const { field } = mapField(document, {
			apiName: name,
			words: wordsOf(name),
			schema: property,
			place: 'body',
			required,
			seen,
		});
		const column = { ...field, apiName: undefined, in: undefined };
		// A choice can be left unset if it has no default.
		const isUnset = column.kind === 'choice' && !required;
		return [name, isUnset ? { ...column, default: undefined } : column] as const;
	});
	// In a row, every number and flag has a value, so only required ones can be columns.
	const isSimple = ([, { kind, required }]: (typeof columns)[number]): boolean =>
		['text', 'date', 'choice'].includes(kind) ||
		(required === true && ['integer', 'number', 'flag'].includes(kind));
	return columns.every(isSimple) ? Object.fromEntries(columns) : undefined;
}

/** The fields of a body: one for each property, and for those of nested objects. */
export function mapBody(
	document: OpenApiDocument,
	schema: Schema | undefined,
	required: boolean,
): MappedField[] {
	const body = resolveSchema(document, schema);
	if (body.union && body.union.length <= 8) {
		const variants = mapVariants(document, body, schema, required);
		if (variants) return variants;
	}
	if (body.type === 'object' && Object.keys(body.properties ?? {}).length > 0) {
		const seen = schema?.$ref === undefined ? [] : [schema.$ref];
		const nested = mapProperties(document, body, [], seen, required, maxDepth);
		const fields =
			nested.length <= maxFields ? nested : mapProperties(document, body, [], seen, required, 1);
		if (fields.length > 0) return fields;
	}
	// A body that is not divided is entered as JSON.
	const words = body.type === 'array' ? ['entries'] : ['body'];
	return [mapField(document, { apiName: '', words, schema, place: 'body', required: true })];
}

function mapProperties(
	document: OpenApiDocument,
	object: Resolved,
	path: readonly string[],
	seen: readonly string[],
	required: boolean,
	depth: number,
): MappedField[] {
	return Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
		const schema = resolveSchema(document, property, seen);
		const isRequired = required && (object.required?.includes(name) ?? false);
		const decisions = schema['x-n8n'];
		if (schema.readOnly || decisions?.omit || (schema.deprecated && !isRequired)) return [];
		const names = [...path, name];
		// A dot in a name would create an object.
		if (name.includes('.')) return [];
		const isNested =
			depth > 1 &&
			schema.type === 'object' &&
			!schema.union &&
			Object.keys(schema.properties ?? {}).length > 0 &&
			!(property.$ref !== undefined && seen.includes(property.$ref));
		if (isNested) {
			const inner = property.$ref === undefined ? seen : [...seen, property.$ref];
			const fields = mapProperties(document, schema, names, inner, isRequired, depth - 1);
			// A required object of which nothing is required would be missing.
			const isComplete = !isRequired || fields.some(({ field }) => field.required);
			if (fields.length > 0 && isComplete) return fields;
		}
		const source = {
			apiName: names.join('.'),
			words: names.flatMap(wordsOf),
			schema: property,
			place: 'body' as const,
			required: isRequired,
			seen,
			decisions,
		};
		return [mapField(document, source)];
	});
}

/** A choice of the variant, and the fields of each variant. Undefined if one is no object. */
function mapVariants(
	document: OpenApiDocument,
	body: Resolved,
	schema: Schema | undefined,
	required: boolean,
): MappedField[] | undefined {
	const { discriminator, union = [] } = body;
	const variants = union.map((variant, index) => {
		const resolved = resolveSchema(document, variant);
		const name = variant.$ref?.split('/').at(-1) ?? resolved.title ?? `Variant ${index + 1}`;
		const mapped = Object.entries(discriminator?.mapping ?? {}).find(
			([, target]) => target.split('/').at(-1) === name,
		);
		const property = discriminator && resolved.properties?.[discriminator.propertyName];
		const constant = property && resolveSchema(document, property);
		const value =
			mapped?.[0] ??
			constant?.const ??
			(constant?.enum?.length === 1 ? constant.enum[0] : undefined) ??
			name;
		return { label: labelOf(wordsOf(name)), value: toText(value), resolved, variant };
	});
	const isObject = ({ resolved }: (typeof variants)[number]): boolean =>
		resolved.type === 'object' && Object.keys(resolved.properties ?? {}).length > 0;
	if (
		!variants.every(isObject) ||
		new Set(variants.map(({ value }) => value)).size < variants.length
	)
		return undefined;
	const choice: Field = {
		kind: 'choice',
		label: discriminator ? labelOf(wordsOf(discriminator.propertyName)) : 'Body Type',
		choices: variants.map(({ label, value }) => ({ name: label, value })),
		default: variants[0]!.value,
		required: true,
		...(discriminator ? { apiName: discriminator.propertyName, in: 'body' } : { in: 'none' }),
	};
	const words = discriminator ? wordsOf(discriminator.propertyName) : ['body', 'type'];
	const shared = mapProperties(document, body, [], [], required, maxDepth);
	const fields = variants.flatMap(({ resolved, value, variant }) =>
		mapProperties(document, resolved, [], variant.$ref ? [variant.$ref] : [], required, 2)
			.filter(({ field }) => field.apiName !== discriminator?.propertyName)
			.filter(({ field }) => !shared.some((one) => one.field.apiName === field.apiName))
			.map((mapped) => ({ ...mapped, variant: value })),
	);
	return schema ? [{ words, field: choice }, ...shared, ...fields] : undefined;
}
