/** Sends all items of a run in one request. */
import type { IDataObject } from 'n8n-workflow';
import { toRow } from '../engine';
import {
	type Batch,
	type Call,
	PackError,
	type RequestLine,
	type Row,
	toExactJson,
	toText,
} from '../engine/describe';
import { entriesOf, entryResult, missingEntry, requireRows, rowsOfEntries } from './envelope';
import { matchEntries, type MatchOptions } from './matchEntries';
import { referencedObject } from './referencedObject';
import { isWrongState } from './errors';
import { bodyOf, inputOf, withLowercaseNames } from './requestBody';
import { targetOf, type Target } from './targets';

type LineOf = (call: Call<unknown>) => RequestLine;

interface BatchSpec extends MatchOptions {
	/** Key of the field that identifies the target; absent if entries have no target. */
	readonly target?: string;
	/**
	 * The request line, if it depends on the credential. Default: the request line of the operation.
	 */
	readonly line?: LineOf;
	/** Converts the fields of an item to an entry. Default: the unchanged fields. */
	readonly entry?: (fields: IDataObject, input: IDataObject) => IDataObject;
	/** Fields added to every row. */
	readonly adds?: IDataObject;
	/** With this option, an instance that is already in one of these states is no error. */
	readonly ignores?: { readonly option: string; readonly states: readonly string[] };
}

const lineOf = (call: Call<unknown>, { line }: BatchSpec): RequestLine =>
	line?.(call) ?? call.operation.request!;

/** The entry of an item: its target and its fields. */
function entryOf(call: Call<unknown>, { target, entry }: BatchSpec): IDataObject {
	const { operation } = call;
	const input = inputOf(call);
	const fields = { ...operation.fields };
	if (target !== undefined) delete (fields as Record<string, unknown>)[target];
	const body = bodyOf({ fields, options: operation.options }, input);
	const identity =
		target === undefined ? {} : targetOf(toText(input[target]), operation.fields[target]!.label);
	return { ...identity, ...withLowercaseNames(entry ? entry(body, input) : body) };
}

/** The result of each call: the rows of its entry, or its error. */
function resultsOf(
	calls: readonly Call<unknown>[],
	targets: readonly IDataObject[],
	body: unknown,
	spec: BatchSpec,
): (readonly Row[] | PackError)[] {
	const entries = matchEntries(targets, entriesOf(body), spec);
	return calls.map((call, index) => {
		const entry = entries[index];
		if (!entry) return missingEntry();
		const result = entryResult(entry, referencedObject(call));
		return result instanceof PackError || !spec.adds
			? result
			: result.map((row) => ({ ...row, json: { ...row.json, ...spec.adds } }));
	});
}

/** A write operation: one request whose body contains an entry for each item. */
export const batchWrite = (spec: BatchSpec): Batch<unknown> => ({
	size: Infinity,
	async run(calls) {
		const [first] = calls as readonly [Call<unknown>];
		const entries = withIds(calls.map((call) => entryOf(call, spec)));
		const { body } = await first.request(lineOf(first, spec), { body: entries });
		const results = resultsOf(calls, entries, body, {
			...spec,
			keys: ['id', ...(spec.keys ?? ['uuid', 'name'])],
		});
		return await ignoreWrongStates(calls, results, spec);
	},
});

/**
 * Replaces the errors of instances that are already in the wanted state. The error does not contain
 * the state, so the instances are read.
 */
async function ignoreWrongStates(
	calls: readonly Call<unknown>[],
	results: readonly (readonly Row[] | PackError)[],
	{ target, ignores }: BatchSpec,
): Promise<(readonly Row[] | PackError)[]> {
	const ignored = [...results];
	if (target === undefined || ignores === undefined) return ignored;
	const failed = calls.flatMap((call, index) => {
		const result = results[index];
		return inputOf(call)[ignores.option] === true && isWrongState(result)
			? [{ call, index, target: targetOf(toText(inputOf(call)[target])) }]
			: [];
	});
	for (const [from, to] of splitByQueryLength(failed.map((one) => one.target))) {
		const slice = failed.slice(from, to);
		const targets = slice.map((one) => one.target);
		const { body } = await slice[0]!.call.request(...readRequest(instanceLines, targets), {
			idempotency: 'safe',
		});
		matchEntries(targets, entriesOf(body)).forEach((entry, position) => {
			const { uuid, name, state } = entry ?? {};
			if (ignores.states.includes(toText(state)))
				ignored[slice[position]!.index] = [toRow({ uuid, name, state, previous_state: state })];
		});
	}
	return ignored;
}

