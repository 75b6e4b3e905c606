import { toTitleCase } from '../engine/describe';

const terms = new Map([['txn', 'Transaction']]);

/** Label of a field in the API: `txn_date` becomes `Transaction Date`. */
export const fieldLabel = (name: string): string => toTitleCase(name, terms);

/** Label of a field with the ID of another record, which users select by name: `Account`. */
export const referenceLabel = (label: string): string => label.replace(/(?<=\w) ID$/, '');
