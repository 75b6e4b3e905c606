/** Services and resources, and functions that define them and their operations. */
import type { Api } from './api';
import type { Field, Fields, Input, NoFields } from './field';
import { integer } from './fieldBuilders';
import type { Operation } from './operation';
import type { Paging } from './paging';
import { parseLine, type RequestLine } from './request';
import { pluralOf, withArticle } from '../util/text';
import { toTitleCase } from '../util/titleCase';

/** A common path prefix of several operations, with its fields. */
export interface BasePath<F extends Fields> {
	readonly path: string;
	readonly fields: F;
}

export interface Resource {
	readonly label: string;
	/** Key of the operation that is selected first. */
	readonly default: string;
	readonly operations: Readonly<Record<string, Operation>>;
}

export interface Service extends Api {
	/** Fields that replace the credential if the service is used without one. Read once per run. */
	readonly connectionFields?: Fields;
	/** Request options of all operations of the service. Read once per run, from the first item. */
	readonly options?: Fields;
	readonly default: string;
	readonly resources: Readonly<Record<string, Resource>>;
	/** Categories and search aliases in n8n's node panel. */
	readonly codex: { readonly categories: readonly string[]; readonly aliases: readonly string[] };
}

type Placeholder<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
	? Name | Placeholder<Rest>
	: never;

/** Makes the key `fields` required if a placeholder needs a field. */
type RequireFields<Names extends PropertyKey> = [Names] extends [never]
	? unknown
	: { fields: unknown };

/** What the operation sends. The compiler's error names the last one. */
type Sent = { batch: unknown } | { run: unknown } | { request: RequestLine };

interface TypedProperties<
	R extends RequestLine,
	F extends Fields,
	O extends Fields,
	S extends Fields,
> {
	/** Default: from the key, such as `Get Many Labels` for `getAllLabels`. */
	name?: string;
	/** Default: `Get a page` or `Get many pages`. For names of one verb, and `Get Many`. */
	action?: string;
	basePath?: BasePath<S>;
	request?: R;
	parents?: ReadonlyArray<(keyof S | keyof F) & string>;
	fields?: F & Record<Exclude<Placeholder<R>, keyof S | keyof O>, Field>;
	options?: O;
	check?(
		input: Input<S & F, O>,
	): { field: (keyof S | keyof F | keyof O) & string; problem: string } | undefined;
}

type OperationSpec<
	R extends RequestLine,
	F extends Fields,
	O extends Fields,
	S extends Fields,
> = TypedProperties<R, F, O, S> &
	Partial<Omit<Operation<Input<S & F, O>>, keyof TypedProperties<R, F, O, S> | 'method' | 'path'>> &
	RequireFields<Exclude<Placeholder<R>, keyof S | keyof O>> &
	Sent;

/** Defines a scope: `scope('/repos/{owner}/{repository}', { owner, repository })`. */
export const basePath = <const P extends string, F extends Fields>(
	path: P,
	fields: F & Record<Placeholder<P>, Field>,
): BasePath<F> => ({ path, fields });

/**
 * Defines an operation. A placeholder of `request` without a field does not compile. By default,
 * `idempotency` is `none` for POST and PATCH, and `safe` for other methods (RFC 9110).
 */
export function operation<
	const R extends RequestLine,
	F extends Fields = NoFields,
	O extends Fields = NoFields,
	S extends Fields = NoFields,
>(spec: OperationSpec<R, F, O, S>): Operation {
	const { fields, options, basePath, request, ...rest } = spec;
	const { method, path = '' } = request ? parseLine(request) : {};
	const fullPath = `${basePath?.path ?? ''}${path}` as const;
	const isWrite = method !== undefined && method !== 'GET';
	const output =
		spec.output ?? (spec.paging || spec.rows ? 'rows' : method === 'DELETE' ? 'done' : 'single');
	return {
		idempotency: method === 'POST' || method === 'PATCH' ? 'none' : 'safe',
		output,
		...(output === 'rows' || spec.simplify || isWrite
			? { parents: requiredNames(basePath?.fields) }
			: {}),
		...(rest as unknown as Partial<Operation>),
		...(method ? { method, path: fullPath, request: `${method} ${fullPath}` as RequestLine } : {}),
		name: spec.name ?? '',
		action: spec.action ?? '',
		fields: { ...basePath?.fields, ...fields },
		options: { ...options, ...pageSizeOption(spec.paging) },
	};
}

/** An option of lists by page number: some services fail with 502 if a page has many large rows. */
const pageSizeOption = ({ size }: Paging = { next: () => undefined }): Fields =>
	size?.counted
		? {
				pageSize: integer('Page Size', {
					description:
						'Number of results per request. If the service fails with a timeout or a status such as 502, set a smaller number. Default: as many as the service allows.',
					apiName: size.name,
					in: 'query',
					collection: 'options',
					default: 100,
					minimum: 1,
					maximum: 100,
					hideFromAgents: true,
				}),
			}
		: {};

/** A variant of `operation` with a base path, and permissions for GET and for other requests. */
export const operationsIn =
	<S extends Fields>(basePath: BasePath<S>, read?: string, write = read) =>
	<const R extends RequestLine, F extends Fields = NoFields, O extends Fields = NoFields>(
		spec: OperationSpec<R, F, O, S>,
	): Operation =>
		operation<R, F, O, S>({
			basePath,
			permission: spec.request?.startsWith('GET ') ? read : write,
			...spec,
		});

const requiredNames = (fields: Fields = {}): string[] =>
	Object.keys(fields).filter((name) => fields[name]!.required);

export function resource<O extends Record<string, Operation>>(
	label: string,
	spec: { default: keyof NoInfer<O> & string; operations: O },
): Resource {
	const complete = Object.entries<Operation>(spec.operations).map(([key, operation]) => {
		const name = operation.name || nameOf(key);
		const action = operation.action || actionOf(name, label);
		return [key, { ...operation, name, action }] as const;
	});
	return { label, default: spec.default, operations: Object.fromEntries(complete) };
}

const nameOf = (key: string): string => toTitleCase(key.replace(/^getAll/, 'getMany'));

const actionOf = (name: string, label: string): string =>
	name === 'Get Many'
		? `Get many ${pluralOf(label.toLowerCase())}`
		: `${name} ${withArticle(label.toLowerCase())}`;

export function service<R extends Record<string, Resource>>(
	spec: Omit<Service, 'resources' | 'default'> & {
		resources: R;
		default: keyof NoInfer<R> & string;
	},
): Service {
	return spec;
}
