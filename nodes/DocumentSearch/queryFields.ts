/** Form fields of a query (README.md, Query). */
import {
	choice,
	decimal,
	type Fields,
	fileSizeOption,
	flag,
	integer,
	json,
	list,
	rows,
	several,
	text,
	value,
} from '../engine/describe';
import { findFilterProblem, listOperators, scalarOperators } from './filter';
import { valueTypes } from './toScalar';

export const defaultMaxResults = 10;

const operatorNames = {
	$eq: 'Equals',
	$ne: 'Does Not Equal',
	$gt: 'Is Greater Than',
	$gte: 'Is at Least',
	$lt: 'Is Less Than',
	$lte: 'Is at Most',
	$in: 'Is Any Of',
	$nin: 'Is None Of',
} as const;

const valueTypeDescription =
	'Type of the value. The number 5 and the text 5 are different values. With As Given, ' +
	'a value that you type is text, and the result of an expression keeps its type.';

const conditions = rows('Conditions', {
	required: true,
	description: 'Conditions on metadata fields',
	in: 'none',
	show: { filterBy: ['form'] },
	row: {
		field: text('Field', {
			required: true,
			description:
				'A key of Custom Metadata, without a prefix, not of the output. To search specific documents, use file_id with their document IDs.',
			placeholder: 'e.g. department',
		}),
		operator: choice('Operator', operatorNames, { default: '$eq', required: true }),
		value: value('Value', {
			required: true,
			show: { operator: scalarOperators },
			placeholder: 'e.g. finance',
		}),
		valueType: choice('Value Type', valueTypes, {
			default: 'text',
			description: valueTypeDescription,
		}),
		values: list('Values', {
			itemKind: 'value',
			required: true,
			show: { operator: listOperators },
			description: 'Comma-separated values, or a JSON array',
			placeholder: 'e.g. finance, legal',
		}),
	},
});

const boost = rows('Boost Rules', {
	description: 'Up to 10 rules that raise or lower the score of chunks',
	apiName: 'boost',
	in: 'none',
	maximum: 10,
	hideFromAgents: true,
	row: {
		boostBy: choice(
			'Boost By',
			{ chunks: 'Chunk IDs', equals: 'One Value of a Field', any: 'Several Values of a Field' },
			{ default: 'equals', description: 'How the rule selects chunks' },
		),
		chunk_ids: list('Chunk IDs', {
			show: { boostBy: ['chunks'] },
			maximum: 100,
			description:
				'Up to 100 chunk IDs, separated by commas, as returned by a query or in the form document:index',
		}),
		field: text('Metadata Field', {
			show: { boostBy: ['equals', 'any'] },
			maxLength: 256,
			description: 'A key of your own custom metadata',
			placeholder: 'e.g. reviewed',
		}),
		valueType: choice('Metadata Type', valueTypes, {
			default: 'text',
			show: { boostBy: ['equals', 'any'] },
			description: valueTypeDescription,
		}),
		eq: value('Metadata Value', {
			show: { boostBy: ['equals'] },
			description: 'If the field contains a list, one matching element is enough',
		}),
		in: list('Metadata Values', {
			itemKind: 'value',
			show: { boostBy: ['any'] },
			maximum: 50,
			description: 'Up to 50 comma-separated values, or a JSON array',
		}),
		reserve: integer('Reserve', {
			minimum: 0,
			description:
				'Number of results that are reserved for chunks that match this rule. Requires ' +
				'reranking, so Rerank must not be set to Off.',
		}),
		weight: decimal('Weight', {
			required: true,
			default: 2,
			minimum: 0.2,
			maximum: 5,
			description: 'Factor for the score, from 0.2 to 5. Values below 1 lower the score.',
		}),
	},
});

export const queryFields = {
	query: text('Query', {
		required: true,
		description: 'What to search for, in natural language',
		placeholder: 'e.g. How many days of leave can be carried over?',
		lines: 2,
	}),
	returnAs: choice(
		'Return',
		{ results: 'One Item per Result', query: 'One Item per Query', text: 'Text With Sources' },
		{
			description:
				'Whether to return an item for each result, one item with the complete response, or one text with numbered sources, which people and AI agents can cite',
			default: 'results',
			in: 'none',
		},
	),
	rerank: choice(
		'Rerank',
		{ default: 'Leave to the Service', on: 'On', off: 'Off' },
		{
			description:
				'Whether a model reranks the results. By default, the service reranks only ' +
				'collections with images, audio or video. If set to Off, these collections are not ' +
				'reranked either.',
			default: 'default',
			in: 'none',
		},
	),
	filterBy: choice(
		'Filter',
		{ none: 'None', form: 'Using Conditions', json: 'Using JSON' },
		{
			required: true,
			description: 'How to filter the results by metadata',
			default: 'none',
			in: 'none',
		},
	),
	filterMatch: choice(
		'Must Match',
		{ all: 'All Conditions', any: 'Any Condition' },
		{ default: 'all', in: 'none', show: { filterBy: ['form'] } },
	),
	filterConditions: conditions,
	filterJson: json('Filter (JSON)', {
		required: true,
		description:
			'For example {"$or": [{"year": {"$gte": 2024}}, {"department": {"$in": ["legal", "finance"]}}]}. Up to 10 levels deep.',
		apiName: 'filter',
		in: 'none',
		show: { filterBy: ['json'] },
		// A filter with a missing key could match more documents, for example of other tenants.
		rejectUndefined: true,
		rule: (filter) => findFilterProblem(filter),
	}),
	boostRules: boost,
} satisfies Fields;

