// The encoded polyline format: differences in units of 0.00001 degrees, five bits per character.

const character = (bits: number): string => String.fromCharCode(bits + 63);

function encodeDifference(difference: number): string {
	let bits = difference < 0 ? ~(difference << 1) : difference << 1;
	let text = '';
	for (; bits >= 32; bits >>>= 5) text += character(32 | (bits & 31));
	return text + character(bits);
}

/** @param points pairs of latitude and longitude, which are rounded to five decimals */
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
