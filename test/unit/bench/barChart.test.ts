// The SVG of a bar chart.
import {
	descriptionOf,
	drawBarChart,
	scaleEnd,
	schemes,
	type BarChart,
} from '../../bench/barChart';

const bar = (label: string, value: number) => ({ label, value, text: `${value} s` });

const chart = (...bars: BarChart['groups'][number]['bars']): BarChart => ({
	title: 'Time',
	groups: [{ title: 'One group', bars }],
});

interface Drawn {
	readonly x: number;
	readonly width: number;
}

/** The bars of a chart, without the background. */
const drawn = (svg: string): Drawn[] =>
	[...svg.matchAll(/<rect x="(\d+)" y="\d+" width="(\d+)"/g)].map(([, x, width]) => ({
		x: Number(x),
		width: Number(width),
	}));

test('the lengths of the bars are proportional to their values, in all groups', () => {
	const svg = drawBarChart(
		{
			title: 'Time',
			groups: [
				{ title: 'First', bars: [bar('a', 1), bar('b', 2)] },
				{ title: 'Second', bars: [bar('c', 4)] },
			],
		},
		'light',
	);
	const [a, b, c] = drawn(svg).map(({ width }) => width);
	expect(b! / a!).toBeCloseTo(2, 1);
	expect(c! / a!).toBeCloseTo(4, 1);
	expect(svg).not.toContain('cut off');
});

test('a bar that is much longer than the others is cut off and has a note', () => {
	const svg = drawBarChart(chart(bar('a', 2), bar('b', 2.5), bar('slow', 50)), 'light');
	const [a, b, slow] = drawn(svg).map(({ width }) => width);
	expect(b! / a!).toBeCloseTo(1.25, 1);
	expect(slow).toBeGreaterThan(b!);
	expect(svg).toContain('slow, 50 s: bar cut off.');
	expect(svg).toContain('20.0 times as long as the longest other bar');
});

test('the scale ends at the longest bar that is not cut off', () => {
	expect(scaleEnd([1, 2, 3])).toBe(3);
	expect(scaleEnd([1, 2, 8])).toBe(8);
	expect(scaleEnd([1, 2, 9])).toBe(2);
	expect(scaleEnd([5])).toBe(5);
});

test('a bar that is almost zero stays visible', () => {
	expect(drawn(drawBarChart(chart(bar('a', 0.0001), bar('b', 1)), 'light'))[0]!.width).toBe(1);
});

test('long labels and values leave less room for the bars', () => {
	const short = drawn(drawBarChart(chart(bar('a', 1)), 'light'))[0]!;
	const [long] = drawn(
		drawBarChart(chart({ label: 'a'.repeat(30), value: 1, text: '1.000000000 s' }), 'light'),
	);
	expect(long!.x).toBeGreaterThan(30 * 7);
	expect(short.x + short.width).toBeGreaterThan(long!.x + long!.width);
	expect(long!.x + long!.width).toBeLessThan(640 - 13 * 7);
});

test('a screen reader gets the title and all values', () => {
	const svg = drawBarChart(chart(bar('a', 1), bar('b', 2)), 'light');
	expect(svg).toContain('role="img" aria-labelledby="title description"');
	expect(svg).toContain('<title id="title">Time</title>');
	expect(svg).toContain('<desc id="description">One group: a 1 s; b 2 s.</desc>');
	expect(descriptionOf(chart(bar('a', 1)))).toBe('One group: a 1 s.');
});

test('texts are escaped', () => {
	const svg = drawBarChart({ ...chart(bar('<a> & "b"', 1)), title: '<b>' }, 'light');
	expect(svg).toContain('>&lt;a&gt; &amp; &quot;b&quot;</text>');
	expect(svg).toContain('<title id="title">&lt;b&gt;</title>');
	expect(svg).not.toMatch(/<a>|<b>/);
});

/** Relative luminance, as defined by WCAG 2. */
function luminance(color: string): number {
	const [red, green, blue] = [1, 3, 5].map((index) => {
		const part = parseInt(color.slice(index, index + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
	const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (high! + 0.05) / (low! + 0.05);
}

// Minimums of WCAG 2, level AA, for text and for graphics.
test.each(Object.entries(schemes))('the %s colors have enough contrast', (_, color) => {
	expect(contrast(color.text, color.background)).toBeGreaterThan(4.5);
	expect(contrast(color.muted, color.background)).toBeGreaterThan(4.5);
	expect(contrast(color.highlighted, color.background)).toBeGreaterThan(3);
	expect(contrast(color.bar, color.background)).toBeGreaterThan(3);
});
