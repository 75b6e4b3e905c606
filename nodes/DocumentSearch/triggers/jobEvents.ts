/**
 * The final states of indexing jobs, the event that the service sends for each of them, and the form
 * of the trigger. Pure.
 */
import type { IDataObject } from 'n8n-workflow';
import { several, text, toText } from '../../engine/describe';

/** The events, with their labels (README.md, Webhooks). */
const eventLabels = {
	'job.cancelled': 'Job Cancelled',
	'job.completed': 'Job Completed',
	'job.completed_with_errors': 'Job Completed With Errors',
	'job.failed': 'Job Failed',
	'job.timed_out': 'Job Timed Out',
} as const;

export type JobEvent = keyof typeof eventLabels;

export const form = {
	fields: {
		events: several('Events', eventLabels, {
			description: 'Events that start the workflow. Each indexing job causes one of them.',
			required: true,
			default: ['job.completed', 'job.completed_with_errors'],
		}),
	},
	options: {
		collections: text('Collections', {
			description:
				'Only receive jobs of the collections with these names. Separate multiple names with commas.',
			placeholder: 'e.g. handbook, contracts',
		}),
	},
	collection: 'filters',
} as const;

/** The specification does not list the states. Public clients spell two of them in two ways. */
const eventsByStatus = new Map<string, JobEvent>([
	['completed', 'job.completed'],
	['completed_with_errors', 'job.completed_with_errors'],
	['completed_with_failures', 'job.completed_with_errors'],
	['failed', 'job.failed'],
	['timed_out', 'job.timed_out'],
	['cancelled', 'job.cancelled'],
	['canceled', 'job.cancelled'],
]);

/** The event of a job in a final state. Undefined if the job is not final. */
export const eventOf = ({ status }: IDataObject): JobEvent | undefined =>
	eventsByStatus.get(toText(status).toLowerCase());
