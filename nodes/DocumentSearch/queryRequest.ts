/**
 * Builds and validates the body of a query (specification part B, QueryRequestV3). Pure functions.
 */
import type { IDataObject } from 'n8n-workflow';
import { buildRequest } from '../engine';
import { type Input, PackError } from '../engine/describe';
import { type BoostRow, buildBoostRules } from './boostRules';
import { type Condition, filterFromConditions } from './filter';
import { defaultMaxResults, queryFields, queryOptions } from './queryFields';

export type QueryInput = Input<typeof queryFields, typeof queryOptions>;

/**
 * Builds the body of a query. Empty fields are not sent.
 * @throws PackError with the label of the invalid field
 */
export function buildQueryBody(input: QueryInput): IDataObject {
	const { body } = buildRequest('POST /', { ...queryFields, ...queryOptions }, input);
	const { rerank: rerankOptions, ...rest } = body as IDataObject;
	const maxResults = input.maximumResults ?? defaultMaxResults;
	validateOptions(input, maxResults);
	const filter =
		input.filterJson ??
		filterFromConditions(
			(input.filterConditions ?? []) as unknown as Condition[],
			input.filterMatch,
		);
	const boost = buildBoostRules((input.boostRules ?? []) as unknown as BoostRow[], {
		maxResults,
		rerankOff: input.rerank === 'off',
	});
	return {
		...rest,
		...(filter ? { filter } : {}),
		...rerankParameter(input.rerank, rerankOptions as IDataObject | undefined),
		...(boost.length > 0 ? { boost } : {}),
	};
}

/**
 * Without the parameter, the service reranks multimodal collections. Only an explicit false turns
 * reranking off.
 */
function rerankParameter(
	choice: string | undefined,
	options: IDataObject | undefined,
): IDataObject {
	if (choice === 'off') return { rerank: false };
	if (choice === 'on') return { rerank: options ?? true };
	return {};
}

function validateOptions(input: QueryInput, maxResults: number): void {
	const { candidateLimit, rerankModel, includeRegions, downloadRegions } = input;
	if (input.rerank !== 'on' && (candidateLimit !== undefined || rerankModel !== undefined)) {
		const field = candidateLimit === undefined ? 'Rerank Model' : 'Rerank Candidates';
		throw new PackError(`${field} requires Rerank to be set to On`, {
			field,
			hint: 'Set Rerank to On, or remove the option.',
		});
	}
	if (candidateLimit !== undefined && candidateLimit < maxResults) {
		throw new PackError(
			`Rerank Candidates must be at least Max Results (${maxResults}), got ${candidateLimit}`,
			{ field: 'Rerank Candidates' },
		);
	}
	if (downloadRegions && !includeRegions) {
		throw new PackError('Download Region Images requires Include Regions', {
			field: 'Download Region Images',
			hint: 'Turn on Include Regions, or remove the option.',
		});
	}
}
