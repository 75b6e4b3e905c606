// The collections, documents and chunks. Collections and documents are records of the API.

import type { Fields, Records } from '../kit/records';
import seedData from './seedData.json';

export const COLLECTIONS = '/v2/collections';

/** A chunk before it is part of a document. */
export interface Passage {
	text: string;
	type?: string;
	custom?: Fields;
	/** With `hasImage` for a region with an image. */
	regions?: Fields[];
}

export interface Chunk extends Required<Passage> {
	id: string;
	document: Document;
	index: number;
}

export interface Document extends Fields {
	document_id: string;
	filename: string;
	custom_metadata: Fields;
}

export class Library {
	private readonly chunks: Chunk[] = [];

	constructor(readonly records: Records) {
		for (const { name, description, documents } of seedData) {
			this.add(name, description);
			for (const { filename, custom_metadata: metadata, passages } of documents)
				this.write(name, filename, metadata, passages);
		}
	}

	/** Adds an empty collection. */
	add(collection_name: string, description: string): Fields {
		const collection_id = `col_${this.records.number()}`;
		const record = { collection_name, collection_id, description, environment: 'development' };
		this.records.of(COLLECTIONS).push(record);
		this.documents(collection_name).length = 0;
		return record;
	}

	documents(collection: string): Document[] {
		return this.records.of(`${COLLECTIONS}/${collection}/documents`);
	}

	/** The chunks of the documents that were not deleted. */
	chunksIn(collection: string): Chunk[] {
		const documents = this.documents(collection);
		return this.chunks.filter(({ document }) => documents.includes(document));
	}

	/** Adds a document. */
	write(
		collection: string,
		filename: string,
		custom_metadata: Fields,
		passages: readonly Passage[],
	): void {
		const document_id = `doc_${this.records.number()}`;
		const document = { document_id, filename, chunk_count: passages.length, custom_metadata };
		this.documents(collection).push(document);
		for (const [index, { text, type = 'body', custom, regions = [] }] of passages.entries())
			this.chunks.push({
				id: `${document_id}:${index}`,
				document,
				index,
				text,
				type,
				custom: { ...custom_metadata, ...custom },
				regions,
			});
	}
}
