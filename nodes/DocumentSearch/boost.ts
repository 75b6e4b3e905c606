/** Boost rules (specification part B, BoostClauseV3): each has exactly one of three shapes. Pure. */
import type { IDataObject } from 'n8n-workflow';
import { PackError } from '../engine/describe';
import { formatValue } from '../engine/input/messages';
import { typedValue } from './filter';

/** The specification names these "and similar"; the rest of the list is not shown, and left to the service. */
export const internalAttributes = ['file_id', 'job_id', 'chunk_index'];

/** One row of the form, or one object of a list from an expression. */
export interface BoostRow {
	readonly boostBy?: string;
	readonly field?: string;
	readonly valueType?: string;
	readonly eq?: string;
	readonly in?: readonly string[];
	readonly chunk_ids?: readonly string[];
	readonly weight: number;
	readonly reserve?: number;
}

interface BoostTerms {
	/** Results asked for, which the reserves together may not exceed. */
	readonly limit: number;
	readonly reranks: boolean;
}

/**
 * The rules as they are sent.
 * @throws Refusal naming the rule and what is wrong with it
 */
export function boostRules(
	rows: readonly BoostRow[],
	{ limit, reranks }: BoostTerms,
): IDataObject[] {
	const rules = rows.map((row, index) => ruleOf(row, `Boost Rules ${index + 1}`));
	const reserved = rows.reduce((sum, { reserve = 0 }) => sum + reserve, 0);
	if (reserved > 0 && !reranks) {
		throw new PackError('Boost Rules with a reserve need reranking', {
			field: 'Boost Rules',
			hint: 'Set Rerank to On, or remove the reserves.',
		});
	}
	if (reserved > limit) {
		throw new PackError(
			`Boost Rules reserve ${reserved} places together, but only ${limit} results are asked for`,
			{
				field: 'Boost Rules',
				hint: 'Lower the reserves, or raise Max Results.',
			},
		);
	}
	return rules;
}

function ruleOf(
	{ field, valueType, eq, in: any, chunk_ids, weight, reserve }: BoostRow,
	label: string,
): IDataObject {
	const refuse = (says: string): never => {
		throw new PackError(`${label} ${says}`, {
			field: 'Boost Rules',
			hint: 'A rule boosts by one value of a field, by any of several values of a field, or by chunk IDs.',
		});
	};
	const shapes = [eq, any, chunk_ids].filter((one) => one !== undefined);
	if (shapes.length !== 1)
		return refuse(shapes.length === 0 ? 'boosts nothing' : 'boosts in more than one way');
	const rest = { weight, ...(reserve ? { reserve } : {}) };
	if (chunk_ids) {
		if (field !== undefined) return refuse('has chunk IDs and a field');
		if (chunk_ids.length === 0) return refuse('has no chunk ID');
		return { chunk_ids: [...chunk_ids], ...rest };
	}
	if (field === undefined) return refuse('has a value and no field');
	if (internalAttributes.includes(field))
		return refuse(
			`boosts by ${formatValue(field)}, which is an attribute of the service; give a key of your own metadata`,
		);
	if (eq !== undefined)
		return { field, eq: typedValue(eq, valueType, `${label}: Metadata Value`), ...rest };
	if (any!.length === 0) return refuse('has no value');
	return {
		field,
		in: any!.map((one) => typedValue(one, valueType, `${label}: Metadata Values`)),
		...rest,
	};
}
