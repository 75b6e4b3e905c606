// Collections, documents and chunks, and the small library that every new service begins with.

import type { Color } from '../kit/images';

export interface Region {
	type: string;
	text: string | null;
	page: number;
	bbox: Record<string, number>;
	confidence: string;
	description: string | null;
	/** Colour of the cropped image, where the region has one. */
	picture?: Color;
}

export interface Relation {
	relation_id: string;
	source_chunk_id: string;
	target_chunk_id: string;
	relation_type: string;
	target_document_id: string | null;
	target_status: 'found' | 'missing' | 'unknown';
	metadata: Record<string, unknown>;
	created_at: string | null;
	updated_at: string | null;
}

export interface Chunk {
	id: string;
	document: Document;
	index: number;
	text: string;
	type: string | null;
	page: number;
	archived: boolean;
	custom: Record<string, unknown>;
	regions: Region[];
}

export interface Document {
	id: string;
	filename: string;
	custom: Record<string, unknown>;
	chunks: Chunk[];
}

export interface Collection {
	name: string;
	id: string;
	description: string;
	environment: string;
	/** Holds images, audio or video, and so reranks unless told otherwise. */
	multimodal: boolean;
	documents: Document[];
	relations: Relation[];
}

export interface Passage {
	text: string;
	type?: string | null;
	page?: number;
	archived?: boolean;
	custom?: Record<string, unknown>;
	regions?: Region[];
}

export class Library {
	readonly collections = new Map<string, Collection>();
	private made = 0;

	/** An id that stays the same from run to run. */
	nextId(prefix: string): string {
		this.made += 1;
		return `${prefix}_${this.made.toString(36).padStart(4, '0')}`;
	}

	add(name: string, { multimodal = false, description = '' } = {}): Collection {
		const collection: Collection = {
			name,
			id: this.nextId('col'),
			description,
			environment: 'development',
			multimodal,
			documents: [],
			relations: [],
		};
		this.collections.set(name, collection);
		return collection;
	}

	write(
		collection: Collection,
		filename: string,
		custom: Record<string, unknown>,
		passages: readonly Passage[],
	): Document {
		const document: Document = { id: this.nextId('doc'), filename, custom, chunks: [] };
		document.chunks = passages.map(
			({ text, type = 'body', page, archived = false, custom: own = {}, regions = [] }, index) => ({
				id: `${document.id}:${index}`,
				document,
				index,
				text,
				type,
				page: page ?? index + 1,
				archived,
				custom: { ...custom, ...own },
				regions,
			}),
		);
		collection.documents.push(document);
		return document;
	}

	relate(
		collection: Collection,
		source: string,
		target: string,
		type: string,
		metadata: Record<string, unknown> = {},
		at: string | null = null,
	): Relation {
		const found = chunksOf(collection).find(({ id }) => id === target);
		const relation: Relation = {
			relation_id: this.nextId('rel'),
			source_chunk_id: source,
			target_chunk_id: target,
			relation_type: type,
			target_document_id: found?.document.id ?? null,
			target_status: found ? 'found' : 'missing',
			metadata,
			created_at: at,
			updated_at: at,
		};
		collection.relations.push(relation);
		return relation;
	}
}

export const chunksOf = ({ documents }: Collection): Chunk[] =>
	documents.flatMap(({ chunks }) => chunks);

const figure = (description: string, page: number, picture: Color): Region => ({
	type: 'figure',
	text: null,
	page,
	bbox: { x: 0.1, y: 0.2, width: 0.8, height: 0.4 },
	confidence: 'high',
	description,
	picture,
});

/** A handbook of a small firm, and a collection with pictures. */
export function furnish(library: Library): void {
	const handbook = library.add('handbook', { description: 'Rules of a small firm' });
	const leave = library.write(handbook, 'leave.pdf', { department: 'people', year: 2025 }, [
		{ text: 'Leave', type: 'heading' },
		{
			text: 'Everybody has 28 days of paid leave a year. Up to five days of leave can be carried over to the end of March.',
		},
		{
			text: 'Parental leave is 14 weeks with full pay, whoever takes it.',
			custom: { reviewed: true },
		},
		{ text: 'Leave is asked for in the calendar; a colleague who stands in agrees first.' },
		{ text: 'Leave policy 2025, page 4 of 4', type: 'page_footer' },
	]);
	const travel = library.write(handbook, 'travel.pdf', { department: 'finance', year: 2024 }, [
		{ text: 'Travel by train is booked in second class; a night train counts as a hotel.' },
		{
			text: 'Expenses of travel are claimed within 30 days, with receipts for everything above 10 euros.',
			custom: { reviewed: true },
		},
		{
			text: 'Daily allowance by country',
			type: 'table',
			regions: [
				{
					...figure('Table of allowances', 3, [60, 90, 160]),
					type: 'table',
					picture: undefined,
					text: 'Country | Allowance',
				},
			],
		},
		{
			text: 'The map shows which countries count as near.',
			type: 'figure',
			regions: [figure('Map of near countries', 4, [40, 120, 80])],
		},
	]);
	library.write(
		handbook,
		'security.pdf',
		{ department: 'it', year: 2023, tags: ['devices', 'passwords'] },
		[
			{ text: 'A lost laptop is reported within the hour, by telephone, at any time.' },
			{ text: 'Passwords live in the password manager alone, and travel by no mail.' },
			{ text: 'Until 2022, passwords were changed every 90 days.', archived: true },
		],
	);
	library.relate(handbook, travel.chunks[1]!.id, travel.chunks[2]!.id, 'cites');
	library.relate(handbook, leave.chunks[2]!.id, leave.chunks[1]!.id, 'amends');
	library.relate(handbook, leave.chunks[1]!.id, 'doc_gone:7', 'cites');

	const gallery = library.add('gallery', {
		multimodal: true,
		description: 'Pictures with captions',
	});
	library.write(gallery, 'harbour.png', { place: 'harbour' }, [
		{
			text: 'A red boat in the harbour at dawn',
			type: 'figure',
			regions: [figure('A red boat', 1, [200, 40, 40])],
		},
	]);
	library.write(gallery, 'meadow.png', { place: 'meadow' }, [
		{
			text: 'A green meadow with a lone tree',
			type: 'figure',
			regions: [figure('A meadow', 1, [60, 160, 60])],
		},
	]);
}
