/** A query's request body, with every rule of the specification checked before anything is sent. Pure. */
import type { IDataObject } from 'n8n-workflow';
import { type Input, PackError } from '../engine/describe';
import { buildRequest } from '../engine/request/buildRequest';
import { boostRules, type BoostRow } from './boost';
import { filterOfConditions, type Condition } from './filter';
import { queryFields, queryOptions, standardLimit } from './queryFields';

export type QueryInput = Input<typeof queryFields, typeof queryOptions>;

/**
 * What a person left alone is not sent.
 * @throws Refusal naming the rule and the field
 */
export function queryBody(input: QueryInput): IDataObject {
	const { body } = buildRequest(
		'POST /',
		{ ...queryFields, ...queryOptions },
		input as IDataObject,
	);
	const { rerank: options, ...rest } = body as IDataObject;
	const limit = input.maximumResults ?? standardLimit;
	checkOptions(input, limit);
	const filter =
		input.filterJson ??
		filterOfConditions((input.filterConditions ?? []) as unknown as Condition[], input.filterMatch);
	const boost = boostRules((input.boostRules ?? []) as unknown as BoostRow[], {
		limit,
		reranks: input.rerank === 'on',
	});
	return {
		...rest,
		...(filter && Object.keys(filter).length > 0 ? { filter } : {}),
		...rerankOf(input.rerank, options as IDataObject | undefined),
		...(boost.length > 0 ? { boost } : {}),
	};
}

/** Left alone is not off: an explicit false turns the reranking of a multimodal collection off. */
function rerankOf(choice: string | undefined, options: IDataObject | undefined): IDataObject {
	if (choice === 'off') return { rerank: false };
	if (choice === 'on') return { rerank: options ?? true };
	return {};
}

function checkOptions(input: QueryInput, limit: number): void {
	const {
		candidateLimit,
		rerankModel,
		relationTypes,
		includeRelations,
		includeRelatedChunks,
		includeRegions,
		downloadRegions,
	} = input;
	if (input.rerank !== 'on' && (candidateLimit !== undefined || rerankModel !== undefined)) {
		const field = candidateLimit === undefined ? 'Rerank Model' : 'Rerank Candidates';
		throw new PackError(`${field} needs Rerank to be on`, {
			field,
			hint: 'Set Rerank to On, or remove the option.',
		});
	}
	if (candidateLimit !== undefined && candidateLimit < limit) {
		throw new PackError(
			`Rerank Candidates must be at least Max Results (${limit}), got ${candidateLimit}`,
			{ field: 'Rerank Candidates' },
		);
	}
	if (relationTypes !== undefined && !includeRelations && !includeRelatedChunks) {
		throw new PackError('Relation Types needs Include Relations or Include Related Chunks', {
			field: 'Relation Types',
			hint: 'Switch one of the two on, or remove the option.',
		});
	}
	if (downloadRegions && !includeRegions) {
		throw new PackError('Download Region Images needs Include Regions', {
			field: 'Download Region Images',
			hint: 'Switch Include Regions on, or remove the option.',
		});
	}
}
