/**
 * Builds boost rules (README.md, Query). A rule selects chunks by one value of a
 * metadata field, by several values, or by chunk IDs. Pure functions.
 */
import type { IDataObject } from 'n8n-workflow';
import { formatValue, PackError } from '../engine/describe';
import { toScalar } from './toScalar';

/**
 * Internal fields of the service, which cannot be boosted. The specification lists these fields
 * "and similar" ones. The similar fields are not known, so only the service rejects them.
 */
export const internalAttributes = ['file_id', 'job_id', 'chunk_index'];

/** One row of the form, or one object in a list from an expression. */
export interface BoostRow {
	readonly boostBy?: string;
	readonly field?: string;
	readonly valueType?: string;
	readonly eq?: unknown;
	readonly in?: readonly unknown[];
	readonly chunk_ids?: readonly string[];
	readonly weight: number;
	readonly reserve?: number;
}

/**
 * Builds the rules as the service expects them.
 * @param maxResults upper limit for the sum of all reserves
 * @throws PackError if a rule or the combination of the rules is invalid
 */
export function buildBoostRules(
	rows: readonly BoostRow[],
	{ maxResults, rerankOff }: { maxResults: number; rerankOff: boolean },
): IDataObject[] {
	const rules = rows.map((row, index) => buildRule(row, `Boost Rules ${index + 1}`));
	const reserved = rows.reduce((sum, { reserve = 0 }) => sum + reserve, 0);
	if (reserved > 0 && rerankOff) {
		throw new PackError('Reserve in Boost Rules has no effect if Rerank is set to Off', {
			field: 'Boost Rules',
			hint: 'Set Rerank to On or to Leave to the Service, or remove Reserve from the rules.',
		});
	}
	if (reserved > maxResults) {
		throw new PackError(
			`The sum of Reserve in Boost Rules must be at most Max Results (${maxResults}), got ${reserved}`,
			{ field: 'Boost Rules', hint: 'Lower Reserve in the rules, or raise Max Results.' },
		);
	}
	return rules;
}

function buildRule(
	{ field, valueType, eq, in: values, chunk_ids: chunkIds, weight, reserve }: BoostRow,
	label: string,
): IDataObject {
	const reject = (message: string): never => {
		throw new PackError(message, {
			field: 'Boost Rules',
			hint: 'A rule matches chunks by one value of a metadata field, by several values of a metadata field, or by chunk IDs.',
		});
	};
	const forms = [eq, values, chunkIds].filter((form) => form !== undefined);
	if (forms.length === 0)
		return reject(`${label} requires Metadata Value, Metadata Values or Chunk IDs`);
	if (forms.length > 1)
		return reject(`${label} must have only one of Metadata Value, Metadata Values and Chunk IDs`);
	const common = { weight, ...(reserve ? { reserve } : {}) };
	if (chunkIds) {
		if (field !== undefined)
			return reject(`${label} must have only one of Metadata Field and Chunk IDs`);
		if (chunkIds.length === 0) return reject(`${label}: Chunk IDs are required`);
		return { chunk_ids: [...chunkIds], ...common };
	}
	if (field === undefined) return reject(`${label}: Metadata Field is required`);
	if (internalAttributes.includes(field))
		return reject(
			`${label}: Metadata Field must be a key of your own metadata, got ${formatValue(field)}, which is an internal field of the service`,
		);
	if (eq !== undefined)
		return { field, eq: toScalar(eq, valueType, `${label}: Metadata Value`), ...common };
	if (values!.length === 0) return reject(`${label}: Metadata Values are required`);
	return {
		field,
		in: values!.map((value) => toScalar(value, valueType, `${label}: Metadata Values`)),
		...common,
	};
}
