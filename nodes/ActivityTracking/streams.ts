/** Data streams: asked for in either form of the interface, handed on as arrays or moment by moment. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError, type RequestLine, type Row } from '../engine/describe';
import { isCurrent } from './current';

export const streamTypes = [
	'time',
	'latlng',
	'distance',
	'altitude',
	'velocity_smooth',
	'heartrate',
	'cadence',
	'watts',
	'temp',
	'moving',
	'grade_smooth',
] as const;
export const segmentStreamTypes = ['distance', 'altitude', 'latlng'] as const;

export interface Stream extends IDataObject {
	type: string;
	data: IDataObject[string][];
}

interface StreamsInput {
	readonly resolution?: string;
	readonly seriesType?: string;
	readonly streamOutput?: string;
}

/**
 * Reads the streams of one record, and makes items of them.
 * @param path of the record's streams, such as `/activities/{activityId}/streams`
 * @param types wanted ones; all that there are when undefined (routes)
 */
export async function readStreams(
	call: Call<StreamsInput>,
	path: `/${string}`,
	values: IDataObject,
	types?: readonly string[],
): Promise<Row[]> {
	const { resolution, seriesType } = call.input;
	const query = {
		...(resolution === undefined ? {} : { resolution }),
		...(seriesType === undefined ? {} : { series_type: seriesType }),
	};
	const joined = types?.join();
	const [line, parts]: [RequestLine, IDataObject] =
		joined === undefined || isCurrent(call)
			? [
					`GET ${path}`,
					joined === undefined ? query : { keys: joined, key_by_type: true, ...query },
				]
			: [`GET ${path}/{types}`, query];
	const { body } = await call.request(line, { values: { ...values, types: joined }, query: parts });
	const streams = streamsOf(body);
	return (call.input.streamOutput === 'moments' ? momentsOf(streams) : streams).map((json) => ({
		json,
	}));
}

/** Streams of an answer: a list of them, or an object of them by type. */
export function streamsOf(body: unknown): Stream[] {
	const list: IDataObject[] = Array.isArray(body)
		? (body as IDataObject[])
		: Object.entries((body ?? {}) as IDataObject).map(([type, stream]) => ({
				type,
				...(stream as IDataObject),
			}));
	return list.filter((one): one is Stream => Array.isArray(one.data));
}

/**
 * One object a moment, with one value of each type: equal indexes of all streams belong to the same moment.
 * @throws Refusal when the streams are not equally long, as nothing then says which values belong together
 */
export function momentsOf(streams: readonly Stream[]): IDataObject[] {
	const [first] = streams;
	if (streams.some(({ data }) => data.length !== first!.data.length)) {
		throw new PackError(
			`The streams are not equally long: ${streams.map(({ type, data }) => `${type} has ${data.length}`).join(', ')}`,
			{
				hint: 'Nothing says which of their values belong together. Choose One Item per Stream as Output, or ask for fewer types.',
			},
		);
	}
	return (first?.data ?? []).map(
		(_, index) =>
			Object.fromEntries(streams.map(({ type, data }) => [type, data[index]])) as IDataObject,
	);
}
