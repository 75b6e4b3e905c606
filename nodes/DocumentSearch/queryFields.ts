/** What a query is made of (specification part B, QueryRequestV3), as fields of the form. */
import {
	choice,
	decimal,
	type Fields,
	flag,
	integer,
	json,
	list,
	rows,
	several,
	text,
} from '../engine/describe';
import { filterComplaint, listOperators, scalarOperators } from './filter';

/** Results of a query that does not say how many. */
export const standardLimit = 10;

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

const valueTypes = ['boolean', 'number', 'text'];

const conditions = rows('Conditions', {
	description: 'Conditions on fields of the metadata',
	in: 'none',
	show: { filterBy: ['form'] },
	hideFromAgents: true,
	row: {
		field: text('Field', {
			required: true,
			description:
				'Name of a metadata field, never with metadata before it; file_id scopes to documents',
			placeholder: 'e.g. department',
		}),
		operator: choice('Operator', operatorNames, { default: '$eq', required: true }),
		value: text('Value', {
			required: true,
			show: { operator: scalarOperators },
			placeholder: 'e.g. finance',
		}),
		valueType: choice('Value Type', valueTypes, {
			default: 'text',
			description: 'What the value is: the number 5 and the text 5 are different',
		}),
		values: list('Values', {
			required: true,
			show: { operator: listOperators },
			description: 'Values separated by commas, or a JSON list',
			placeholder: 'e.g. finance, legal',
		}),
	},
});

const boost = rows('Boost Rules', {
	description: 'Rules that raise or lower the score of chunks, up to 10',
	wire: 'boost',
	in: 'none',
	maximum: 10,
	hideFromAgents: true,
	row: {
		boostBy: choice(
			'Boost By',
			{ chunks: 'Chunk IDs', equals: 'One Value of a Field', any: 'Several Values of a Field' },
			{ default: 'equals', description: 'What marks the chunks that the rule is for' },
		),
		chunk_ids: list('Chunk IDs', {
			show: { boostBy: ['chunks'] },
			maximum: 100,
			description: 'Up to 100 IDs of earlier results, or document:index, separated by commas',
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
			description: 'What the value is: the number 5 and the text 5 are different',
		}),
		eq: text('Metadata Value', {
			show: { boostBy: ['equals'] },
			description: 'A field that holds a list matches when one of its elements does',
		}),
		in: list('Metadata Values', {
			show: { boostBy: ['any'] },
			maximum: 50,
			description: 'Up to 50 values, separated by commas, or a JSON list',
		}),
		reserve: integer('Reserve', {
			minimum: 0,
			description: 'Places on the page that the chunks of this rule are sure of; needs reranking',
		}),
		weight: decimal('Weight', {
			required: true,
			default: 2,
			minimum: 0.2,
			maximum: 5,
			description: 'Factor of the score, from 0.2 to 5; below 1 it demotes',
		}),
	},
});

export const queryFields = {
	query: text('Query', {
		required: true,
		description: 'What to look for, in natural language',
		placeholder: 'e.g. How many days of leave can be carried over?',
		lines: 2,
	}),
	returnAs: choice(
		'Return',
		{ results: 'One Item per Result', query: 'One Item per Query', text: 'Text for an AI Agent' },
		{
			description:
				'What becomes of the results: an item each, one item with all of them, or one text with numbered sources',
			default: 'results',
			in: 'none',
		},
	),
	rerank: choice(
		'Rerank',
		{ default: 'Leave to the Service', on: 'On', off: 'Off' },
		{
			description:
				'Whether results are ranked anew by a model. Left alone, collections with images, audio or video rerank and others do not; off turns it off for both.',
			default: 'default',
			in: 'none',
		},
	),
	filterBy: choice(
		'Filter',
		{ none: 'None', form: 'Using Conditions', json: 'Using JSON' },
		{ description: 'How to narrow the search by metadata', default: 'none', in: 'none' },
	),
	filterMatch: choice(
		'Must Match',
		{ all: 'All Conditions', any: 'Any Condition' },
		{ default: 'all', in: 'none', show: { filterBy: ['form'] } },
	),
	filterConditions: conditions,
	filterJson: json('Filter (JSON)', {
		description:
			'For example {"$or": [{"year": {"$gte": 2024}}, {"department": {"$in": ["legal", "finance"]}}]}; up to 10 levels deep',
		wire: 'filter',
		in: 'none',
		show: { filterBy: ['json'] },
		rule: (filter) => filterComplaint(filter),
	}),
	boostRules: boost,
} satisfies Fields;

const include = (what: string, label: string, description: string) =>
	flag(`Include ${label}`, { description: `Whether ${description}`, wire: `include.${what}` });

export const queryOptions = {
	maximumResults: integer('Max Results', {
		wire: 'limit',
		description: `Most results of the query, ${standardLimit} unless set`,
		default: standardLimit,
		minimum: 1,
		maximum: 100,
	}),
	maximumChunksPerDocument: integer('Max Chunks per Document', {
		wire: 'max_chunks_per_document',
		description: 'Most results from one document; the next best ones of others take their places',
		default: 1,
		minimum: 1,
	}),
	semanticRatio: decimal('Semantic Ratio', {
		wire: 'semantic_ratio',
		description: 'From 0 (keywords alone) to 1 (meaning alone)',
		default: 0.5,
		minimum: 0,
		maximum: 1,
	}),
	candidateLimit: integer('Rerank Candidates', {
		wire: 'rerank.candidate_limit',
		description:
			'How many candidates are ranked anew, at least Max Results and up to 200; three times Max Results unless set. Needs Rerank to be on.',
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
			wire: 'rerank.model',
			description: 'The model that ranks anew. Needs Rerank to be on.',
			default: 'voyage-rerank-2.5',
		},
	),
	excludeChunkTypes: several(
		'Exclude Chunk Types',
		['body', 'table', 'heading', 'page_header', 'page_footer', 'footnote', 'figure'],
		{
			wire: 'exclude_chunk_types',
			description: 'Roles in the layout that are left out; chunks without a role always stay',
		},
	),
	includeDocument: include(
		'document',
		'Document',
		'each result names its document; yes unless set',
	),
	includeMetadata: include('metadata', 'Metadata', 'each result has its metadata; yes unless set'),
	includeRegions: include(
		'regions',
		'Regions',
		'each result has the regions of its layout, with boxes and cropped images',
	),
	includeRelations: include(
		'relations',
		'Relations',
		'each result has its relations to other chunks',
	),
	includeRelatedChunks: include(
		'related_chunks',
		'Related Chunks',
		'each result has the chunks that it is related to',
	),
	includeNeighboringChunks: include(
		'neighboring_chunks',
		'Neighboring Chunks',
		'each result has the chunk before it and the one after it',
	),
	includeDocumentMetadata: include(
		'document_metadata',
		'Document Metadata',
		'each result has the metadata of its document',
	),
	includeArchived: include('archived', 'Archived', 'archived chunks are searched too'),
	relationTypes: list('Relation Types', {
		wire: 'relation_types',
		description:
			'Only relations of these types, separated by commas. Needs Include Relations or Include Related Chunks.',
		placeholder: 'e.g. cites, amends',
	}),
	relationDirection: choice('Relation Direction', ['outgoing', 'incoming', 'both'], {
		wire: 'relation_direction',
		description: 'Which relations are followed',
		default: 'outgoing',
	}),
	downloadRegions: flag('Download Region Images', {
		description:
			'Whether to put the cropped images of regions into binary properties at once, as their links expire within minutes. Needs Include Regions.',
		in: 'none',
		default: true,
		hideFromAgents: true,
	}),
} satisfies Fields;
