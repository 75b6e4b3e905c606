/** Maps parameters and the properties of bodies to fields of the engine. */
import type { Choice, Field, Place } from '../../nodes/engine/describe';
import type { FieldDecisions, Schema } from './document';
import { labelOf, phraseOf, sentenceOf, wordsOf } from './names';
import { exampleOf, isSeen, pathTo, resolveSchema, type Resolved } from './schema';

/** A field, before its name is made unique within the node. */
export interface MappedField {
	/** The words of its name: those of the property, after those of the objects that contain it. */
	readonly words: readonly string[];
	readonly field: Field;
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
/** Above this number, nested objects are entered as JSON. */
const maxFields = 40;

/** Values that few users want, so that they are not the first choice. */
const unusual =
	/^(?:action_required|admin|always|cancell?ed|delete|failed|private|rwx|0_.*|.*_?(?:unknown|unspecified))$/i;

/** The field of a parameter, or of a property that is not divided into several fields. */
export function mapField(source: Source): MappedField {
	const { words, place, required, decisions = {}, apiName } = source;
	const schema = resolveSchema(source.schema);
	const label = decisions.label ?? labelOf(words);
	const kind = kindOf(schema, source, label);
	const text = decisions.description ?? sentenceOf(source.description ?? schema.description);
	const description = kind.kind === 'flag' ? whether(text, words) : text;
	const example = decisions.placeholder ?? source.example ?? exampleOf(schema);
	return {
		words: decisions.name ? wordsOf(decisions.name) : words,
		field: {
			label,
			apiName,
			in: place,
			...kind,
			required: required || undefined,
			description: description?.toLowerCase() === label.toLowerCase() ? undefined : description,
			placeholder: placeholderOf(kind.kind, label, example),
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

const condition =
	/^(?:(?:indicates|specifies|determines|controls|defines|flag indicating) (?=whether|if))?(?:whether or not|whether|if true,?|true if|set to true if|(set to true to)|if)\s+([^]*)$/i;

/** n8n requires that the description of a flag starts with "Whether". */
function whether(text: string | undefined, words: readonly string[]): string {
	const [, purpose, rest = ''] = condition.exec(text ?? '') ?? [];
	return /^\w/.test(rest)
		? `Whether ${purpose ? 'to ' : ''}${rest.charAt(0).toLowerCase()}${rest.slice(1)}`
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
	schema: Resolved,
	{ place, required = false, commas, schema: raw, seen }: Source,
	label: string,
): KindPart {
	const { type, format, union, default: preset, maxLength } = schema;
	const inText = place !== 'body';
	if (isFile(schema) && !union && !inText) return { kind: 'file', default: 'data' };
	const choices = type === 'string' && !union ? choicesOf(schema) : undefined;
	if (choices) return { kind: 'choice', choices, default: presetOf(schema, choices, required) };
	switch (union ? 'union' : type) {
		case 'boolean':
			return { kind: 'flag', default: typeof preset === 'boolean' ? preset : undefined };
		case 'integer':
		case 'number':
			return numberOf(schema, required, label);
		case 'array':
			return commas || place === 'header' || place === 'path'
				? { kind: 'text' }
				: listOf(schema, pathTo(raw, seen), inText);
		case 'object':
			return { kind: inText ? 'text' : 'json' };
		case 'string':
			if (format === 'date-time') return { kind: 'date' };
			if (format === 'date') return { kind: 'date', format: 'date' };
			if (format === 'password') return { kind: 'secret' };
			return {
				kind: 'text',
				maxLength,
				lines: (maxLength ?? 0) > 200 || longText.test(label) ? 4 : undefined,
			};
		default:
			return { kind: inText ? 'text' : 'value' };
	}
}

function numberOf(
	{ type, minimum, maximum, exclusiveMinimum, default: preset }: Resolved,
	required: boolean,
	label: string,
): KindPart {
	const kind = type === 'integer' ? type : 'number';
	// The range of the type says nothing about the service.
	const limit = (value: unknown): number | undefined =>
		typeof value === 'number' && Math.abs(value) < 2 ** 31 - 1 ? value : undefined;
	const above = limit(exclusiveMinimum);
	const low =
		limit(minimum) ?? (above === undefined ? undefined : above + Number(kind === 'integer'));
	const high = limit(maximum);
	const value = limit(preset);
	const isPreset = value !== undefined && value >= (low ?? value) && value <= (high ?? value);
	// For a limit or an ID, 0 has a meaning that few users want.
	const isPositive = low === undefined && /ID$|Limit|Size|Timeout|CPUs/.test(label);
	return {
		kind,
		minimum: low,
		maximum: high,
		default: isPreset ? value : isPositive && !required ? 1 : undefined,
	};
}

/** The choices of an enum; undefined if it has too many, or values that n8n would evaluate. */
function choicesOf({ enum: values = [] }: Resolved): Choice[] | undefined {
	const texts = [...new Set(values.filter((value): value is string => typeof value === 'string'))];
	if (texts.length > maxChoices || texts.some((text) => !/^[^=\s]/.test(text))) return undefined;
	const prefix = `${texts[0]?.split('_')[0]}_`;
	const hasPrefix =
		texts.length > 1 &&
		texts.every((text) => /^[A-Z\d]+_[A-Z\d_]+$/.test(text) && text.startsWith(prefix));
	const labels = new Set<string>();
	const choices = texts.map((value, index) => {
		const words = wordsOf(hasPrefix ? value.slice(prefix.length) : value);
		const label = `${labelOf(words)}${value.startsWith('-') ? ' (Descending)' : ''}`;
		const name = words.length === 0 || labels.has(label) ? `${label} ${index + 1}` : label;
		labels.add(name);
		return { name, value };
	});
	const isUnusual = ({ value }: Choice): boolean => unusual.test(value);
	return choices.every(isUnusual)
		? undefined
		: [...choices.filter((one) => !isUnusual(one)), ...choices.filter(isUnusual)];
}

const presetOf = (
	{ default: preset }: Resolved,
	choices: readonly Choice[],
	required: boolean,
): string | undefined =>
	choices.find(({ value }) => value === preset && !unusual.test(value))?.value ??
	(required ? choices[0]!.value : undefined);

function listOf(
	{ items, minItems, maxItems }: Resolved,
	seen: readonly string[],
	inText: boolean,
): KindPart {
	if (isSeen(items, seen)) return { kind: 'json', acceptsList: true };
	const entry = resolveSchema(items);
	const { type, union } = entry;
	const range = { minimum: minItems || undefined, maximum: maxItems };
	const choices = type === 'string' ? choicesOf(entry) : undefined;
	if (choices) return { kind: 'choices', choices, ...range };
	if (type === 'string' && !union) return { kind: 'list', ...range };
	if (type === 'integer') return { kind: 'list', itemKind: 'integer', ...range };
	if (inText || type === 'number' || union) return { kind: 'list', itemKind: 'value', ...range };
	return { kind: 'json', acceptsList: true };
}

const hasProperties = ({ type, union, properties = {} }: Resolved): boolean =>
	type === 'object' && !union && Object.keys(properties).length > 0;

/** The fields of a body: one for each property, and for those of nested objects. */
export function mapBody(schema: Schema | undefined, required: boolean): MappedField[] {
	const body = resolveSchema(schema);
	const fields = mapProperties(body, [], pathTo(schema), required, maxDepth);
	const divided =
		fields.length <= maxFields ? fields : mapProperties(body, [], pathTo(schema), required, 1);
	if (body.type === 'object' && !body.union && divided.length > 0) return divided;
	// A body that is not divided is entered as JSON.
	const words = body.type === 'array' ? ['entries'] : ['body'];
	return [mapField({ apiName: '', words, schema, place: 'body', required: true })];
}

function mapProperties(
	object: Resolved,
	path: readonly string[],
	seen: readonly string[],
	required: boolean,
	depth: number,
): MappedField[] {
	return Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
		const schema = resolveSchema(property, seen);
		const isRequired = required && (object.required?.includes(name) ?? false);
		const decisions = schema['x-n8n'];
		if (schema.readOnly || decisions?.omit || (schema.deprecated && !isRequired)) return [];
		const names = [...path, name];
		// A dot in a name would create an object.
		if (name.includes('.')) return [];
		if (depth > 1 && hasProperties(schema) && !isSeen(property, seen)) {
			const fields = mapProperties(schema, names, pathTo(property, seen), isRequired, depth - 1);
			// A required object of which nothing is required would be missing.
			const isComplete = !isRequired || fields.some(({ field }) => field.required);
			if (fields.length > 0 && isComplete) return fields;
		}
		const source = { schema: property, place: 'body' as const, seen, decisions };
		const words = names.flatMap(wordsOf);
		return [mapField({ ...source, apiName: names.join('.'), words, required: isRequired })];
	});
}
