/** Media Generation Trigger. Callbacks are not signed, so only the job ID is taken from the request. */
import type { IDataObject } from 'n8n-workflow';
import { Confirmation, eventKeyOf, isCallId, parametersOf, readRunSettings } from '../../engine';
import {
	fileSizeOption,
	flag,
	type Input,
	list,
	reject,
	several,
	text,
	toText,
	webhookTrigger,
} from '../../engine/describe';
import { type Job, jobNotFound, readFinalJob, jobStatusOf } from '../job';
import { rowOfCallback } from '../outputFiles';
import { mediaGeneration } from '../service';

const form = {
	fields: {},
	options: {
		models: list('Model IDs', {
			description: 'Only receive jobs of these models. Separate multiple IDs with commas.',
			placeholder: 'e.g. flux-dev, veo3',
		}),
		statuses: several('Statuses', ['canceled', 'completed', 'failed'], {
			description: 'Only receive jobs with these statuses',
		}),
		types: several('Types', ['image', 'video'], {
			description: 'Only receive jobs of these types',
		}),
		downloadOutputs: flag('Download Outputs', {
			description: 'Whether to download the output files into binary properties',
			default: true,
			collection: 'options',
		}),
		outputProperty: text('Put Output Files in Field', {
			description:
				'Name of the binary property for the first file. For additional files, a number is appended, for example data_1.',
			default: 'data',
			collection: 'options',
		}),
	},
	collection: 'filters',
} as const;

const confirmation = new Confirmation(jobNotFound);

/** Repeated callbacks for the same job and status have the same key. */
const keyOf = ({ id, status }: Job): string => eventKeyOf(id, status);

/**
 * Final jobs. The response to a callback is a 404 if the service has no such job, and a 503 if the
 * job is not final, or if the job or its files cannot be read.
 */
export const finishedJobs = webhookTrigger({
	form,
	parse(_, { context }) {
		const id = (context.getBodyData() as IDataObject | undefined)?.id;
		return isCallId(id) ? { value: id } : reject(400, 'The request body has no valid job ID');
	},
	confirm: async ({ context, event: id, settings, isTest }) =>
		await confirmation.read(
			context,
			mediaGeneration,
			id,
			async (connection) => {
				const result = await readFinalJob(connection, id, false, isTest);
				if ('rejection' in result) return result;
				const job = result.value;
				return matchesFilters(job, settings)
					? { value: { connection, job } }
					: reject(200, 'Excluded by the filters');
			},
			readRunSettings(mediaGeneration, parametersOf(context), fileSizeOption),
		),
	eventKey: (_, { job }) => keyOf(job),
	async item({ context, settings }, { connection, job }) {
		const result = await rowOfCallback(context, connection, job, settings);
		if ('rejection' in result) return result;
		const { json, ...row } = result.value;
		return { value: { ...row, json: { ...json, eventKey: keyOf(job) } } };
	},
});

function matchesFilters(
	job: Job,
	{ statuses = [], types = [], models = [] }: Input<typeof form.fields, typeof form.options>,
): boolean {
	const matches = (allowed: readonly string[], value: unknown): boolean =>
		allowed.length === 0 || allowed.includes(toText(value));
	return (
		matches(statuses, jobStatusOf(job)) && matches(types, job.type) && matches(models, job.model)
	);
}
