import type { Job } from './job';

/**
 * Deduplication key of a final job. Repeated callbacks for the same job and status have the same
 * key.
 */
export const eventKeyOf = ({ id, status }: Job): string => `${id}:${status}`;
