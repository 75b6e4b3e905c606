/**
 * Shapes of the responses (specification part A, Resources), for the output preview in the editor
 * and for the docs.
 */

const point = ['number'] as const;

export const segmentSummary = {
	id: 'string',
	resource_state: 'integer',
	name: 'string',
	activity_type: 'string',
	distance: 'number',
	average_grade: 'number',
	maximum_grade: 'number',
	elevation_high: 'number',
	elevation_low: 'number',
	start_latlng: point,
	end_latlng: point,
	climb_category: 'integer',
	city: 'string',
	state: 'string',
	country: 'string',
	private: 'boolean',
	starred: 'boolean',
	hazardous: 'boolean',
} as const;

export const segment = {
	...segmentSummary,
	created_at: 'string',
	updated_at: 'string',
	total_elevation_gain: 'number',
	map: { id: 'string', polyline: 'string', resource_state: 'integer' },
	effort_count: 'integer',
	athlete_count: 'integer',
	star_count: 'integer',
} as const;

export const segmentBrief = {
	id: 'id',
	name: 'name',
	activity_type: 'activity_type',
	distance: 'distance',
	average_grade: 'average_grade',
	climb_category: 'climb_category',
	city: 'city',
	country: 'country',
	starred: 'starred',
	effort_count: 'effort_count',
	polyline: 'map.polyline',
	decoded_points: 'map.decoded_points',
};

export const starredSegment = {
	...segmentSummary,
	start_latitude: 'number',
	start_longitude: 'number',
	end_latitude: 'number',
	end_longitude: 'number',
	pr_time: 'integer',
	athlete_pr_effort: {
		id: 'string',
		elapsed_time: 'integer',
		distance: 'number',
		start_date: 'string',
		start_date_local: 'string',
		is_kom: 'boolean',
	},
	starred_date: 'string',
} as const;

export const starredBrief = [
	'id',
	'name',
	'activity_type',
	'distance',
	'average_grade',
	'climb_category',
	'city',
	'country',
	'pr_time',
	'starred_date',
];

export const exploredSegment = {
	id: 'string',
	name: 'string',
	climb_category: 'integer',
	climb_category_desc: 'string',
	avg_grade: 'number',
	start_latlng: point,
	end_latlng: point,
	elev_difference: 'number',
	distance: 'number',
	points: 'string',
} as const;

export const leaderboardEntry = {
	athlete_name: 'string',
	rank: 'integer',
	elapsed_time: 'integer',
	moving_time: 'integer',
	start_date: 'string',
	start_date_local: 'string',
	entry_type: 'string',
} as const;

export const effort = {
	id: 'string',
	resource_state: 'integer',
	name: 'string',
	activity: { id: 'string' },
	athlete: { id: 'string' },
	elapsed_time: 'integer',
	moving_time: 'integer',
	start_date: 'string',
	start_date_local: 'string',
	distance: 'number',
	start_index: 'integer',
	end_index: 'integer',
	average_cadence: 'number',
	average_watts: 'number',
	device_watts: 'boolean',
	average_heartrate: 'number',
	max_heartrate: 'integer',
	segment: segmentSummary,
	kom_rank: 'integer',
	pr_rank: 'integer',
	hidden: 'boolean',
} as const;

export const effortBrief = {
	id: 'id',
	name: 'name',
	activity_id: 'activity.id',
	segment_id: 'segment.id',
	elapsed_time: 'elapsed_time',
	moving_time: 'moving_time',
	start_date_local: 'start_date_local',
	distance: 'distance',
	average_watts: 'average_watts',
	average_heartrate: 'average_heartrate',
	kom_rank: 'kom_rank',
	pr_rank: 'pr_rank',
};

export const stream = {
	type: 'string',
	data: ['any'],
	series_type: 'string',
	original_size: 'integer',
	resolution: 'string',
} as const;

/** Fields that Simplify keeps. The specification does not define the fields of an activity. */
export const activityBrief = {
	id: 'id',
	name: 'name',
	type: 'type',
	sport_type: 'sport_type',
	distance: 'distance',
	moving_time: 'moving_time',
	elapsed_time: 'elapsed_time',
	total_elevation_gain: 'total_elevation_gain',
	start_date: 'start_date',
	start_date_local: 'start_date_local',
	decoded_points: 'map.decoded_points',
};
