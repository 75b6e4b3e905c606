/**
 * Shapes of the responses (README.md, Responses), for the output preview in the editor
 * and for the docs.
 */
import { pathsOf, shapeOf } from '../engine/describe';

const point = ['number'] as const;

export const segmentSummary = {
	...shapeOf(`
		id resource_state:integer name activity_type distance:number average_grade:number
		maximum_grade:number elevation_high:number elevation_low:number
	`),
	start_latlng: point,
	end_latlng: point,
	...shapeOf(`
		climb_category:integer city state country private:boolean starred:boolean hazardous:boolean
	`),
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

export const segmentBrief = pathsOf(`
	id name activity_type distance average_grade climb_category city country starred effort_count
	polyline=map.polyline decoded_points=map.decoded_points
`);

export const starredSegment = {
	...segmentSummary,
	...shapeOf(`
		start_latitude:number start_longitude:number end_latitude:number end_longitude:number
		pr_time:integer
	`),
	athlete_pr_effort: shapeOf(`
		id elapsed_time:integer distance:number start_date start_date_local is_kom:boolean
	`),
	starred_date: 'string',
} as const;

export const starredBrief = pathsOf(`
	id name activity_type distance average_grade climb_category city country pr_time starred_date
`);

export const exploredSegment = {
	...shapeOf('id name climb_category:integer climb_category_desc avg_grade:number'),
	start_latlng: point,
	end_latlng: point,
	elev_difference: 'number',
	distance: 'number',
	points: 'string',
} as const;

export const leaderboardEntry = shapeOf(`
	athlete_name rank:integer elapsed_time:integer moving_time:integer start_date start_date_local
	entry_type
`);

export const effort = {
	id: 'string',
	resource_state: 'integer',
	name: 'string',
	activity: { id: 'string' },
	athlete: { id: 'string' },
	...shapeOf(`
		elapsed_time:integer moving_time:integer start_date start_date_local distance:number
		start_index:integer end_index:integer average_cadence:number average_watts:number
		device_watts:boolean average_heartrate:number max_heartrate:integer
	`),
	segment: segmentSummary,
	kom_rank: 'integer',
	pr_rank: 'integer',
	hidden: 'boolean',
} as const;

export const effortBrief = pathsOf(`
	id name activity_id=activity.id segment_id=segment.id elapsed_time moving_time start_date_local
	distance average_watts average_heartrate kom_rank pr_rank
`);

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
export const activityBrief = pathsOf(`
	id name type sport_type distance moving_time elapsed_time total_elevation_gain start_date
	start_date_local decoded_points=map.decoded_points
`);

// The following shapes are those of Strava's published description.

/** A created or updated activity. */
export const writtenActivity = shapeOf(`
	id name type sport_type distance:number moving_time:integer elapsed_time:integer
	total_elevation_gain:number start_date start_date_local description gear_id commute:boolean
	trainer:boolean hide_from_home:boolean
`);

export const writtenActivityBrief = Object.keys(writtenActivity);

export const upload = shapeOf('id external_id status activity_id');

export const athlete = shapeOf(`
	id resource_state:integer firstname lastname profile_medium profile city state country sex
	premium:boolean summit:boolean created_at updated_at
`);

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
	...shapeOf(`
		average_cadence:number average_speed:number distance:number elapsed_time:integer
		start_index:integer end_index:integer lap_index:integer max_speed:number moving_time:integer
		name pace_zone:integer split:integer start_date start_date_local total_elevation_gain:number
	`),
} as const;

export const lapBrief = pathsOf(`
	id activity_id=activity.id lap_index name distance moving_time elapsed_time total_elevation_gain
	average_speed max_speed average_cadence start_date_local
`);

export const activityZone = {
	type: 'string',
	distribution_buckets: [{ min: 'integer', max: 'integer', time: 'integer' }],
	...shapeOf(`
		sensor_based:boolean custom_zones:boolean score:integer points:integer max:integer
	`),
} as const;

const total = shapeOf(`
	count:integer distance:number moving_time:integer elapsed_time:integer elevation_gain:number
	achievement_count:integer
`);

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
	...shapeOf(`
		id resource_state:integer name profile_medium cover_photo cover_photo_small sport_type
	`),
	activity_types: ['string'],
	...shapeOf(`
		city state country private:boolean member_count:integer featured:boolean verified:boolean url
	`),
} as const;

export const club = {
	...clubSummary,
	...shapeOf('membership admin:boolean owner:boolean following_count:integer'),
} as const;

export const clubBrief = 'id name sport_type city country private member_count url'.split(' ');

export const clubActivity = {
	athlete: { resource_state: 'integer', firstname: 'string', lastname: 'string' },
	...shapeOf(`
		name distance:number moving_time:integer elapsed_time:integer total_elevation_gain:number type
		sport_type workout_type:integer
	`),
} as const;

export const clubMember = shapeOf(`
	resource_state:integer firstname lastname membership admin:boolean owner:boolean
`);

export const gear = shapeOf(`
	id resource_state:integer primary:boolean name distance:number brand_name model_name
	frame_type:integer description
`);

export const route = {
	...shapeOf('id id_str name description'),
	athlete,
	distance: 'number',
	elevation_gain: 'number',
	map: { id: 'string', polyline: 'string', summary_polyline: 'string' },
	...shapeOf(`
		private:boolean starred:boolean timestamp:integer type:integer sub_type:integer created_at
		updated_at estimated_moving_time:integer
	`),
	segments: [segmentSummary],
	waypoints: ['object'],
} as const;

export const routeBrief = pathsOf(`
	id name description type sub_type distance elevation_gain estimated_moving_time private starred
	created_at polyline=map.polyline decoded_points=map.decoded_points
`);

export const exportedRoute = shapeOf('id fileName size:integer mimeType');
