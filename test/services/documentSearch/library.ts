// In-memory store of collections, documents, chunks and relations.

export interface Region {
	type: string;
	text: string | null;
	page: number;
	bbox: Record<string, number>;
	confidence: string;
	description: string | null;
	hasImage: boolean;
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
	/** Whether there are images, audio or video. If so, queries are reranked by default. */
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
	private lastId = 0;

	/** IDs are the same in every run. */
	nextId(prefix: string): string {
		this.lastId += 1;
		return `${prefix}_${this.lastId.toString(36).padStart(4, '0')}`;
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

	addRelation(
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
