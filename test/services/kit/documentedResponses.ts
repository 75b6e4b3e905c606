// The responses that a provider documents (test/contract/data/responses).

import type { Fields } from './records';

/** Responses by request and status: a file in `test/contract/data/responses`. */
export type DocumentedFile = Readonly<Record<string, object>>;

export interface Documented {
	/** With `:name` for each path parameter. */
	readonly request: string;
	readonly status: number;
	readonly body: unknown;
}

/** The contract data also contains made-up values for properties without a documented value. */
const isMadeUp = (key: string, value: unknown): boolean =>
	key === '$ref' || (typeof value === 'string' && /^a-[a-z-]+$/.test(value));

/** A request without the names of its path parameters, but with verbs such as `assets:batchDelete`. */
export const patternOf = (request: string): string =>
	request.replace(/\{[^}]+\}|(?<=[/.]):\w+|\*/g, '*');

/** The documented responses of a service: the first one of each request. */
export class DocumentedResponses {
	private readonly byPattern = new Map<string, Documented>();

	constructor(responses: DocumentedFile) {
		const text = JSON.stringify(responses);
		const documented = JSON.parse(text, (key, value: unknown) =>
			isMadeUp(key, value) ? undefined : value,
		) as Record<string, object>;
		for (const [request, byStatus] of Object.entries(documented)) {
			const [first] = Object.entries(byStatus);
			if (first)
				this.byPattern.set(patternOf(request), {
					request: request.replace(/\{(\w+)\}/g, ':$1'),
					status: Number(first[0]),
					body: first[1] as unknown,
				});
		}
	}

	/** The responses to all other requests than these patterns. */
	except(patterns: ReadonlySet<string>): Documented[] {
		return [...this.byPattern].flatMap(([pattern, response]) =>
			patterns.has(pattern) ? [] : [response],
		);
	}

	/** The response to a request such as `GET /lists/:list`. The names of placeholders are ignored. */
	at(request: string): Documented | undefined {
		return this.byPattern.get(patternOf(request));
	}

	/** The response to a request such as `GET /lists/1`. */
	find(request: string): Documented | undefined {
		const matches = ([pattern]: [string, unknown]) =>
			new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(request);
		return this.byPattern.get(request) ?? [...this.byPattern].find(matches)?.[1];
	}

	/** @throws Error if none is documented */
	body(request: string): unknown {
		const found = this.at(request);
		if (!found) throw new Error(`No response is documented for ${request}`);
		return found.body;
	}

	/**
	 * The documented record, or the first row of the documented list, with other values.
	 * @param key a property of the record, whose documented value in addresses is also replaced
	 */
	record<T extends Fields>(request: string, values: T, key?: keyof T & string): Fields & T {
		const [record] = [this.body(request)].flat() as [Fields];
		if (key === undefined) return { ...record, ...values };
		const part = new RegExp(`(?<=[/-])${String(record[key])}\\b`, 'g');
		const own = JSON.stringify(record).replace(part, String(values[key]));
		return { ...(JSON.parse(own) as Fields), ...values };
	}

	/** Whether the path has records: whether it has a list, or records can be added to it. */
	isCollection(path: string): boolean {
		return listName(this.at(`GET ${path}`)?.body) !== undefined || !!this.at(`POST ${path}`);
	}

	/** The placeholder of single records in a collection. */
	placeholderIn(collection: string): string | undefined {
		return ['GET', 'PATCH', 'PUT', 'DELETE']
			.map((method) => this.at(`${method} ${collection}/*`)?.request.split(':').at(-1))
			.find((placeholder) => placeholder !== undefined);
	}

	/** A documented record of a collection: a single one, or the first row of the list. */
	sampleOf(collection: string): Fields {
		const single = this.at(`GET ${collection}/*`)?.body;
		if (single !== undefined && single !== null) return single as Fields;
		const list = this.at(`GET ${collection}`)?.body;
		const name = listName(list);
		if (name === undefined) return {};
		return ((name === '' ? list : (list as Fields)[name]) as Fields[])[0] ?? {};
	}
}

/** The name of the list in a body: '' for the body itself, undefined if there is no list. */
export function listName(body: unknown): string | undefined {
	if (Array.isArray(body)) return '';
	return Object.entries(body ?? {}).find(([, value]) => Array.isArray(value))?.[0];
}
