/** The map area of an exploration. */

export interface Area {
	readonly southWestLatitude: number;
	readonly southWestLongitude: number;
	readonly northEastLatitude: number;
	readonly northEastLongitude: number;
}

/** Four comma-separated numbers: south-west latitude and longitude, north-east latitude and longitude, in degrees. */
export const boundsOf = ({
	southWestLatitude,
	southWestLongitude,
	northEastLatitude,
	northEastLongitude,
}: Area): string =>
	[southWestLatitude, southWestLongitude, northEastLatitude, northEastLongitude].map(plain).join();

/** A number without an exponent. */
const plain = (degrees: number): string =>
	/e/.test(String(degrees)) ? degrees.toFixed(20).replace(/\.?0+$/, '') : String(degrees);
