import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { internalAttributes } from '../../../nodes/DocumentSearch/boost';
import { queryBody, type QueryInput } from '../../../nodes/DocumentSearch/query';
import { Refusal } from '../../../nodes/engine/refusal';
import { parseQueryRequest as queryRequest } from '../../services/documentSearch/queryRequest';

const body = (more: object = {}): IDataObject =>
	queryBody({ query: 'leave', ...more } as QueryInput);
const refused = (more: object): string => {
	try {
		body(more);
	} catch (error) {
		if (error instanceof Refusal) return error.message;
		throw error;
	}
	return 'taken';
};

describe('a query', () => {
	test('sends nothing that a person left alone', () => {
		expect(body()).toEqual({ query: 'leave' });
		expect(
			body({
				rerank: 'default',
				filterBy: 'none',
				returnAs: 'results',
				filterMatch: 'all',
				filterConditions: [],
				boostRules: [],
				filterJson: {},
			}),
		).toEqual({ query: 'leave' });
	});

	test('sends every parameter of the specification under its name', () => {
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
		expect(() => queryRequest(sent)).not.toThrow();
	});
});

describe('reranking', () => {
	test('left alone is not off', () => {
		expect(body({ rerank: 'default' })).not.toHaveProperty('rerank');
		expect(body({ rerank: 'off' })).toEqual({ query: 'leave', rerank: false });
		expect(body({ rerank: 'on' })).toEqual({ query: 'leave', rerank: true });
		expect(body({ rerank: 'on', rerankModel: 'voyage' })).toEqual({
			query: 'leave',
			rerank: { model: 'voyage' },
		});
	});

	test.each(['default', 'off', undefined])('%s takes no options of reranking', (rerank) => {
		expect(refused({ rerank, candidateLimit: 50 })).toBe('Rerank Candidates needs Rerank to be on');
		expect(refused({ rerank, rerankModel: 'voyage' })).toBe('Rerank Model needs Rerank to be on');
	});

	test('takes at least as many candidates as results', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 100 }),
				fc.integer({ min: 1, max: 200 }),
				(maximumResults, candidateLimit) => {
					expect(refused({ rerank: 'on', maximumResults, candidateLimit }) === 'taken').toBe(
						candidateLimit >= maximumResults,
					);
				},
			),
		);
		expect(refused({ rerank: 'on', candidateLimit: 9 })).toBe(
			'Rerank Candidates must be at least Max Results (10), but is 9',
		);
	});
});

describe('boost rules', () => {
	const part = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
	const rule = fc.record({
		field: part(fc.constantFrom('reviewed', 'year', ...internalAttributes)),
		eq: part(fc.constantFrom('yes', '2024')),
		in: part(fc.array(fc.string({ minLength: 1 }), { maxLength: 3 })),
		chunk_ids: part(fc.array(fc.constantFrom('doc:1', 'doc:2'), { maxLength: 2 })),
		weight: fc.double({ min: 0.2, max: 5, noNaN: true }),
		reserve: part(fc.integer({ min: 0, max: 8 })),
	});
	const given = (rules: object[]): object[] =>
		rules.map((one) =>
			Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)),
		);

	test('have exactly one of three shapes: what is sent is what the service takes, and what it takes is not refused', () => {
		fc.assert(
			fc.property(
				fc.array(rule, { maxLength: 4 }),
				fc.integer({ min: 1, max: 20 }),
				(rules, maximumResults) => {
					const boostRules = given(rules);
					const isTaken = refused({ rerank: 'on', maximumResults, boostRules }) === 'taken';
					const hasEmptyList = rules.some(
						(one) => one.in?.length === 0 || one.chunk_ids?.length === 0,
					);
					let serviceTakes = true;
					try {
						queryRequest({
							query: 'leave',
							limit: maximumResults,
							rerank: true,
							boost: boostRules,
						});
					} catch {
						serviceTakes = false;
					}
					expect(isTaken).toBe(serviceTakes && !hasEmptyList);
				},
			),
			{ numRuns: 1000 },
		);
	});

	test('reserve together at most the results asked for, and only with reranking', () => {
		const reserving = (...reserves: number[]) =>
			reserves.map((reserve) => ({ field: 'a', eq: 'b', weight: 2, reserve }));
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 10 }),
				fc.integer({ min: 1, max: 100 }),
				(reserves, maximumResults) => {
					const sum = reserves.reduce((all, one) => all + one, 0);
					expect(
						refused({ rerank: 'on', maximumResults, boostRules: reserving(...reserves) }) ===
							'taken',
					).toBe(sum <= maximumResults);
					expect(
						refused({ rerank: 'default', maximumResults, boostRules: reserving(...reserves) }) ===
							'taken',
					).toBe(sum === 0);
				},
			),
		);
		expect(refused({ rerank: 'on', boostRules: reserving(6, 5) })).toBe(
			'Boost Rules reserve 11 places together, but only 10 results are asked for',
		);
		expect(refused({ rerank: 'off', boostRules: reserving(1) })).toBe(
			'Boost Rules with a reserve need reranking',
		);
	});

	test.each([
		[{ weight: 2 }, 'Boost Rules 1 boosts nothing'],
		[{ field: 'a', eq: 'b', in: ['c'], weight: 2 }, 'Boost Rules 1 boosts in more than one way'],
		[{ field: 'a', chunk_ids: ['b'], weight: 2 }, 'Boost Rules 1 has chunk IDs and a field'],
		[{ eq: 'b', weight: 2 }, 'Boost Rules 1 has a value and no field'],
		[{ field: 'a', in: [], weight: 2 }, 'Boost Rules 1 has no value'],
		[
			{ field: 'job_id', eq: 'b', weight: 2 },
			'Boost Rules 1 boosts by "job_id", which is an attribute of the service; give a key of your own metadata',
		],
		[
			{ field: 'a', eq: 'x', valueType: 'number', weight: 2 },
			'Boost Rules 1: Metadata Value must be a number, but is "x"',
		],
	])('%j is refused', (rule, says) => {
		expect(refused({ rerank: 'on', boostRules: [rule] })).toBe(says);
	});
});

describe('options that need another', () => {
	test('relation types need the include that uses them', () => {
		expect(refused({ relationTypes: ['cites'] })).toBe(
			'Relation Types needs Include Relations or Include Related Chunks',
		);
		expect(refused({ relationTypes: ['cites'], includeRelations: false })).toMatch(
			/needs Include Relations/,
		);
		expect(refused({ relationTypes: ['cites'], includeRelations: true })).toBe('taken');
		expect(refused({ relationTypes: ['cites'], includeRelatedChunks: true })).toBe('taken');
	});

	test('images of regions need the regions', () => {
		expect(refused({ downloadRegions: true })).toBe('Download Region Images needs Include Regions');
		expect(refused({ downloadRegions: false })).toBe('taken');
	});
});
