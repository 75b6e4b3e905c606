// The collections, documents and chunks, which are records of the API.

import type { Fields, Records } from '../kit/records';
import seedData from './seedData.json';

export const COLLECTIONS = '/v2/collections';
export const chunksOf = (collection: string): string => `/v3/collections/${collection}/chunks`;

/** A chunk before it is part of a document. */
interface Passage {
	text: string;
	type?: string;
	custom?: Fields;
	/** With `image_url` for a region with an image. */
	regions?: Fields[];
}

export interface Chunk extends Fields {
	chunk_id: string;
	document_id: string;
	text: string;
	chunk_type: string;
	location: { page_start: number; page_end: number; chunk_index: number };
	custom_metadata: Fields;
	regions: Fields[];
}

export interface Document extends Fields {
	document_id: string;
	filename: string;
	custom_metadata: Fields;
}

export class Library {
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
		this.records.of(chunksOf(collection_name)).length = 0;
		return record;
	}

	documents(collection: string): Document[] {
		return this.records.of(`${COLLECTIONS}/${collection}/documents`);
	}

	/** The chunks with their documents. The chunks of a deleted document have none. */
	chunks(collection: string): Array<readonly [Chunk, Document]> {
		const documents = this.documents(collection);
		return this.records.of<Chunk>(chunksOf(collection)).flatMap((chunk) => {
			const document = documents.find(({ document_id: id }) => id === chunk.document_id);
			return document ? [[chunk, document] as const] : [];
		});
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
			this.records.of<Chunk>(chunksOf(collection)).push({
				chunk_id: `${document_id}:${index}`,
				document_id,
				text,
				location: { page_start: index + 1, page_end: index + 1, chunk_index: index },
				chunk_type: type,
				custom_metadata: { ...custom_metadata, ...custom },
				regions,
			});
	}
}
