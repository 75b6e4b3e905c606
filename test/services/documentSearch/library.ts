// In-memory store of collections, documents and chunks.

import type { Fields } from '../kit/records';
import seedData from './seedData.json';

export interface Region extends Fields {
	hasImage: boolean;
}

/** A chunk before it is part of a document. */
export interface Passage {
	text: string;
	type?: string;
	custom?: Fields;
	regions?: Region[];
}

export interface Chunk extends Required<Passage> {
	id: string;
	document: Document;
	index: number;
}

export interface Document {
	id: string;
	filename: string;
	custom_metadata: Fields;
	chunks: Chunk[];
}

export interface Collection {
	name: string;
	id: string;
	description: string;
	environment: string;
	documents: Document[];
}

export class Library {
	readonly collections = new Map<string, Collection>();
	private lastId = 0;

	constructor() {
		for (const { name, description, documents } of seedData) {
			const collection = this.add(name, description);
			for (const { filename, custom_metadata: metadata, passages } of documents)
				this.write(collection, filename, metadata, passages as Passage[]);
		}
	}

	/** IDs are the same in every run. */
	nextId(prefix: string): string {
		this.lastId += 1;
		return `${prefix}_${this.lastId.toString(36).padStart(4, '0')}`;
	}

	add(name: string, description: string): Collection {
		const id = this.nextId('col');
		const collection = { name, id, description, environment: 'development', documents: [] };
		this.collections.set(name, collection);
		return collection;
	}

	write(
		{ documents }: Collection,
		filename: string,
		custom_metadata: Fields,
		passages: readonly Passage[],
	): void {
		const document: Document = { id: this.nextId('doc'), filename, custom_metadata, chunks: [] };
		document.chunks = passages.map(({ text, type = 'body', custom, regions = [] }, index) => ({
			id: `${document.id}:${index}`,
			document,
			index,
			text,
			type,
			custom: { ...custom_metadata, ...custom },
			regions,
		}));
		documents.push(document);
	}
}

export const chunksOf = ({ documents }: Collection): Chunk[] =>
	documents.flatMap(({ chunks }) => chunks);