const include = (what: string, label: string, description: string) =>
	flag(`Include ${label}`, { description: `Whether ${description}`, apiName: `include.${what}` });

export const queryOptions = {
	maximumResults: integer('Max Results', {
		apiName: 'limit',
		description: `Maximum number of results, ${defaultMaxResults} if not set`,
		default: defaultMaxResults,
		minimum: 1,
		maximum: 100,
	}),
	maximumChunksPerDocument: integer('Max Chunks per Document', {
		apiName: 'max_chunks_per_document',
		description:
			'Maximum number of results from the same document. Additional results from a document ' +
			'are replaced with the next best results from other documents.',
		default: 1,
		minimum: 1,
	}),
	semanticRatio: decimal('Semantic Ratio', {
		apiName: 'semantic_ratio',
		description: 'Balance between keyword search (0) and semantic search (1)',
		default: 0.5,
		minimum: 0,
		maximum: 1,
	}),
	candidateLimit: integer('Rerank Candidates', {
		apiName: 'rerank.candidate_limit',
		description:
			'Number of candidates to rerank, from Max Results to 200. If not set, three times Max Results. Requires Rerank to be set to On.',
		default: 30,
		minimum: 1,
		maximum: 200,
	}),
	rerankModel: choice(
		'Rerank Model',
		[
			'voyage-rerank-2.5',
			'voyage-rerank-3',
			'rerank-2.5',
			'rerank-3',
			'gemini-2.5-flash',
			'gemini-3.8-flash',
			'voyage',
			'gemini',
		],
		{
			apiName: 'rerank.model',
			description: 'The model that reranks the results. Requires Rerank to be set to On.',
			default: 'voyage-rerank-2.5',
		},
	),
	excludeChunkTypes: several(
		'Exclude Chunk Types',
		['body', 'table', 'heading', 'page_header', 'page_footer', 'footnote', 'figure'],
		{
			apiName: 'exclude_chunk_types',
			description: 'Layout roles to exclude. Chunks without a role are always included.',
		},
	),
	includeDocument: include(
		'document',
		'Document',
		'to include the document of each result. On if not set.',
	),
	includeMetadata: include(
		'metadata',
		'Metadata',
		'to include the metadata of each result. On if not set.',
	),
	includeRegions: include(
		'regions',
		'Regions',
		'to include the layout regions of each result, with bounding boxes and cropped images',
	),
	includeRelations: include(
		'relations',
		'Relations',
		'to include the relations of each result to other chunks',
	),
	includeRelatedChunks: include(
		'related_chunks',
		'Related Chunks',
		'to include the chunks related to each result',
	),
	includeNeighboringChunks: include(
		'neighboring_chunks',
		'Neighboring Chunks',
		'to include the chunks before and after each result',
	),
	includeDocumentMetadata: include(
		'document_metadata',
		'Document Metadata',
		'to include the metadata of the document of each result',
	),
	includeArchived: include('archived', 'Archived', 'to also search archived chunks'),
	relationTypes: list('Relation Types', {
		apiName: 'relation_types',
		description:
			'Return only relations of these types, separated by commas. Has no effect without ' +
			'Include Relations or Include Related Chunks.',
		placeholder: 'e.g. cites, amends',
	}),
	relationDirection: choice('Relation Direction', ['outgoing', 'incoming', 'both'], {
		apiName: 'relation_direction',
		description: 'Direction of the relations to follow',
		default: 'outgoing',
	}),
	downloadRegions: flag('Download Region Images', {
		description:
			'Whether to download the cropped images of regions into binary properties. Their links expire within minutes. Requires Include Regions.',
		in: 'none',
		default: true,
		hideFromAgents: true,
	}),
	...fileSizeOption,
} satisfies Fields;
