/**
 * Implements Instance: Get Events, which reads server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 */
import type { IDataObject } from 'n8n-workflow';
import { consumeStream, parseJson, toRow } from '../engine';
import {
	type Call,
	isObject,
	PackError,
	type Readable,
	readSafely,
	type Row,
	toResult,
} from '../engine/describe';

interface EventsInput {
	readonly eventTypes?: readonly string[];
	readonly instanceUuids?: readonly string[];
	readonly instanceTags?: readonly string[];
	readonly listenFor?: number;
	readonly maximumEvents?: number;
}

export const defaultListenFor = 30;
export const defaultMaximumEvents = 100;

/** A single event is small. A longer one is not an event stream. */
const maxEventLength = 1_048_576;

/** Returns the events that arrive until Listen For has passed or Maximum Events is reached. */
export async function readEvents(call: Call<EventsInput>): Promise<Row[]> {
	const { connection, input, request } = call;
	const { listenFor = defaultListenFor, maximumEvents = defaultMaximumEvents } = input;
	const { signal, limits } = connection;
	const query = Object.fromEntries(
		Object.entries({
			events: input.eventTypes,
			uuid: input.instanceUuids,
			tags: input.instanceTags,
		}).flatMap(([name, values]) => (values?.length ? [[name, values.join(',')]] : [])),
	);
	const listenMs = listenFor * 1000;
	const { stream } = await request(
		'GET /audit',
		{ query, headers: { accept: 'text/event-stream' } },
		{ idempotency: 'safe', as: 'stream', timeoutMs: listenMs + limits.timeoutMs },
	);
	const rows: Row[] = [];
	const isOver = new Error('The time limit was reached');
	const result = await toResult(
		consumeStream(stream!, collect(stream!, rows, maximumEvents), listenMs, signal, (timedOut) =>
			timedOut
				? isOver
				: new PackError('The stream of events was interrupted', {
						hint: 'Run the node again. Events in between are missing.',
					}),
		),
	);
	if ('error' in result && result.error !== isOver) throw result.error;
	return rows;
}

/** Adds events to the rows until the stream ends or there are `maximum` of them. */
async function collect(stream: Readable, rows: Row[], maximum: number): Promise<void> {
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of stream) {
		const blocks = (rest + decoder.decode(chunk as Buffer, { stream: true })).split(
			/\r\n\r\n|\n\n|\r\r/,
		);
		rest = blocks.pop()!;
		for (const block of blocks) {
			const event = eventIn(block);
			if (event) rows.push(toRow(event));
			if (rows.length >= maximum) return;
		}
		if (rest.length > maxEventLength) throw notAnEvent();
	}
}

const notAnEvent = (): PackError =>
	new PackError('The response is not a stream of events', {
		hint: 'Check the base URL in the credential.',
	});

/** The event in a block. Comments, which keep the connection open, contain none. */
function eventIn(block: string): IDataObject | undefined {
	const lines = block.split(/\r\n|\n|\r/);
	const valuesOf = (name: string): string[] =>
		lines.flatMap((line) =>
			line.startsWith(`${name}:`) ? [line.slice(name.length + 1).replace(/^ /, '')] : [],
		);
	const data = valuesOf('data').join('\n');
	if (data === '') return undefined;
	const event = readSafely(() => parseJson(data));
	if (event === undefined) throw notAnEvent();
	const [type] = valuesOf('event');
	return {
		...(type === undefined ? {} : { type }),
		...(isObject(event) ? event : { data: event as IDataObject[string] }),
	};
}
