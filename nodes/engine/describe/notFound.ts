/** Texts for a record that the service could not find. They name the record if it is known. */
import type { ErrorFacts, KnownError } from './api';

export const notFoundMessage = ({ record, provider }: ErrorFacts): string =>
	record ? `${record} not found` : `${provider} could not find this record`;

/**
 * A known error for a record that was not found.
 * @param advice what to check in addition to the ID
 */
export const notFound = (advice: string): KnownError => ({
	message: notFoundMessage,
	hint: ({ recordCheck = 'Check the ID' }) => `${recordCheck}. ${advice}`,
	retry: 'never',
});
