// The contract data of a service: what its specification and its public documentation define. See
// data/README.md for the format.
import { existsSync, readFileSync } from 'node:fs';
import { memoize, type Service } from '../../../nodes/engine/describe';
import { pageName } from '../../../tools/generate/operationList';
import { inRoot } from '../../../tools/system/paths';

export interface Param {
	readonly type: string;
	readonly required?: boolean;
	readonly enum?: readonly string[] | string;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly maxLength?: number;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly default?: unknown;
	/** A valid value, if not every value of the type is valid. */
	readonly example?: unknown;
	readonly note?: string;
}

/** A parameter as written in the data: `string`, `string!` or an object. */
type ParamSpec = string | Param;
type ParamList = Readonly<Record<string, ParamSpec>>;
export const places = ['path', 'query', 'body', 'header'] as const;
export type Place = (typeof places)[number];

export interface PagingEntry {
	readonly rows?: string;
	/** The parameter for the page size. */
	readonly size?: string;
	/** Responses, each with the query of the next page, or null after the last page. */
	readonly pages?: ReadonlyArray<{
		readonly answer: object;
		readonly page?: object;
		readonly next: Readonly<Record<string, unknown>> | string | null;
	}>;
}

export type Entry = Readonly<Partial<Record<Place, string | ParamList>>> & {
	/** Method and path. `?` replaces a part that is not documented. */
	readonly request: string;
	/** The operation (`resource.operation`), if the request does not identify it. */
	readonly as?: string;
	readonly inSpec?: boolean;
	/** Whether the body is a list with one object per target. */
	readonly each?: boolean;
	readonly paid?: boolean;
	/** False if the public API description does not enable the request for apps. */
	readonly apps?: boolean;
	readonly paging?: PagingEntry;
	/** Names of the request in the source. */
	readonly names?: readonly string[];
	/** Fields that contain the undocumented parts of the request. */
	readonly settings?: Readonly<Partial<Record<'path' | 'method', string>>>;
	/** Why the contract tests cannot record the request, and which test covers it. */
	readonly elsewhere?: string;
	readonly note?: string;
};

export interface Rule {
	readonly list: string;
	readonly given: Readonly<Record<string, unknown>>;
	readonly refused?: string;
	readonly sent?: Readonly<Record<string, unknown>>;
}

export interface Contract {
	readonly service: string;
	readonly values?: Readonly<Record<string, readonly string[]>>;
	readonly lists?: Readonly<Record<string, ParamList>>;
	readonly operations: readonly Entry[];
	readonly errors?: Readonly<
		Record<string, { readonly status: number | null; readonly again?: string }>
	>;
	readonly rules?: readonly Rule[];
	/** Why an operation that creates something or costs money may be retried. */
	readonly safe?: Readonly<Record<string, string>>;
	/** Parameters that an operation does not offer, each with the reason. */
	readonly leftOut?: Readonly<Record<string, Readonly<Record<string, string>>>>;
	/**
	 * Operations, or fields of an operation, that the pack has in addition to those in the source.
	 */
	readonly ours?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** Whether a service is generated from an API description, which is its only source. */
export const isGenerated = ({ name }: Service): boolean =>
	existsSync(inRoot('nodes', name.charAt(0).toUpperCase() + name.slice(1), 'openapi.json'));

/** Reads the contract data of a service. A generated service has none. */
export const contractOf = memoize((service: Service): Contract => {
	if (isGenerated(service)) return { service: pageName(service), operations: [] };
	const file = inRoot('test', 'contract', 'data', `${pageName(service)}.json`);
	if (!existsSync(file)) throw new Error(`There is no contract data for ${service.label}: ${file}`);
	return JSON.parse(readFileSync(file, 'utf8')) as Contract;
});

export interface PlacedParam {
	readonly place: Place;
	readonly name: string;
	readonly param: Param & { readonly enum?: readonly string[] };
}

/** All parameters of an entry. Names of `lists` and `values` are replaced by their contents. */
export function paramsOf(contract: Contract, entry: Entry): PlacedParam[] {
	return places.flatMap((place) => {
		const list = entry[place];
		if (list === undefined) return [];
		return Object.entries(typeof list === 'string' ? listOf(contract, list) : list).map(
			([name, spec]) => ({ place, name, param: resolveParam(contract, spec) }),
		);
	});
}

export function listOf(contract: Contract, name: string): ParamList {
	const list = contract.lists?.[name];
	if (list === undefined) throw new Error(`The contract has no list ${name}`);
	return list;
}

function resolveParam(contract: Contract, spec: ParamSpec): PlacedParam['param'] {
	if (typeof spec === 'string')
		return {
			type: spec.replace(/!$/, ''),
			...(spec.endsWith('!') ? { required: true } : {}),
		};
	if (typeof spec.enum !== 'string') return spec as PlacedParam['param'];
	const values = contract.values?.[spec.enum];
	if (values === undefined) throw new Error(`The contract has no values ${spec.enum}`);
	return { ...spec, enum: values };
}

/** A request line without the names of its placeholders. */
export const withoutPlaceholderNames = (request: string): string =>
	request.replace(/\{[^}]*\}/g, '{}');

/** Fields that the pack adds to an operation, or validates more strictly than the source. */
export function addedFields(contract: Contract, id: string): Readonly<Record<string, string>> {
	const ours = contract.ours?.[id];
	return typeof ours === 'object' ? ours : {};
}
