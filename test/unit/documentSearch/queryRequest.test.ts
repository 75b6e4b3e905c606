import type { IDataObject } from 'n8n-workflow';
import { buildQueryBody, type QueryInput } from '../../../nodes/DocumentSearch/queryRequest';
import { PackError } from '../../../nodes/engine/describe';

const body = (more: object = {}): IDataObject =>
	buildQueryBody({ query: 'leave', ...more } as QueryInput);
/** Undefined if the input is accepted. */
const errorMessage = (more: object): string | undefined => {
	try {
		body(more);
	} catch (error) {
		if (error instanceof PackError) return error.message;
		throw error;
	}
	return undefined;
};

describe('buildQueryBody', () => {
	test('does not send empty fields', () => {
		expect(body()).toEqual({ query: 'leave' });
		expect(
			body({
				rerank: 'default',
				filterBy: 'none',
				returnAs: 'results',
				filterMatch: 'all',
				filterConditions: [],
				boostRules: [],
			}),
		).toEqual({ query: 'leave' });
	});

	test('sends every parameter of the specification', () => {
		const sent = body({
			maximumResults: 20,
			maximumChunksPerDocument: 2,
			semanticRatio: 0,
			rerank: 'on',
			candidateLimit: 60,
			rerankModel: 'gemini',
			excludeChunkTypes: ['page_footer'],
			includeDocument: false,
			includeMetadata: false,
			includeRegions: true,
			includeRelations: true,
			includeRelatedChunks: true,
			includeNeighboringChunks: true,
			includeDocumentMetadata: true,
			includeArchived: true,
			relationTypes: ['cites'],
			relationDirection: 'both',
			downloadRegions: true,
			filterBy: 'json',
			filterJson: { year: { $gte: 2024 } },
			boostRules: [
				{
					boostBy: 'equals',
					field: 'reviewed',
					valueType: 'boolean',
					eq: 'true',
					weight: 2,
					reserve: 1,
				},
				{ boostBy: 'any', field: 'year', valueType: 'number', in: ['2024', '2025'], weight: 1.5 },
				{ boostBy: 'chunks', chunk_ids: ['doc:1'], weight: 0.5 },
			],
		});
		expect(sent).toEqual({
			query: 'leave',
			limit: 20,
			max_chunks_per_document: 2,
			semantic_ratio: 0,
			rerank: { candidate_limit: 60, model: 'gemini' },
			exclude_chunk_types: ['page_footer'],
			include: {
				document: false,
				metadata: false,
				regions: true,
				relations: true,
				related_chunks: true,
				neighboring_chunks: true,
				document_metadata: true,
				archived: true,
			},
			relation_types: ['cites'],
			relation_direction: 'both',
			filter: { year: { $gte: 2024 } },
			boost: [
				{ field: 'reviewed', eq: true, weight: 2, reserve: 1 },
				{ field: 'year', in: [2024, 2025], weight: 1.5 },
				{ chunk_ids: ['doc:1'], weight: 0.5 },
			],
		});
	});
});

describe('reranking', () => {
	test('is sent only if Rerank is On or Off', () => {
		expect(body({ rerank: 'default' })).not.toHaveProperty('rerank');
		expect(body({ rerank: 'off' })).toEqual({ query: 'leave', rerank: false });
		expect(body({ rerank: 'on' })).toEqual({ query: 'leave', rerank: true });
		expect(body({ rerank: 'on', rerankModel: 'voyage' })).toEqual({
			query: 'leave',
			rerank: { model: 'voyage' },
		});
	});

	test.each(['default', 'off', undefined])(
		'the rerank options are rejected if Rerank is %s',
		(rerank) => {
			expect(errorMessage({ rerank, candidateLimit: 50 })).toBe(
				'Rerank Candidates requires Rerank to be set to On',
			);
			expect(errorMessage({ rerank, rerankModel: 'voyage' })).toBe(
				'Rerank Model requires Rerank to be set to On',
			);
		},
	);

	test('requires at least as many candidates as results', () => {
		expect(errorMessage({ rerank: 'on', maximumResults: 9, candidateLimit: 9 })).toBeUndefined();
		expect(errorMessage({ rerank: 'on', candidateLimit: 9 })).toBe(
			'Rerank Candidates must be at least Max Results (10), got 9',
		);
	});
});

describe('boost rules', () => {
	test('a reserve is accepted if Rerank is neither On nor Off, because the service may rerank the results', () => {
		const boostRules = [{ field: 'a', eq: 'b', weight: 2, reserve: 1 }];
		for (const rerank of ['default', undefined])
			expect(body({ rerank, boostRules })).toEqual({ query: 'leave', boost: boostRules });
	});

	test('rejects reserves if their sum exceeds Max Results, or if Rerank is Off', () => {
		const reserving = (...reserves: number[]) =>
			reserves.map((reserve) => ({ field: 'a', eq: 'b', weight: 2, reserve }));
		expect(errorMessage({ rerank: 'on', boostRules: reserving(6, 4) })).toBeUndefined();
		expect(errorMessage({ rerank: 'off', boostRules: reserving(0) })).toBeUndefined();
		expect(errorMessage({ rerank: 'on', boostRules: reserving(6, 5) })).toBe(
			'The sum of Reserve in Boost Rules must be at most Max Results (10), got 11',
		);
		expect(errorMessage({ rerank: 'off', boostRules: reserving(1) })).toBe(
			'Reserve in Boost Rules has no effect if Rerank is set to Off',
		);
	});

	test.each([
		[{ weight: 2 }, 'Boost Rules 1 requires Metadata Value, Metadata Values or Chunk IDs'],
		[
			{ field: 'a', eq: 'b', in: ['c'], weight: 2 },
			'Boost Rules 1 must have only one of Metadata Value, Metadata Values and Chunk IDs',
		],
		[
			{ field: 'a', chunk_ids: ['b'], weight: 2 },
			'Boost Rules 1 must have only one of Metadata Field and Chunk IDs',
		],
		[{ chunk_ids: [], weight: 2 }, 'Boost Rules 1: Chunk IDs are required'],
		[{ eq: 'b', weight: 2 }, 'Boost Rules 1: Metadata Field is required'],
		[{ field: 'a', in: [], weight: 2 }, 'Boost Rules 1: Metadata Values are required'],
		[
			{ field: 'job_id', eq: 'b', weight: 2 },
			'Boost Rules 1: Metadata Field must be a key of your own metadata, got "job_id", which is an internal field of the service',
		],
		[
			{ field: 'a', eq: 'x', valueType: 'number', weight: 2 },
			'Boost Rules 1: Metadata Value must be a number, got "x"',
		],
	])('%j is rejected', (row, message) => {
		expect(errorMessage({ rerank: 'on', boostRules: [row] })).toBe(message);
	});
});

describe('dependencies between options', () => {
	test('Relation Types is accepted without other options, as in the specification', () => {
		expect(body({ relationTypes: ['cites'] })).toEqual({
			query: 'leave',
			relation_types: ['cites'],
		});
	});

	test('Download Region Images requires Include Regions', () => {
		expect(errorMessage({ downloadRegions: true })).toBe(
			'Download Region Images requires Include Regions',
		);
		expect(errorMessage({ downloadRegions: false })).toBeUndefined();
	});
});
