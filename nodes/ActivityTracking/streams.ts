/** Reads streams and converts them to items: one per stream, or one per moment. */
import type { IDataObject } from 'n8n-workflow';
import { showHint } from '../engine';
import {
	type Call,
	PackError,
	type RequestLine,
	type Row,
	statusOf,
	toResult,
} from '../engine/describe';
import { usesPublicInterface } from './publicInterface';

/** Labels of the streams of a segment, by type. */
export const segmentStreamLabels = {
	distance: 'Distance',
	altitude: 'Altitude',
	latlng: 'Latitude and Longitude',
};

/** Labels of all streams, by type. */
export const streamLabels = {
	time: 'Time',
	...segmentStreamLabels,
	velocity_smooth: 'Smoothed Velocity',
	heartrate: 'Heart Rate',
	cadence: 'Cadence',
	watts: 'Power (Watts)',
	temp: 'Temperature',
	moving: 'Moving',
	grade_smooth: 'Smoothed Grade',
};

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
 * The streams of a record. Each row contains the ID of the record.
 * @param idKey name of the ID in the rows
 * @param id the ID of the record
 * @param path path of the streams, such as `/activities/{activityId}/streams`, with placeholders
 * for fields of the input
 * @param types types of the streams to get. Undefined for routes, which return all streams.
 */
export async function readStreams(
	call: Call<StreamsInput>,
	[idKey, id]: readonly [string, string],
	path: `/${string}`,
	types?: readonly string[],
): Promise<Row[]> {
	const { resolution, seriesType, streamOutput } = call.input;
	const options = {
		...(resolution === undefined ? {} : { resolution }),
		...(seriesType === undefined ? {} : { series_type: seriesType }),
	};
	const joinedTypes = types?.join();
	let line: RequestLine = `GET ${path}`;
	let query: IDataObject = options;
	if (joinedTypes !== undefined && usesPublicInterface(call))
		query = { keys: joinedTypes, key_by_type: true, ...options };
	else if (joinedTypes !== undefined) line = `GET ${path}/{types}`;
	const values = { ...call.input, types: joinedTypes };
	const { body } = await call.request(line, { values, query });
	const streams = parseStreams(body);
	return (streamOutput === 'moments' ? streamsToMoments(streams) : streams).map((json) => ({
		json: { ...json, [idKey]: id },
	}));
}

/**
 * The streams of an activity. An activity without recorded data, such as one that was entered by
 * hand, has no streams: the service then responds with 404, as if the activity did not exist.
 */
export async function readActivityStreams(
	call: Call<StreamsInput & { readonly activityId: string; readonly types: readonly string[] }>,
): Promise<Row[]> {
	const { activityId, types } = call.input;
	const result = await toResult(
		readStreams(call, ['activity_id', activityId], '/activities/{activityId}/streams', types),
	);
	if ('value' in result) return result.value;
	if (statusOf(result.error) !== 404) throw result.error;
	const activity = await toResult(
		call.request('GET /activities/{activityId}', { values: { activityId } }),
	);
	if ('error' in activity) throw result.error;
	showHint(
		call.context,
		`Activity ${activityId} has no streams, so it has no items. Activities that were entered by hand have no recorded data.`,
	);
	return [];
}

/** The streams in a response: a list, or in the public interface an object keyed by type. */
export function parseStreams(body: unknown): Stream[] {
	const streams: IDataObject[] = Array.isArray(body)
		? (body as IDataObject[])
		: Object.entries((body ?? {}) as IDataObject).map(([type, stream]) => ({
				type,
				...(stream as IDataObject),
			}));
	return streams.filter((stream): stream is Stream => Array.isArray(stream.data));
}

/**
 * One object per moment, with one value of each stream. Values with the same index belong to the
 * same moment.
 * @throws PackError if the streams differ in length
 */
export function streamsToMoments(streams: readonly Stream[]): IDataObject[] {
	const [first] = streams;
	if (streams.some(({ data }) => data.length !== first!.data.length)) {
		const lengths = streams.map(({ type, data }) => `${type} has ${data.length} values`).join(', ');
		throw new PackError(`The streams differ in length: ${lengths}`, {
			hint: 'Values cannot be combined by moment. Set Output to One Item per Stream, or get fewer streams.',
		});
	}
	return (first?.data ?? []).map((_, index) =>
		Object.fromEntries<IDataObject[string]>(streams.map(({ type, data }) => [type, data[index]])),
	);
}
