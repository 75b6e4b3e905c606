import type { IDataObject } from 'n8n-workflow';

/** The value of a resource locator in the mode By ID or By Name. */
export const locator = (value: unknown): IDataObject => ({
	__rl: true,
	mode: 'name',
	value: String(value),
});
