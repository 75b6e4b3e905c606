/** Maps parameters and the properties of bodies to fields of the engine. */
import type { Choice, Field, Place } from '../../nodes/engine/describe';
import type { Schema } from './document';
import { labelOf, phraseOf, sentenceOf, wordsOf } from './names';
import { exampleOf, resolveSchema, type Resolved } from './schema';

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
}

const maxChoices = 100;
/** Levels of objects whose properties are fields. */
const maxDepth = 3;
/** With more fields, the objects in the body are entered as JSON. */
const maxFields = 40;

/** The field of a parameter, or of a property that is not divided into several fields. */
export function mapField(source: Source): MappedField {
	const { words, place, required, apiName } = source;
	const schema = resolveSchema(source.schema);
	const label = labelOf(words);
	const kind = kindOf(schema, source);
	const text = sentenceOf(source.description ?? schema.description);
	const description = kind.kind === 'flag' ? whether(text, words) : text;
	return {
		words,
		field: {
			label,
			apiName,
			in: place,
			...kind,
			required: required || undefined,
			description: description?.toLowerCase() === label.toLowerCase() ? undefined : description,
			placeholder: placeholderOf(kind.kind, label, source.example ?? exampleOf(schema)),
		},
	};
}

/** A placeholder for fields with a text input, if the document has a short example. */
function placeholderOf(kind: Field['kind'], label: string, example: unknown): string | undefined {
	if (kind !== 'text' && kind !== 'id') return undefined;
	// n8n's lint rules require this example.
	if (/^email$/i.test(label)) return 'e.g. nathan@example.com';
	const text = ['string', 'number'].includes(typeof example) ? String(example) : '';
	return /^[^\s{}=\\][\x20-\x7e]{0,39}$/.test(text) && !/[{}=\\]|\s$|e\.g\./.test(text)
		? `e.g. ${text.replace(/\bid\b/gi, 'ID')}`
		: undefined;
}

/** n8n requires that the description of a flag starts with "Whether". */
function whether(text: string | undefined, words: readonly string[]): string {
	const [, condition] = /\b(?:whether|if true,?|true if)\s+(\w.*)$/i.exec(text ?? '') ?? [];
	return `Whether ${condition ?? `to use ${phraseOf(words)}`}`;
}

type KindPart = Pick<Field, 'kind'> & Partial<Field>;

function kindOf(schema: Resolved, { place, required = false, commas }: Source): KindPart {
	const { type, format, union, default: preset, maxLength } = schema;
	const inText = place !== 'body';
	const choices = type === 'string' && !union ? choicesOf(schema) : undefined;
	if (choices) {
		const known = choices.find(({ value }) => value === preset);
		return { kind: 'choice', choices, default: (known ?? (required ? choices[0] : known))?.value };
	}
	switch (union ? 'union' : type) {
		case 'boolean':
			return { kind: 'flag', default: typeof preset === 'boolean' ? preset : undefined };
		case 'integer':
		case 'number':
			return numberOf(schema);
		case 'array':
			return commas || place === 'header' || place === 'path'
				? { kind: 'text' }
				: listOf(schema, inText);
		case 'object':
			return { kind: inText ? 'text' : 'json' };
		case 'string':
			if (format === 'date-time') return { kind: 'date' };
			if (format === 'date') return { kind: 'date', format: 'date' };
			if (format === 'password') return { kind: 'secret' };
			return { kind: 'text', maxLength };
		default:
			return { kind: inText ? 'text' : 'value' };
	}
}

function numberOf({ type, minimum, maximum, default: preset }: Resolved): KindPart {
	// The range of the type says nothing about the service.
	const limit = (value: unknown): number | undefined =>
		typeof value === 'number' && Math.abs(value) < 2 ** 31 - 1 ? value : undefined;
	const [low, high, value] = [minimum, maximum, preset].map(limit);
	const isValid = value !== undefined && value >= (low ?? value) && value <= (high ?? value);
	return {
		kind: type === 'integer' ? type : 'number',
		minimum: low,
		maximum: high,
		default: isValid ? value : undefined,
	};
}

/** The choices of an enum; undefined if it has too many, or values that n8n would evaluate. */
function choicesOf({ enum: values = [] }: Resolved): Choice[] | undefined {
	const texts = [...new Set(values.filter((value): value is string => typeof value === 'string'))];
	const isUsable = texts.length <= maxChoices && texts.every((text) => /^[^=\s]/.test(text));
	if (texts.length === 0 || !isUsable) return undefined;
	const labels = texts.map((value) => labelOf(wordsOf(value)));
	return texts.map((value, index) => {
		const label = labels[index]!;
		return { name: labels.indexOf(label) < index ? `${label} ${index + 1}` : label, value };
	});
}

function listOf({ items, minItems, maxItems }: Resolved, inText: boolean): KindPart {
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

/** The fields of a body: one for each property, and for those of the objects in it. */
export function mapBody(schema: Schema | undefined, required: boolean): MappedField[] {
	const body = resolveSchema(schema);
	const deep = mapProperties(body, [], required, maxDepth);
	const fields = deep.length <= maxFields ? deep : mapProperties(body, [], required, 1);
	if (body.type === 'object' && !body.union && fields.length > 0) return fields;
	// A body that is not divided is entered as JSON.
	const words = body.type === 'array' ? ['entries'] : ['body'];
	return [mapField({ apiName: '', words, schema, place: 'body', required: true })];
}

function mapProperties(
	object: Resolved,
	path: readonly string[],
	required: boolean,
	depth: number,
): MappedField[] {
	return Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
		const schema = resolveSchema(property);
		const isRequired = required && (object.required?.includes(name) ?? false);
		if (schema.readOnly || (schema.deprecated && !isRequired)) return [];
		// A dot in a name would create an object.
		if (name.includes('.')) return [];
		const names = [...path, name];
		const isObject = schema.type === 'object' && !schema.union;
		if (isObject && depth > 1) {
			const fields = mapProperties(schema, names, isRequired, depth - 1);
			// A required object of which nothing is required would be missing.
			const isComplete = !isRequired || fields.some(({ field }) => field.required);
			if (fields.length > 0 && isComplete) return fields;
		}
		const source = { schema: property, place: 'body' as const };
		const words = names.flatMap(wordsOf);
		return [mapField({ ...source, apiName: names.join('.'), words, required: isRequired })];
	});
}
