// Points as an encoded polyline: differences in steps of 0.00001 degrees, five bits a character.

const character = (bits: number): string => String.fromCharCode(bits + 63);

function encodeDifference(difference: number): string {
	let rest = difference < 0 ? ~(difference << 1) : difference << 1;
	let text = '';
	for (; rest >= 32; rest >>>= 5) text += character(32 | (rest & 31));
	return text + character(rest);
}

/** Encodes pairs of latitude and longitude, rounded to five decimals. */
export function encodePolyline(points: ReadonlyArray<readonly [number, number]>): string {
	let [latitude, longitude] = [0, 0];
	return points
		.map((point) => {
			const [toLatitude, toLongitude] = point.map((degrees) => Math.round(degrees * 1e5)) as [
				number,
				number,
			];
			const text =
				encodeDifference(toLatitude - latitude) + encodeDifference(toLongitude - longitude);
			[latitude, longitude] = [toLatitude, toLongitude];
			return text;
		})
		.join('');
}
