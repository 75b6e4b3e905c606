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
 * Executes a document as GitHub does: an unknown field fails the request, and a field that throws is
 * null and has an error. Properties are values or functions of the arguments.
 */
export function execute(
	text: string,
	variables: Variables,
	roots: Readonly<Record<Document['kind'], object>>,
): { data?: unknown; errors?: unknown[] } {
	const errors: object[] = [];
	const select = (from: unknown, selections: readonly Selection[], path: string[]): unknown => {
		if (from === null || from === undefined) return null;
		if (Array.isArray(from)) return from.map((entry) => select(entry, selections, path));
		if (selections.length === 0) return from;
		return Object.fromEntries(
			selections.map(({ key, name, args, selections: inner }) => {
				if (!(name in (from as object)))
					throw new SyntaxError(
						`Field '${name}' doesn't exist on type '${path.at(-1) ?? 'Query'}'`,
					);
				try {
					const property = (from as Variables)[name];
					const found =
						typeof property === 'function'
							? (property as (given: unknown) => unknown)(valueOf({ fields: args }, variables))
							: property;
					return [key, select(found, inner, [...path, key])];
				} catch (error) {
					if (!(error instanceof FieldError)) throw error;
					const { type, message } = error;
					errors.push({ type, path: [...path, key], message });
					return [key, null];
				}
			}),
		);
	};
	try {
		const { kind, selections } = parseDocument(text);
		const data = select(roots[kind], selections, []);
		return { data, ...(errors.length > 0 ? { errors } : {}) };
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		return { errors: [{ message: error.message }] };
	}
}

const valueOf = (value: Value, variables: Variables): unknown =>
	'variable' in value
		? variables[value.variable]
		: 'literal' in value
			? value.literal
			: Object.fromEntries(
					Object.entries(value.fields).map(([name, one]) => [name, valueOf(one, variables)]),
				);

/** A page of a list. The cursor is the number of entries before it. */
export function connection(
	entries: readonly object[],
	{ first, after }: { first?: number; after?: string | null } = {},
): object {
	if (first === undefined || first < 1 || first > 100)
		throw new SyntaxError('`first` on the connection must be between 1 and 100.');
	const start = Number(after ?? 0);
	const nodes = entries.slice(start, start + first);
	const end = start + nodes.length;
	return {
		totalCount: entries.length,
		nodes,
		edges: nodes.map((node) => ({ node })),
		pageInfo: {
			hasNextPage: end < entries.length,
			endCursor: nodes.length > 0 ? String(end) : null,
		},
	};
}
