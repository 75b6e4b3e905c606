// The documents that every new service starts with.

import type { Library, Region } from './library';

const figure = (description: string, page: number): Region => ({
	type: 'figure',
	text: null,
	page,
	bbox: { x: 0.1, y: 0.2, width: 0.8, height: 0.4 },
	confidence: 'high',
	description,
	hasImage: true,
});

/** Adds the handbook of a small company, and a collection of images with captions. */
export function addSeedData(library: Library): void {
	const handbook = library.add('handbook', 'Rules of a small company');
	library.write(handbook, 'leave.pdf', { department: 'people', year: 2025 }, [
		{ text: 'Leave', type: 'heading' },
		{
			text: 'Everybody has 28 days of paid leave a year. Up to five days of leave can be carried over to the end of March.',
		},
		{
			text: 'Parental leave is 14 weeks at full pay for every parent.',
			custom: { reviewed: true },
		},
		{ text: 'Request leave in the calendar, after a colleague has agreed to cover for you.' },
		{ text: 'Leave policy 2025, page 4 of 4', type: 'page_footer' },
	]);
	library.write(handbook, 'travel.pdf', { department: 'finance', year: 2024 }, [
		{ text: 'Train travel is booked in second class; a night train counts as a hotel.' },
		{
			text: 'Travel expenses are claimed within 30 days, with receipts for everything above 10 euros.',
			custom: { reviewed: true },
		},
		{
			text: 'Daily allowance by country',
			type: 'table',
			regions: [
				{
					...figure('Table of allowances', 3),
					type: 'table',
					hasImage: false,
					text: 'Country | Allowance',
				},
			],
		},
		{
			text: 'The map shows which countries count as near.',
			type: 'figure',
			regions: [figure('Map of near countries', 4)],
		},
	]);
	library.write(
		handbook,
		'security.pdf',
		{ department: 'it', year: 2023, tags: ['devices', 'passwords'] },
		[
			{ text: 'Report a lost laptop by phone within one hour, at any time.' },
			{ text: 'Keep passwords in the password manager only, and never send them by email.' },
		],
	);

	const gallery = library.add('gallery', 'Images with captions');
	library.write(gallery, 'harbour.png', { place: 'harbour' }, [
		{
			text: 'A red boat in the harbour at dawn',
			type: 'figure',
			regions: [figure('A red boat', 1)],
		},
	]);
	library.write(gallery, 'meadow.png', { place: 'meadow' }, [
		{
			text: 'A green meadow with a lone tree',
			type: 'figure',
			regions: [figure('A meadow', 1)],
		},
	]);
}
