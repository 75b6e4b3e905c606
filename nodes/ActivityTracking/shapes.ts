/**
 * Shapes of the responses (README.md, Responses), for the output preview in the editor
 * and for the docs.
 */
import { pathsOf, shapeOf } from '../engine/describe';

export const segmentSummary = shapeOf(`
	id resource_state:integer name activity_type distance:number average_grade:number
	maximum_grade:number elevation_high:number elevation_low:number start_latlng:number[]
	end_latlng:number[] climb_category:integer city state country private:boolean starred:boolean
	hazardous:boolean
`);

export const segment = {
	...segmentSummary,
	...shapeOf(`
		created_at updated_at total_elevation_gain:number map.id map.polyline
		map.resource_state:integer effort_count:integer athlete_count:integer star_count:integer
	`),
} as const;

export const segmentBrief = pathsOf(`
	id name activity_type distance average_grade climb_category city country starred effort_count
	polyline=map.polyline decoded_points=map.decoded_points
`);

export const starredSegment = {
	...segmentSummary,
	...shapeOf(`
		start_latitude:number start_longitude:number end_latitude:number end_longitude:number
		pr_time:integer athlete_pr_effort.id athlete_pr_effort.elapsed_time:integer
		athlete_pr_effort.distance:number athlete_pr_effort.start_date
		athlete_pr_effort.start_date_local athlete_pr_effort.is_kom:boolean starred_date
	`),
} as const;

export const starredBrief = pathsOf(`
	id name activity_type distance average_grade climb_category city country pr_time starred_date
`);

export const exploredSegment = shapeOf(`
	id name climb_category:integer climb_category_desc avg_grade:number start_latlng:number[]
	end_latlng:number[] elev_difference:number distance:number points
`);

export const leaderboardEntry = shapeOf(`
	athlete_name rank:integer elapsed_time:integer moving_time:integer start_date start_date_local
	entry_type
`);

export const effort = {
	...shapeOf(`
		id resource_state:integer name activity.id athlete.id elapsed_time:integer
		moving_time:integer start_date start_date_local distance:number start_index:integer
		end_index:integer average_cadence:number average_watts:number device_watts:boolean
		average_heartrate:number max_heartrate:integer
	`),
	segment: segmentSummary,
	...shapeOf('kom_rank:integer pr_rank:integer hidden:boolean'),
} as const;

export const effortBrief = pathsOf(`
	id name activity_id=activity.id athlete_id=athlete.id segment_id=segment.id elapsed_time moving_time start_date_local
	distance average_watts average_heartrate kom_rank pr_rank
`);

export const stream = shapeOf('type data:any[] series_type original_size:integer resolution');

/**
 * Fields of an activity that Simplify keeps. The specification does not define the fields of an
 * activity.
 */
export const activityBrief = pathsOf(`
	id name type sport_type athlete_id=athlete.id distance moving_time elapsed_time
	total_elevation_gain start_date start_date_local average_heartrate max_heartrate average_watts
	weighted_average_watts max_watts decoded_points=map.decoded_points
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
	...shapeOf('id activity_id text'),
	athlete,
	...shapeOf('created_at'),
} as const;

export const lap = shapeOf(`
	id activity.id athlete.id average_cadence:number average_speed:number distance:number
	elapsed_time:integer start_index:integer end_index:integer lap_index:integer max_speed:number
	moving_time:integer name pace_zone:integer split:integer start_date start_date_local
	total_elevation_gain:number
`);

export const lapBrief = pathsOf(`
	id activity_id=activity.id athlete_id=athlete.id lap_index name distance moving_time elapsed_time total_elevation_gain
	average_speed max_speed average_cadence start_date_local
`);

export const photo = shapeOf(`
	id unique_id activity_id resource_state:integer urls:object caption source:integer type ref uid
	uploaded_at created_at location:number[]
`);

export const activityZone = shapeOf(`
	type distribution_buckets[].min:integer distribution_buckets[].max:integer
	distribution_buckets[].time:integer sensor_based:boolean custom_zones:boolean score:integer
	points:integer max:integer
`);

const total = shapeOf(`
	count:integer distance:number moving_time:integer elapsed_time:integer elevation_gain:number
	achievement_count:integer
`);

export const athleteStats = {
	...shapeOf('biggest_ride_distance:number biggest_climb_elevation_gain:number'),
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

export const clubSummary = shapeOf(`
	id resource_state:integer name profile_medium cover_photo cover_photo_small sport_type
	activity_types:string[] city state country private:boolean member_count:integer featured:boolean
	verified:boolean url
`);

export const club = {
	...clubSummary,
	...shapeOf('membership admin:boolean owner:boolean following_count:integer'),
} as const;

export const clubBrief = 'id name sport_type city country private member_count url'.split(' ');

export const clubActivity = shapeOf(`
	athlete.resource_state:integer athlete.firstname athlete.lastname name distance:number
	moving_time:integer elapsed_time:integer total_elevation_gain:number type sport_type
	workout_type:integer
`);

export const clubEvent = shapeOf(`
	id resource_state:integer title description club.id club.resource_state:integer club.name
	organizing_athlete:object activity_type created_at route:object start_latlng:number[]
	woman_only:boolean private:boolean skill_levels:integer terrain:integer
	upcoming_occurrences:string[] zone address joined:boolean
`);

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
	...shapeOf(`
		distance:number elevation_gain:number map.id map.polyline map.summary_polyline
		private:boolean starred:boolean timestamp:integer type:integer sub_type:integer created_at
		updated_at estimated_moving_time:integer
	`),
	segments: [segmentSummary],
	...shapeOf('waypoints:object[]'),
} as const;

export const routeBrief = pathsOf(`
	id name description type sub_type distance elevation_gain estimated_moving_time private starred
	created_at polyline=map.polyline decoded_points=map.decoded_points
`);

export const exportedRoute = shapeOf('id fileName size:integer mimeType');
