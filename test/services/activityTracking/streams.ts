// Data streams of 11 types. All streams of a record have the same length. They are downsampled on
// request.

import { badRequest } from './errors';
import type { Query } from './query';

export const STREAM_TYPES = [
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
export const LOCATION_STREAM_TYPES = ['distance', 'altitude', 'latlng'] as const;
export type StreamType = (typeof STREAM_TYPES)[number];
export type Streams = Partial<Record<StreamType, unknown[]>>;

const MAX_POINTS = { low: 100, medium: 1000, high: 10000 } as const;

/** Generates the streams of a ride with this number of data points. */
export function streamsOfLength(
	length: number,
	[latitude, longitude]: readonly [number, number],
	without: readonly StreamType[] = [],
): Streams {
	const values: Record<StreamType, (index: number) => unknown> = {
		time: (index) => index,
		latlng: (index) => [latitude + index * 1e-5, longitude + index * 1e-5],
		distance: (index) => index * 6.5,
		altitude: (index) => 100 + (index % 50),
		velocity_smooth: () => 6.5,
		heartrate: (index) => 120 + (index % 30),
		cadence: (index) => 80 + (index % 10),
		watts: (index) => 200 + (index % 20),
		temp: () => 21,
		moving: (index) => index > 0,
		grade_smooth: (index) => (index % 7) - 3.5,
	};
	const types = STREAM_TYPES.filter((type) => !without.includes(type));
	return Object.fromEntries(
		types.map((type) => [type, Array.from({ length }, (_, index) => values[type](index))]),
	);
}

export interface StreamResponse {
	type: string;
	data: unknown[];
	series_type: string;
	original_size: number;
	resolution: string;
}

/** The requested streams, omitting those that do not exist. @throws HttpError 400 */
export function streamsResponse(
	streams: Streams,
	types: readonly string[],
	allowed: readonly string[],
	{ resolution, series_type: seriesType = 'distance' }: Query,
): StreamResponse[] {
	if (types.some((type) => !allowed.includes(type))) throw badRequest('Stream', 'types');
	const present = types.filter(
		(type): type is StreamType => streams[type as StreamType] !== undefined,
	);
	return present
		.map((type) => ({
			type,
			data: downsample(streams[type]!, MAX_POINTS[resolution as 'low'] ?? Infinity),
			series_type: seriesType,
			original_size: streams[type]!.length,
			resolution: resolution ?? 'high',
		}))
		.reverse();
}

const downsample = (data: unknown[], points: number): unknown[] =>
	data.length <= points
		? data
		: Array.from(
				{ length: points },
				(_, index) => data[Math.floor((index * data.length) / points)],
			);

/** The response format of the current public API. */
export const keyByType = (
	streams: readonly StreamResponse[],
): Record<string, Omit<StreamResponse, 'type'>> =>
	Object.fromEntries(streams.map(({ type, ...rest }) => [type, rest]));
