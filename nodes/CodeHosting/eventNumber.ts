import type { IDataObject } from 'n8n-workflow';
import { valueAt } from '../engine/describe';

/** Where the payloads of events contain the number of an issue, a pull request or another record. */
const numberPaths = [
	'number',
	'issue.number',
	'pull_request.number',
	'discussion.number',
	'milestone.number',
	'alert.number',
] as const;

/** The number of the record of an event. Undefined if it has none, such as a push. */
export const eventNumber = (payload: IDataObject): number | undefined =>
	numberPaths.map((path) => valueAt(payload, path)).find(Number.isInteger) as number | undefined;
