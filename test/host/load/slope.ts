/** Slope of a line through points, by Theil and Sen: the median of the slopes between all pairs, which single outliers do not move. */
export function slopeOf(points: readonly (readonly [number, number])[]): number {
	const slopes = points
		.flatMap(([x, y], index) =>
			points
				.slice(index + 1)
				.filter(([other]) => other !== x)
				.map(([other, height]) => (height - y) / (other - x)),
		)
		.sort((a, b) => a - b);
	return slopes[Math.floor(slopes.length / 2)] ?? 0;
}