const instanceLines = { global: 'GET /instances', local: 'GET /instances/{uuid}' } as const;

/**
 * Adds an ID to updates of the same object, so that their entries in the response can be
 * distinguished.
 */
function withIds(entries: IDataObject[]): IDataObject[] {
	const counts = new Map<string, number>();
	const keyOf = ({ uuid, name }: IDataObject): string => toText(uuid ?? name);
	for (const entry of entries) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1);
	return entries.map((entry, index) =>
		'prop' in entry && counts.get(keyOf(entry))! > 1 ? { ...entry, id: `item-${index}` } : entry,
	);
}

/** Servers and proxies limit the length of a URL. A single name takes up to 127 characters. */
const maxQueryLength = 6000;

interface ReadSpec extends BatchSpec {
	readonly target: string;
	/** The request line in local scope, with the UUID of a single target in its path. */
	readonly local: RequestLine | LineOf;
}

/**
 * A read operation. A single target with a UUID is read in local scope: the UUID is in the path.
 * Other targets are read in global scope: the path does not change, and the targets are sent as
 * query parameters, as in the vendor's client. n8n does not send a body with GET.
 */
export const batchRead = (spec: ReadSpec): Batch<unknown> => ({
	size: Infinity,
	group: (input) => toExactJson({ ...(input as IDataObject), [spec.target]: undefined }),
	async run(calls) {
		const [first] = calls as readonly [Call<unknown>];
		const lines = {
			global: lineOf(first, spec),
			local: typeof spec.local === 'string' ? spec.local : spec.local(first),
		};
		const targets = calls.map((call) =>
			targetOf(toText(inputOf(call)[spec.target]), first.operation.fields[spec.target]!.label),
		);
		const { [spec.target]: _target, ...others } = inputOf(first);
		void _target;
		const query = bodyOf(first.operation, others);
		const results: (readonly Row[] | PackError)[] = [];
		for (const [from, to] of splitByQueryLength(targets)) {
			const slice = targets.slice(from, to);
			const { body } = await first.request(...readRequest(lines, slice, query), {
				idempotency: 'safe',
			});
			const sliceResults = resultsOf(calls.slice(from, to), slice, body, spec);
			for (const result of sliceResults) results.push(result);
		}
		return results;
	},
});

/** Reads one target with a separate request. */
export async function readTarget(
	call: Call<unknown>,
	lines: ReadLines,
	target: Target,
): Promise<Row[]> {
	const { body } = await call.request(...readRequest(lines, [target]));
	return requireRows(rowsOfEntries(entriesOf(body), referencedObject(call)));
}

/** The request lines of a read operation, by scope. */
type ReadLines = Readonly<Record<'global' | 'local', RequestLine>>;

/** Request line and parts for reading targets. */
function readRequest(
	lines: ReadLines,
	targets: readonly Target[],
	query: IDataObject = {},
): [RequestLine, { query: IDataObject; values?: IDataObject }] {
	const [first] = targets;
	if (targets.length === 1 && first && 'uuid' in first)
		return [lines.local, { query, values: { uuid: first.uuid } }];
	const valuesOf = (key: 'uuid' | 'name') =>
		targets.flatMap((target) => (key in target ? [(target as Record<string, string>)[key]!] : []));
	const [uuid, name] = [valuesOf('uuid'), valuesOf('name')];
	return [
		lines.global,
		{
			query: {
				...query,
				...(uuid.length > 0 ? { uuid } : {}),
				...(name.length > 0 ? { name } : {}),
			},
		},
	];
}

/**
 * Splits targets into ranges, each short enough for one query. A range is `[from, to]`, and `to` is
 * exclusive.
 */
export function splitByQueryLength(targets: readonly Target[]): [number, number][] {
	const ranges: [number, number][] = [];
	let from = 0;
	let length = 0;
	targets.forEach((target, index) => {
		// `&uuid=` or `&name=`, and the value.
		const targetLength = 6 + Object.values(target).join('').length;
		if (length + targetLength > maxQueryLength) {
			ranges.push([from, index]);
			[from, length] = [index, 0];
		}
		length += targetLength;
	});
	return targets.length === 0 ? ranges : [...ranges, [from, targets.length]];
}
