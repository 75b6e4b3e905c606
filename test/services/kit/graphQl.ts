// A small part of the GraphQL language: one operation with variables, aliases, arguments and inline
// fragments. Enough for the documents of the pack and its tests.

export interface Selection {
	/** Key in the response. */
	readonly key: string;
	readonly name: string;
	readonly args: Readonly<Record<string, Value>>;
	readonly selections: readonly Selection[];
}

/** A JSON value, a variable, or the name of an enum value. */
export type Value =
	| { readonly variable: string }
	| { readonly literal: unknown }
	| { readonly fields: Readonly<Record<string, Value>> };

export interface Document {
	readonly kind: 'query' | 'mutation';
	/** Types of the variables, such as `String!`. */
	readonly variables: Readonly<Record<string, string>>;
	readonly selections: readonly Selection[];
}

/** @throws SyntaxError */
export function parseDocument(text: string): Document {
	const tokens = text.match(/"(?:\\.|[^"\\])*"|\.\.\.|[$\w]+|-?\d+|[^\s,]/g) ?? [];
	let at = 0;
	const peek = () => tokens[at] ?? '';
	const take = (expected?: RegExp): string => {
		const token = tokens[at++] ?? '';
		if (expected && !expected.test(token))
			throw new SyntaxError(`Expected ${expected.source}, got "${token}"`);
		return token;
	};
	const skip = (token: string): boolean => peek() === token && at++ >= 0;
	/** Entries up to `end`. */
	const until = <T>(end: string, entry: () => T): T[] => {
		const entries: T[] = [];
		while (!skip(end)) entries.push(entry());
		return entries;
	};
	const named = <T>(end: string, entry: () => T): Record<string, T> =>
		Object.fromEntries(
			until(end, () => {
				const name = take(/^\$?\w+$/);
				take(/^:$/);
				return [name, entry()] as const;
			}),
		);
	const value = (): Value => {
		const token = take();
		if (token.startsWith('$')) return { variable: token.slice(1) };
		if (token === '{') return { fields: named('}', value) };
		return { literal: /^["\d-]|^(?:true|false|null)$/.test(token) ? JSON.parse(token) : token };
	};
	const type = (): string =>
		(skip('[') ? `[${type()}${take(/^\]$/)}` : take(/^\w+$/)) + (skip('!') ? '!' : '');
	const selections = (): Selection[] => {
		if (!skip('{')) return [];
		return until('}', () => {
			if (skip('...')) {
				take(/^on$/);
				take(/^\w+$/);
				return selections();
			}
			const key = take(/^\w+$/);
			const name = skip(':') ? take(/^\w+$/) : key;
			return { key, name, args: skip('(') ? named(')', value) : {}, selections: selections() };
		}).flat();
	};
	const kind = peek() === '{' ? 'query' : (take(/^(?:query|mutation)$/) as Document['kind']);
	if (/^\w/.test(peek())) take();
	const variables = Object.entries(skip('(') ? named(')', type) : {});
	const document = {
		kind,
		variables: Object.fromEntries(variables.map(([name, given]) => [name.slice(1), given])),
		selections: selections(),
	};
	if (peek()) throw new SyntaxError(`Unexpected "${peek()}"`);
	return document;
}

/** The used part of a published schema. Types, inputs and enums by name. */
export interface Schema {
	/** Types of fields, after their arguments: `(first: Int): IssueConnection!`. */
	readonly types: Readonly<Record<string, Readonly<Record<string, string>>>>;
	readonly inputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
	readonly enums: Readonly<Record<string, readonly string[]>>;
}

const rootType = ({ kind }: Document): string => (kind === 'query' ? 'Query' : 'Mutation');

const namedType = (type: string): string => type.replace(/[[\]!]/g, '');

function signatureOf(schema: Schema, type: string, field: string) {
	const [, args = '', result] =
		/^(?:\((.*)\): )?(.+)$/.exec(schema.types[type]?.[field] ?? '') ?? [];
	if (result === undefined) return undefined;
	const pairs = args.split(', ').map((arg) => arg.split(': ') as [string, string]);
	return { args: Object.fromEntries(args ? pairs : []), result };
}

/** Where a document contradicts the schema: fields, arguments, variables and selections. */
export function problemsIn(document: Document, schema: Schema): string[] {
	const inObject = (
		given: Readonly<Record<string, Value>>,
		expected: Readonly<Record<string, string>>,
		where: string,
	): string[] => [
		...Object.entries(expected).flatMap(([name, type]) =>
			type.endsWith('!') && !(name in given) ? [`${where} requires ${name}`] : [],
		),
		...Object.entries(given).flatMap(([name, value]) =>
			inValue(value, expected[name], `${where}.${name}`),
		),
	];
	const inValue = (value: Value, type: string | undefined, where: string): string[] => {
		if (type === undefined) return [`${where} doesn't exist`];
		const input = schema.inputs[namedType(type)];
		if ('fields' in value)
			return input ? inObject(value.fields, input, where) : [`${where} is not an object`];
		if ('variable' in value) {
			const declared = document.variables[value.variable];
			return declared === type || declared === `${type}!`
				? []
				: [`$${value.variable} is ${String(declared)} instead of ${type}`];
		}
		const { literal } = value;
		const names = schema.enums[namedType(type)];
		const isValid = names
			? names.includes(literal as string)
			: typeof literal === (namedType(type) === 'Int' ? 'number' : 'string');
		return isValid ? [] : [`${where} is not ${type}`];
	};
	const inSelections = (selections: readonly Selection[], type: string): string[] =>
		selections.flatMap(({ name, args, selections: inner }) => {
			const signature = signatureOf(schema, type, name);
			if (!signature) return [`Field '${name}' doesn't exist on type '${type}'`];
			const result = namedType(signature.result);
			const isObject = result in schema.types;
			return [
				...inObject(args, signature.args, `${type}.${name}`),
				...(isObject === inner.length > 0 ? [] : [`${type}.${name} has wrong selections`]),
				...(isObject ? inSelections(inner, result) : []),
			];
		});
	return inSelections(document.selections, rootType(document));
}

const samples: Readonly<Record<string, unknown>> = {
	Boolean: false,
	DateTime: '2026-01-31T08:00:00Z',
	Int: 12345,
	URI: 'https://example.com/record',
};

/** An error of one field, which is null then. */
export class FieldError extends Error {
	constructor(
		readonly type: string,
		message: string,
	) {
		super(message);
	}
}

type Variables = Readonly<Record<string, unknown>>;

/**
 * Responds to a document as GitHub does: a document that contradicts the schema fails, and a field
 * that throws is null and has an error. Properties of `root` are values or functions of the arguments.
 * Other fields have the value of the argument or input with their name, or a made-up one.
 */
export function execute(
	text: string,
	variables: Variables,
	schema: Schema,
	root: object = {},
): { data?: unknown; errors?: unknown[] } {
	const errors: object[] = [];
	const select = (
		from: object,
		selections: readonly Selection[],
		type: string,
		given: Variables,
		path: readonly string[],
	): object =>
		Object.fromEntries(
			selections.map(({ key, name, args, selections: inner }) => {
				const result = signatureOf(schema, type, name)?.result ?? '';
				const sent = { ...given, ...argumentsOf(args, variables) };
				const at = [...path, key];
				const valueOf = (value: unknown): unknown => {
					if (Array.isArray(value)) return value.map(valueOf);
					if (value === null) return null;
					const named = namedType(result);
					if (inner.length > 0) return select(value ?? {}, inner, named, sent, at);
					return value ?? sent[name] ?? samples[named] ?? `a ${named}`;
				};
				try {
					const property = (from as Variables)[name];
					const value =
						typeof property === 'function'
							? (property as (sent: Variables) => unknown)(sent)
							: property;
					return [key, valueOf(value === undefined && result.startsWith('[') ? [{}] : value)];
				} catch (error) {
					if (!(error instanceof FieldError)) throw error;
					errors.push({ type: error.type, path: at, message: error.message });
					return [key, null];
				}
			}),
		);
	try {
		const document = parseDocument(text);
		const problems = [
			...problemsIn(document, schema),
			...Object.entries(document.variables).flatMap(([name, type]) =>
				type.endsWith('!') && (variables[name] ?? null) === null ? [`$${name} is required`] : [],
			),
		];
		if (problems.length > 0) return { errors: problems.map((message) => ({ message })) };
		const data = select(root, document.selections, rootType(document), {}, []);
		return { data, ...(errors.length > 0 ? { errors } : {}) };
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		return { errors: [{ message: error.message }] };
	}
}

/** The values of arguments. Those of an input are not below its name. */
function argumentsOf(args: Selection['args'], variables: Variables): Variables {
	const valueOf = (value: Value): unknown =>
		'variable' in value
			? variables[value.variable]
			: 'literal' in value
				? value.literal
				: Object.fromEntries(
						Object.entries(value.fields).map(([name, one]) => [name, valueOf(one)]),
					);
	const { input, ...values } = valueOf({ fields: args }) as Record<string, unknown>;
	return { ...values, ...(input as object | undefined) };
}

/** A page of a list. The cursor is the number of entries before it. */
export function connection(
	entries: readonly object[],
	{ first, after }: { first?: number; after?: string | null },
): object {
	if (first === undefined || first < 1 || first > 100)
		throw new SyntaxError('`first` on the connection must be between 1 and 100.');
	const start = Number(after ?? 0);
	const nodes = entries.slice(start, start + first);
	const end = start + nodes.length;
	return {
		nodes,
		edges: nodes.map((node) => ({ node })),
		pageInfo: { hasNextPage: end < entries.length, endCursor: String(end) },
	};
}
