/** How requests reach this service: all items of a batch in one, one object by its path, one page after another. */
import type { IDataObject } from 'n8n-workflow';
import {
	type Batch,
	type Call,
	choice,
	type Fields,
	type Operation,
	PackError,
	type Paging,
	type RequestLine,
	type Row,
} from '../engine/describe';
import { buildRequest } from '../engine/request/buildRequest';
import { entriesOf, outcomeOf, rowsOfEntries } from './envelope';
import { land, type Landing } from './landing';
import { isUuid, lowered, targetOf, type Target } from './targets';

/** The body or query of an operation's fields, by their wire names. */
export function partsOf(
	{ fields, options }: Pick<Operation, 'fields' | 'options'>,
	input: IDataObject,
): IDataObject {
	return (buildRequest('PUT /', { ...fields, ...options } as Fields, input).body ??
		{}) as IDataObject;
}

/** Input by the keys of the fields. */
export const inputOf = ({ input }: Call<unknown>): IDataObject => input as IDataObject;

/** How a batch is sent; its request line is that of the operation. */
interface BatchSpec extends Landing {
	/** Key of the field that names the target; absent where an entry names none. */
	readonly target?: string;
	/** The request line where a setting of the credential decides it. */
	line?(call: Call<unknown>): RequestLine;
	/** Parts of an entry that follow from its fields in another way. */
	entry?(parts: IDataObject, input: IDataObject): IDataObject;
	/** Keys put on every row. */
	readonly adds?: IDataObject;
	/** Asked for in global scope alone, also for one target. */
	readonly globalOnly?: boolean;
}

const lineOf = (call: Call<unknown>, { line }: BatchSpec): RequestLine =>
	line?.(call) ?? call.operation.request!;

/** The entry of an item: its target, and what its fields say. */
function entryOf(call: Call<unknown>, { target, entry }: BatchSpec): IDataObject {
	const { operation } = call;
	const input = inputOf(call);
	const fields = { ...operation.fields };
	if (target !== undefined) delete (fields as Record<string, unknown>)[target];
	const parts = partsOf({ fields, options: operation.options }, input);
	const named =
		target === undefined ? {} : targetOf(String(input[target]), operation.fields[target]!.label);
	return { ...named, ...loweredNames(entry ? entry(parts, input) : parts) };
}

/** Names of objects to be made, in lower case. */
const loweredNames = (parts: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(parts).map(([key, value]) => [
			key,
			typeof value === 'string' && (key === 'name' || key === 'vol_name') ? lowered(value) : value,
		]),
	);

/** Rows and refusals for the calls of one request, every entry on its own. */
function landed(
	calls: readonly Call<unknown>[],
	targets: readonly IDataObject[],
	body: unknown,
	spec: BatchSpec,
): (readonly Row[] | PackError)[] {
	const entries = land(targets, entriesOf(body), spec);
	return calls.map((_, index) => {
		const entry = entries[index];
		if (!entry)
			return new PackError('The service did not answer for this item', {
				hint: 'Look at the object before you repeat this: what was asked for may have been done.',
			});
		const outcome = outcomeOf(entry);
		return outcome instanceof PackError || !spec.adds
			? outcome
			: outcome.map((row) => ({ ...row, json: { ...row.json, ...spec.adds } }));
	});
}

/** A writing operation: one request whose body is the list of all items' entries. */
export const together = (spec: BatchSpec): Batch<unknown> => ({
	size: Infinity,
	async run(calls) {
		const [first] = calls as readonly [Call<unknown>];
		const entries = withIds(calls.map((call) => entryOf(call, spec)));
		const { body } = await first.request(lineOf(first, spec), { body: entries });
		return landed(calls, entries, body, {
			...spec,
			keys: ['id', ...(spec.keys ?? ['uuid', 'name'])],
		});
	},
});

/** Updates may name one object several times; an id of the node's own then tells their entries apart. */
function withIds(entries: IDataObject[]): IDataObject[] {
	const seen = new Map<string, number>();
	const keyOf = ({ uuid, name }: IDataObject): string => String(uuid ?? name);
	for (const entry of entries) seen.set(keyOf(entry), (seen.get(keyOf(entry)) ?? 0) + 1);
	return entries.map((entry, index) =>
		'prop' in entry && seen.get(keyOf(entry))! > 1 ? { ...entry, id: `item-${index}` } : entry,
	);
}

/** Servers and proxies bound the length of an address; a name takes up to 127 characters of it. */
const longestQuery = 6000;

/** Offered where a POST with targets creates nothing: at templates, checkpoints and autoscale settings it would. */
export const targetsIn = {
	targetsIn: choice(
		'Send Targets',
		{ query: 'In the Address (GET)', body: 'In the Body (POST)' },
		{
			description:
				'How several targets are sent. The address holds about 140 UUIDs, so that more take several requests; the body holds any number, where the service takes it.',
			default: 'query',
			in: 'none',
			hideFromAgents: true,
		},
	),
};

