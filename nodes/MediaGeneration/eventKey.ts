import type { Job } from './job';

/** Key of the event that a job reached its final status. Repeated callbacks of a job have the same key. */
export const eventKeyOf = ({ id, status }: Job): string => `${id}:${status}`;
