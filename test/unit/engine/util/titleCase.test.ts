import { toTitleCase } from '../../../../nodes/engine/describe';

describe('toTitleCase', () => {
	it.each([
		['output_quality', 'Output Quality'],
		['outputQuality', 'Output Quality'],
		['n', 'N'],
		['first_clip_url', 'First Clip URL'],
		['fileIds', 'File IDs'],
		['fps', 'FPS'],
		['id', 'ID'],
		['price_per_unit', 'Price per Unit'],
		['of_interest', 'Of Interest'],
		['TEXT_2_VIDEO', 'Text 2 Video'],
		['TOTAL_COST_OF_OWNERSHIP', 'Total Cost of Ownership'],
		['SOURCE_TYPE_GUEST_OS_SCAN', 'Source Type Guest OS Scan'],
		['PATCH', 'PATCH'],
		['tls', 'TLS'],
		['memory_mb', 'Memory MB'],
		['__private__ name ', 'Private Name'],
		['', ''],
	])('converts %p to %p', (name, label) => expect(toTitleCase(name)).toBe(label));

	it('spells the names of a service as the service does', () => {
		const names = new Map([['note2', 'Note 2']]);
		expect(toTitleCase('note2_urls', names)).toBe('Note 2 URLs');
		expect(toTitleCase('NOTE2_URLS', names)).toBe('Note 2 URLs');
	});

	it('converts names of built-in object properties like any other name', () =>
		expect(toTitleCase('constructor')).toBe('Constructor'));
});