/**
 * A reading operation, whose request line is the global one. One target by its UUID is asked for by its path; several go
 * as query parameters, as no body can be sent with a GET, or by POST as one list.
 */
export const reading = (spec: BatchSpec & { target: string }): Batch<unknown> => ({
	size: Infinity,
	group: (input) => JSON.stringify({ ...(input as IDataObject), [spec.target]: undefined }),
	async run(calls) {
		const [first] = calls as readonly [Call<unknown>];
		const line = lineOf(first, spec);
		const targets = calls.map((call) =>
			targetOf(String(inputOf(call)[spec.target]), first.operation.fields[spec.target]!.label),
		);
		const { [spec.target]: _target, targetsIn: how, ...others } = inputOf(first);
		void _target;
		const query = partsOf(first.operation, others);
		if (how === 'body') {
			const { body } = await first.request(
				line.replace('GET', 'POST') as RequestLine,
				{ body: targets, query },
				{ replay: 'safe' },
			);
			return landed(calls, targets as IDataObject[], body, spec);
		}
		const results: (readonly Row[] | PackError)[] = [];
		for (const [from, to] of slices(targets)) {
			const some = targets.slice(from, to);
			const answer = await first.request(...readLine(line, some, query, spec.globalOnly), {
				replay: 'safe',
			});
			results.push(...landed(calls.slice(from, to), some as IDataObject[], answer.body, spec));
		}
		return results;
	},
});

/** Line and parts that read some targets. */
function readLine(
	line: RequestLine,
	targets: readonly Target[],
	query: IDataObject,
	globalOnly = false,
): [RequestLine, { query: IDataObject; values?: IDataObject }] {
	const [only] = targets;
	const local = line.replace(
		/^GET \/([^/]+)((?:\/templates|\/checkpoints)?)/,
		'GET /$1$2/{uuid}',
	) as RequestLine;
	if (!globalOnly && targets.length === 1 && only && 'uuid' in only)
		return [local, { query, values: { uuid: only.uuid } }];
	const named = (key: 'uuid' | 'name') =>
		targets.flatMap((target) => (key in target ? [(target as Record<string, string>)[key]!] : []));
	const [uuid, name] = [named('uuid'), named('name')];
	return [
		line,
		{
			query: {
				...query,
				...(uuid.length > 0 ? { uuid } : {}),
				...(name.length > 0 ? { name } : {}),
			},
		},
	];
}

/** Runs of targets whose query is short enough, as [from, to). */
export function slices(targets: readonly Target[]): [number, number][] {
	const found: [number, number][] = [];
	let from = 0;
	let length = 0;
	targets.forEach((target, index) => {
		const own = 6 + Object.values(target).join('').length;
		if (length + own > longestQuery) {
			found.push([from, index]);
			[from, length] = [index, 0];
		}
		length += own;
	});
	return targets.length === 0 ? found : [...found, [from, targets.length]];
}

/** Creates one object from the fields of an item. */
export async function createOne(
	call: Call<unknown>,
	line: RequestLine,
	body: IDataObject,
): Promise<Row[]> {
	const answer = await call.request(line, { body: loweredNames(body) });
	return rowsOfEntries(entriesOf(answer.body));
}

/** Pages by the last UUID; a service that hands out everything at once is asked no second time. */
export const byLastUuid = (list: string): Paging => ({
	rows: `data.${list}`,
	size: { name: 'count', maximum: pageSize },
	next(answer, { query, rows }) {
		const last = entriesOf(answer.body).at(-1)?.uuid;
		return rows > 0 && rows === query.count && typeof last === 'string'
			? { from: last }
			: undefined;
	},
});

/** The highest `count` is not shown. */
const pageSize = 100;

/** One list, whole. */
export const wholeList = (list: string): Paging => ({
	rows: `data.${list}`,
	next: () => undefined,
});

/**
 * The UUID of an object that may be named otherwise: a path takes no name, so that is looked up in global scope first.
 * @throws Refusal when there is no such object
 */
export async function uuidOf(
	call: Call<unknown>,
	category: string,
	reference: string,
	label: string,
): Promise<string> {
	const target = targetOf(reference, label);
	if ('uuid' in target) return target.uuid;
	const { body } = await call.request(
		`GET /${category}`,
		{ query: { name: [target.name] } },
		{ replay: 'safe' },
	);
	const [found] = rowsOfEntries(entriesOf(body).slice(0, 1));
	const uuid = found?.json.uuid;
	if (typeof uuid === 'string' && isUuid(uuid)) return uuid;
	throw new PackError(`${label} ${target.name} has no UUID that the service tells`, {
		field: label,
		hint: 'Give the UUID itself.',
	});
}
