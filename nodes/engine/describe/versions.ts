/** Node versions, and what differs between them. Fields name theirs: `since` and `promotedIn`. */
import type { Api } from './api';

/** Default of `Api.emptyValuesFailAsOf`. */
const emptyValuesFailAsOf = 1.1;
const emptyClearsUntil = 1.2;

/** Versions of a node without versions of its own. */
export const nodeVersions = [1, emptyValuesFailAsOf, emptyClearsUntil];

/** Whether it is an error if an added date is empty, or the expression of a filter has no value. */
export const rejectsEmptyValues = (
	version: number,
	{ emptyValuesFailAsOf: asOf = emptyValuesFailAsOf }: Pick<Api, 'emptyValuesFailAsOf'>,
): boolean => version >= asOf;

/** Whether an empty result of an expression, or an empty date, clears a value in the service. */
export const emptyValuesClear = (version: number): boolean => version < emptyClearsUntil;
