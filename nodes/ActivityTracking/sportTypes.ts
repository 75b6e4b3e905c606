/** Sport types of activities. */
import { toTitleCase, wordsIn } from '../engine/describe';

const sportTypes = wordsIn(`
	AlpineSki BackcountrySki Badminton Basketball Canoeing Cricket Crossfit Dance EBikeRide
	Elliptical EMountainBikeRide Golf GravelRide Handcycle HighIntensityIntervalTraining Hike
	IceSkate InlineSkate Kayaking Kitesurf MountainBikeRide NordicSki Padel PhysicalTherapy
	Pickleball Pilates Racquetball Ride RockClimbing RollerSki Rowing Run Sail Skateboard
	Snowboard Snowshoe Soccer Squash StairStepper StandUpPaddling Surfing Swim TableTennis
	Tennis TrailRun Velomobile VirtualRide VirtualRow VirtualRun Volleyball Walk WeightTraining
	Wheelchair Windsurf Workout Yoga
`);

const spellings: Readonly<Record<string, string>> = {
	EBikeRide: 'E-Bike Ride',
	EMountainBikeRide: 'E-Mountain Bike Ride',
	HighIntensityIntervalTraining: 'High-Intensity Interval Training',
};

export const sportTypeLabels: Readonly<Record<string, string>> = Object.fromEntries(
	sportTypes.map((value) => [value, spellings[value] ?? toTitleCase(value)]),
);
