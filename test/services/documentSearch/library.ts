// In-memory store of collections, documents and chunks.

export interface Region {
	type: string;
	text: string | null;
	page: number;
	bbox: Record<string, number>;
	confidence: string;
	description: string | null;
	hasImage: boolean;
}

export interface Chunk {
	id: string;
	document: Document;
	index: number;
	text: string;
	type: string;
	page: number;
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
	documents: Document[];
}

export interface Passage {
	text: string;
	type?: string;
	page?: number;
	custom?: Record<string, unknown>;
	regions?: Region[];
}

export class Library {
	readonly collections = new Map<string, Collection>();
	private lastId = 0;

	/** IDs are the same in every run. */
	nextId(prefix: string): string {
		this.lastId += 1;
		return `${prefix}_${this.lastId.toString(36).padStart(4, '0')}`;
	}

	add(name: string, description: string): Collection {
		const collection: Collection = {
			name,
			id: this.nextId('col'),
			description,
			environment: 'development',
			documents: [],
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
			({ text, type = 'body', page, custom: own = {}, regions = [] }, index) => ({
				id: `${document.id}:${index}`,
				document,
				index,
				text,
				type,
				page: page ?? index + 1,
				custom: { ...custom, ...own },
				regions,
			}),
		);
		collection.documents.push(document);
		return document;
	}
}

export const chunksOf = ({ documents }: Collection): Chunk[] =>
	documents.flatMap(({ chunks }) => chunks);
