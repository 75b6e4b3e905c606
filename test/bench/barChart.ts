// Draws a chart of horizontal bars as SVG, for a light and a dark page.

export interface Bar {
	readonly label: string;
	readonly value: number;
	/** The value with its unit. */
	readonly text: string;
	/** Highlighted. The other bars are grey. */
	readonly highlighted?: boolean;
}

export interface BarChart {
	readonly title: string;
	/** All groups have the same scale. */
	readonly groups: ReadonlyArray<{ readonly title: string; readonly bars: readonly Bar[] }>;
}

/** The background is drawn too, because not every viewer follows the color scheme of its page. */
export const schemes = {
	light: {
		background: '#ffffff',
		text: '#1f2328',
		muted: '#59636e',
		highlighted: '#0969da',
		bar: '#818b98',
	},
	dark: {
		background: '#0d1117',
		text: '#f0f6fc',
		muted: '#9198a1',
		highlighted: '#4493f8',
		bar: '#6e7681',
	},
} as const;

export type Scheme = keyof typeof schemes;

const fonts = "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'Noto Sans', Helvetica, sans-serif";
const width = 640;
const padding = 16;
const lineHeight = 24;
const barHeight = 14;
/** The average of bold text in the widest of the usual fonts, because every system has its own. */
const characterWidth = 7.6;
const gap = 8;

/** Bars longer than this many times the median bar are cut off, so that the others stay readable. */
const cutAbove = 4;

/** The value at the end of the scale: that of the longest bar that is not cut off. */
export function scaleEnd(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const limit = cutAbove * sorted[Math.floor(sorted.length / 2)]!;
	return sorted.findLast((value) => value <= limit)!;
}

const barsOf = ({ groups }: BarChart): Bar[] => groups.flatMap(({ bars }) => bars);

/** All values of a chart as text, for screen readers. */
export const descriptionOf = ({ groups }: BarChart): string =>
	groups
		.map(
			({ title, bars }) =>
				`${title}: ${bars.map(({ label, text }) => `${label} ${text}`).join('; ')}.`,
		)
		.join(' ');

/** One note for each bar that is cut off. */
function notesOf(chart: BarChart, end: number): string[] {
	const cut = barsOf(chart).filter(({ value }) => value > end);
	return cut.map(
		({ label, text, value }) =>
			`${label}, ${text}: bar cut off. In full, it is ${(value / end).toFixed(1)} times as long as the longest other bar.`,
	);
}

export const escapeXml = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');

export function drawBarChart(chart: BarChart, scheme: Scheme): string {
	const color = schemes[scheme];
	const bars = barsOf(chart);
	const end = scaleEnd(bars.map(({ value }) => value));
	const notes = notesOf(chart, end);
	const widest = (texts: string[]): number =>
		characterWidth * Math.max(...texts.map(({ length }) => length));
	const left = Math.round(padding + widest(bars.map(({ label }) => label)) + gap);
	const right = Math.round(width - padding - widest(bars.map(({ text }) => text)) - gap);
	// Cut bars are longer than all others.
	const plot = (right - left) * (notes.length > 0 ? 0.85 : 1);

	const elements: string[] = [];
	let y = padding;
	const line = (height = lineHeight): number => (y += height) - height / 2;
	const text = (x: number, middle: number, content: string, attributes = ''): void => {
		elements.push(`<text x="${x}" y="${middle + 5}"${attributes}>${escapeXml(content)}</text>`);
	};
	text(padding, line(), chart.title, ' font-size="16" font-weight="600"');
	text(padding, line(), 'Shorter is better.', ` fill="${color.muted}"`);
	for (const { title, bars: groupBars } of chart.groups) {
		y += gap;
		text(padding, line(), title, ' font-weight="600"');
		const top = y;
		for (const { label, value, text: valueText, highlighted } of groupBars) {
			const middle = line();
			const isCut = value > end;
			const length = isCut ? right - left : Math.max(1, Math.round((value / end) * plot));
			const weight = highlighted ? ' font-weight="600"' : '';
			text(left - gap, middle, label, ` text-anchor="end"${weight}`);
			elements.push(
				`<rect x="${left}" y="${middle - barHeight / 2}" width="${length}" height="${barHeight}" fill="${highlighted ? color.highlighted : color.bar}"/>`,
			);
			if (isCut) elements.push(cutMark(right - 24, middle, color.background));
			text(left + length + gap, middle, valueText, weight);
		}
		elements.push(
			`<path d="M${left} ${top}V${y}" stroke="${color.muted}" stroke-width="1" fill="none"/>`,
		);
	}
	if (notes.length > 0) y += gap;
	for (const note of notes) text(padding, line(20), note, ` font-size="12" fill="${color.muted}"`);
	const height = y + padding;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description" font-family="${fonts}" font-size="13">
<title id="title">${escapeXml(chart.title)}</title>
<desc id="description">${escapeXml(descriptionOf(chart))}</desc>
<rect width="${width}" height="${height}" rx="6" fill="${color.background}"/>
<g fill="${color.text}">
${elements.join('\n')}
</g>
</svg>
`;
}

/** Two slanted gaps in a bar that is cut off. */
function cutMark(x: number, middle: number, background: string): string {
	const slash = (from: number): string => `M${from} ${middle + 10}L${from + 8} ${middle - 10}`;
	return `<path d="${slash(x)}${slash(x + 8)}" stroke="${background}" stroke-width="3" fill="none"/>`;
}
