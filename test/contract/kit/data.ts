// The contract data: what the specification and the public facts beside it say of a service. data/README.md describes the format.
import { existsSync, readFileSync } from 'node:fs';
import type { Service } from '../../../nodes/engine/catalogue';
import { pageName } from '../../../nodes/engine/documents';
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
	/** A value that the service takes, where any text of the type will not do. */
	readonly example?: unknown;
	readonly note?: string;
}

type Written = string | Param;
type WrittenList = Readonly<Record<string, Written>>;
export const places = ['path', 'query', 'body', 'header'] as const;
export type Place = (typeof places)[number];

export interface PagingEntry {
	readonly rows?: string;
	/** The parameter that asks for a number of rows. */
	readonly size?: string;
	/** Answers, and the query values of the page after each (null after the last). */
	readonly pages?: ReadonlyArray<{
		readonly answer: object;
		readonly page?: object;
		readonly next: Readonly<Record<string, unknown>> | string | null;
	}>;
}

export type Entry = Readonly<Partial<Record<Place, string | WrittenList>>> & {
	/** Method and path; `?` for what is not shown. */
	readonly request: string;
	/** The catalogue's operation, where the request alone doesn't tell. */
	readonly as?: string;
	readonly inSpec?: boolean;
	/** The body is a list with one such object a target. */
	readonly each?: boolean;
	readonly paid?: boolean;
	readonly paging?: PagingEntry;
	/** Names under which the source knows the request. */
	readonly names?: readonly string[];
	/** Fields of the catalogue that hold what is not shown. */
	readonly settings?: Readonly<Partial<Record<'path' | 'method', string>>>;
	/** Why the request cannot be recorded here, and which test sees it. */
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
	readonly lists?: Readonly<Record<string, WrittenList>>;
	readonly operations: readonly Entry[];
	readonly errors?: Readonly<
		Record<string, { readonly status: number | null; readonly again?: string }>
	>;
	readonly rules?: readonly Rule[];
	/** Why an operation that creates or costs may be sent again. */
	readonly safe?: Readonly<Record<string, string>>;
	/** Parameters that an operation does not offer, with the reason. */
	readonly leftOut?: Readonly<Record<string, Readonly<Record<string, string>>>>;
	/** What the catalogue adds of its own: a whole operation, or fields of one. */
	readonly ours?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** The contract of a service. */
export function contractOf(service: Service): Contract {
	const file = inRoot('test', 'contract', 'data', `${pageName(service)}.json`);
	if (!existsSync(file)) throw new Error(`There is no contract data for ${service.label}: ${file}`);
	return JSON.parse(readFileSync(file, 'utf8')) as Contract;
}

export interface PlacedParam {
	readonly place: Place;
	readonly name: string;
	readonly param: Param & { readonly enum?: readonly string[] };
}

/** All parameters of an entry with names of lists and values resolved. */
export function paramsOf(contract: Contract, entry: Entry): PlacedParam[] {
	return places.flatMap((place) => {
		const list = entry[place];
		if (list === undefined) return [];
		return Object.entries(typeof list === 'string' ? listOf(contract, list) : list).map(
			([name, written]) => ({ place, name, param: resolved(contract, written) }),
		);
	});
}

export function listOf(contract: Contract, name: string): WrittenList {
	const list = contract.lists?.[name];
	if (list === undefined) throw new Error(`The contract has no list ${name}`);
	return list;
}

function resolved(contract: Contract, written: Written): PlacedParam['param'] {
	if (typeof written === 'string')
		return {
			type: written.replace(/!$/, ''),
			...(written.endsWith('!') ? { required: true } : {}),
		};
	if (typeof written.enum !== 'string') return written as PlacedParam['param'];
	const values = contract.values?.[written.enum];
	if (values === undefined) throw new Error(`The contract has no values ${written.enum}`);
	return { ...written, enum: values };
}

/** A request line with the names of its placeholders blanked. */
export const blanked = (request: string): string => request.replace(/\{[^}]*\}/g, '{}');

/** What the catalogue adds to an operation, or may ask more strictly. */
export function oursIn(contract: Contract, id: string): Readonly<Record<string, string>> {
	const ours = contract.ours?.[id];
	return typeof ours === 'object' ? ours : {};
}
