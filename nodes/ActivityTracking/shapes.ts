/**
 * Shapes of the responses (README.md, Responses), for the output preview in the editor
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

/**
 * Fields of an activity that Simplify keeps. The specification does not define the fields of an
 * activity.
 */
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

// The following shapes are those of Strava's published description.

/** A created or updated activity. */
export const writtenActivity = {
	id: 'string',
	name: 'string',
	type: 'string',
	sport_type: 'string',
	distance: 'number',
	moving_time: 'integer',
	elapsed_time: 'integer',
	total_elevation_gain: 'number',
	start_date: 'string',
	start_date_local: 'string',
	description: 'string',
	gear_id: 'string',
	commute: 'boolean',
	trainer: 'boolean',
	hide_from_home: 'boolean',
} as const;

export const writtenActivityBrief = Object.keys(writtenActivity);

export const upload = {
	id: 'string',
	external_id: 'string',
	status: 'string',
	activity_id: 'string',
} as const;

export const athlete = {
	id: 'string',
	resource_state: 'integer',
	firstname: 'string',
	lastname: 'string',
	profile_medium: 'string',
	profile: 'string',
	city: 'string',
	state: 'string',
	country: 'string',
	sex: 'string',
	premium: 'boolean',
	summit: 'boolean',
	created_at: 'string',
	updated_at: 'string',
} as const;

export const comment = {
	id: 'string',
	activity_id: 'string',
	text: 'string',
	athlete,
	created_at: 'string',
} as const;

export const lap = {
	id: 'string',
	activity: { id: 'string' },
	athlete: { id: 'string' },
	average_cadence: 'number',
	average_speed: 'number',
	distance: 'number',
	elapsed_time: 'integer',
	start_index: 'integer',
	end_index: 'integer',
	lap_index: 'integer',
	max_speed: 'number',
	moving_time: 'integer',
	name: 'string',
	pace_zone: 'integer',
	split: 'integer',
	start_date: 'string',
	start_date_local: 'string',
	total_elevation_gain: 'number',
} as const;

export const lapBrief = {
	id: 'id',
	activity_id: 'activity.id',
	lap_index: 'lap_index',
	name: 'name',
	distance: 'distance',
	moving_time: 'moving_time',
	elapsed_time: 'elapsed_time',
	total_elevation_gain: 'total_elevation_gain',
	average_speed: 'average_speed',
	max_speed: 'max_speed',
	average_cadence: 'average_cadence',
	start_date_local: 'start_date_local',
};

export const activityZone = {
	type: 'string',
	distribution_buckets: [{ min: 'integer', max: 'integer', time: 'integer' }],
	sensor_based: 'boolean',
	custom_zones: 'boolean',
	score: 'integer',
	points: 'integer',
	max: 'integer',
} as const;

const total = {
	count: 'integer',
	distance: 'number',
	moving_time: 'integer',
	elapsed_time: 'integer',
	elevation_gain: 'number',
	achievement_count: 'integer',
} as const;

export const athleteStats = {
	biggest_ride_distance: 'number',
	biggest_climb_elevation_gain: 'number',
	recent_ride_totals: total,
	recent_run_totals: total,
	recent_swim_totals: total,
	ytd_ride_totals: total,
	ytd_run_totals: total,
	ytd_swim_totals: total,
	all_ride_totals: total,
	all_run_totals: total,
	all_swim_totals: total,
} as const;

const zoneRanges = [{ min: 'integer', max: 'integer' }] as const;

export const zones = {
	heart_rate: { custom_zones: 'boolean', zones: zoneRanges },
	power: { zones: zoneRanges },
} as const;

export const clubSummary = {
	id: 'string',
	resource_state: 'integer',
	name: 'string',
	profile_medium: 'string',
	cover_photo: 'string',
	cover_photo_small: 'string',
	sport_type: 'string',
	activity_types: ['string'],
	city: 'string',
	state: 'string',
	country: 'string',
	private: 'boolean',
	member_count: 'integer',
	featured: 'boolean',
	verified: 'boolean',
	url: 'string',
} as const;

export const club = {
	...clubSummary,
	membership: 'string',
	admin: 'boolean',
	owner: 'boolean',
	following_count: 'integer',
} as const;

export const clubBrief = [
	'id',
	'name',
	'sport_type',
	'city',
	'country',
	'private',
	'member_count',
	'url',
];

export const clubActivity = {
	athlete: { resource_state: 'integer', firstname: 'string', lastname: 'string' },
	name: 'string',
	distance: 'number',
	moving_time: 'integer',
	elapsed_time: 'integer',
	total_elevation_gain: 'number',
	type: 'string',
	sport_type: 'string',
	workout_type: 'integer',
} as const;

export const clubMember = {
	resource_state: 'integer',
	firstname: 'string',
	lastname: 'string',
	membership: 'string',
	admin: 'boolean',
	owner: 'boolean',
} as const;

export const gear = {
	id: 'string',
	resource_state: 'integer',
	primary: 'boolean',
	name: 'string',
	distance: 'number',
	brand_name: 'string',
	model_name: 'string',
	frame_type: 'integer',
	description: 'string',
} as const;

export const route = {
	id: 'string',
	id_str: 'string',
	name: 'string',
	description: 'string',
	athlete,
	distance: 'number',
	elevation_gain: 'number',
	map: { id: 'string', polyline: 'string', summary_polyline: 'string' },
	private: 'boolean',
	starred: 'boolean',
	timestamp: 'integer',
	type: 'integer',
	sub_type: 'integer',
	created_at: 'string',
	updated_at: 'string',
	estimated_moving_time: 'integer',
	segments: [segmentSummary],
	waypoints: ['object'],
} as const;

export const routeBrief = {
	id: 'id',
	name: 'name',
	description: 'description',
	type: 'type',
	sub_type: 'sub_type',
	distance: 'distance',
	elevation_gain: 'elevation_gain',
	estimated_moving_time: 'estimated_moving_time',
	private: 'private',
	starred: 'starred',
	created_at: 'created_at',
	polyline: 'map.polyline',
	decoded_points: 'map.decoded_points',
};

export const exportedRoute = {
	id: 'string',
	fileName: 'string',
	size: 'integer',
	mimeType: 'string',
} as const;
