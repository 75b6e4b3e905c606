import {
	byCursor,
	choice,
	columns,
	decimal,
	fileSizeOption,
	flag,
	id,
	json,
	operation,
	resource,
	text,
	toText,
} from '../../engine/describe';
import { checkJobs } from '../costLimits';
import { createGeneration, estimateCost } from '../createGeneration';
import { columnsOfModel, modelId } from '../models';
import {
	accepted,
	estimate as estimateShape,
	generation as shape,
	generationBrief,
} from '../shapes';
import { describePaidJobs } from '../startJob';

const generationId = id('Generation', {
	description: 'The job to get',
	placeholder: 'e.g. gen_8f2k1',
	listMethod: 'searchGeneration',
	lookup: {
		request: 'GET /api/v2/generations',
		rows: 'generations',
		row: (job) => ({
			name: `${toText(job.created).slice(0, 16)} · ${toText(job.model)} · ${toText(job.status)}`,
			value: toText(job.id),
		}),
		paging: byCursor({ rows: 'generations', cursor: 'cursor', next: 'next_cursor' }),
	},
});

const request = {
	modelId,
	prompt: text('Prompt', {
		description:
			'Description of the image or video to create. Leave empty for models without a prompt. The maximum length depends on the model, and the service does not publish it.',
		placeholder: 'e.g. A lighthouse in a storm, oil on canvas',
		lines: 4,
	}),
	specifyFields: choice(
		'Specify Fields',
		{ form: "Using the Model's Fields", json: 'Using JSON' },
		{
			description: 'How to specify the other fields of the model',
			// n8n shows neither the description nor the hint of the fields below.
			hint: 'A file field, such as Image, is a URL or the name of a binary field, such as data. Separate several with commas.',
			default: 'form',
			in: 'none',
		},
	),
	modelFields: columns('Fields', {
		description:
			'Fields of the model. Model: Get returns the description of each field. Create uploads files from binary properties first.',
		hint: 'A file is a URL or the name of a binary property. Separate the entries of a list with commas.',
		apiName: 'model',
		columnsMethod: 'columnsModel',
		columnsFrom: 'GET /api/v2/models/{modelId}',
		columns: columnsOfModel,
		show: { specifyFields: ['form'] },
		hideFromAgents: true,
	}),
	fieldsJson: json('Fields (JSON)', {
		description:
			'Fields of the model as a JSON object, for example {"aspect_ratio": "16:9", "image": "data"}. A prompt in the JSON overrides the field Prompt.',
		show: { specifyFields: ['json'] },
		default: '{}',
	}),
};

const keptHint = 'For Create. Estimate only keeps the value.';

const keptLimit = (label: string) =>
	decimal(label, {
		description: 'In credits. An estimate is not limited.',
		hint: keptHint,
		minimum: 0,
		default: '',
		in: 'none',
		hideFromAgents: true,
	});

const maximumCost = decimal('Maximum Cost', {
	description:
		'In credits: how much one job may cost. The node gets the price first and ' +
		'rejects a request whose price exceeds this number. If empty, there is no limit.',
	hint: 'In credits, per job. If empty, there is no limit.',
	minimum: 0,
	default: '',
	rejectEmptyExpression: 'the cost would not be limited',
	in: 'none',
});

const maximumTotalCost = decimal('Maximum Total Cost', {
	description:
		'In credits: how much all items of this run together may cost. The node gets all ' +
		'prices first. If the total exceeds this number or your balance, it starts no job. If empty, ' +
		'there is no limit.',
	hint: 'In credits, per run, no limit if empty. Each run pays again: pin the output while you build.',
	minimum: 0,
	default: '',
	rejectEmptyExpression: 'the cost would not be limited',
	in: 'none',
	hideFromAgents: true,
});

const waitChoices = {
	no: {
		name: 'No',
		description: 'Return the job immediately, before its files exist',
	},
	polling: {
		name: 'By Polling',
		description: 'Return the finished job. The node reads its status until then.',
	},
	callback: {
		name: 'By Callback',
		description:
			'Return the finished job. The execution pauses until the service reports it, so the service must reach this n8n from the internet over HTTPS. Supports one item per run.',
	},
};

/**
 * Fields of Create that Estimate does not use. n8n empties the fields that an operation does not have,
 * so they would be empty if the user selects Create again, and the cost would not be limited.
 */
const keptFields = {
	maximumCost: keptLimit('Maximum Cost'),
	maximumTotalCost: keptLimit('Maximum Total Cost'),
	wait: choice('Wait For Completion', waitChoices, {
		description: 'Whether Create returns the job when it is finished or immediately',
		hint: keptHint,
		default: 'no',
		in: 'none',
		hideFromAgents: true,
	}),
};

export const generation = resource('Generation', {
	default: 'create',
	operations: {
		create: operation({
			action: 'Create an image or a video',
			description: 'Create an image or a video from a prompt and files (costs credits)',
			idempotency: 'keyed',
			shape: { ...accepted, ...shape },
			fields: {
				...request,
				maximumCost,
				maximumTotalCost,
				wait: choice('Wait For Completion', waitChoices, {
					description:
						'Whether to return the job when it is finished or immediately. By Polling works everywhere.',
					default: 'no',
					in: 'none',
				}),
				downloadOutputs: flag('Download Outputs', {
					description: 'Whether to download the output files into binary properties',
					default: true,
					in: 'none',
					show: { wait: ['polling', 'callback'] },
					hideFromAgents: true,
				}),
			},
			options: {
				idempotencyKey: text('Idempotency Key', {
					description:
						'A repeated request with the same key returns the first job and charges nothing. If not set, the node generates a key per item, which Retry On Fail and a retry of the execution use again.',
					maxLength: 255,
					collection: 'options',
					rejectEmptyExpression: 'the service would not recognize a repeated request',
					hideFromAgents: true,
				}),
				callbackUrl: text('Callback URL', {
					description:
						'URL that the service calls when the job is finished, for example the URL of a Media Generation Trigger',
					placeholder: 'e.g. https://n8n.example.com/webhook/…',
					maxLength: 2048,
					collection: 'options',
					hideFromAgents: true,
				}),
				outputProperty: text('Put Output Files in Field', {
					description:
						'Name of the binary property for the first file. Names of further files get a number, for example data_1. Has no effect without Download Outputs.',
					default: 'data',
					in: 'none',
					hideFromAgents: true,
				}),
				...fileSizeOption,
				maximumWait: decimal('Maximum Wait (Minutes)', {
					description:
						'How long to wait for completion. After that, the item contains the job as last read, with timedOut set to true. Has no effect if Wait For Completion is No.',
					default: 60,
					minimum: 0.05,
					maximum: 10_080,
					in: 'none',
				}),
				whenStalled: choice(
					'When Stalled',
					{ wait: 'Keep Waiting', end: 'Stop Waiting' },
					{
						description:
							'What to do if a job stalls. The service does not specify whether a stalled job can continue. Has no effect if Wait For Completion is No.',
						default: 'wait',
						in: 'none',
					},
				),
			},
			overlapWaits: true,
			checkRun: checkJobs,
			describeProgress: describePaidJobs,
			run: createGeneration,
		}),
		estimate: operation({
			action: 'Estimate the cost of a generation',
			description: 'Get the cost of a generation without creating it or uploading its files',
			idempotency: 'safe',
			shape: { ...estimateShape, placeholderFields: ['string'] },
			fields: { ...request, ...keptFields },
			run: estimateCost,
		}),
		get: operation({
			description: 'Get a job with its status and outputs',
			request: 'GET /api/v2/generations/{generationId}',
			fields: { generationId },
			simplify: generationBrief,
			shape,
		}),
		getAll: operation({
			description: 'Get jobs, newest first',
			request: 'GET /api/v2/generations',
			paging: byCursor({
				rows: 'generations',
				cursor: 'cursor',
				next: 'next_cursor',
				size: { name: 'limit', maximum: 100 },
			}),
			simplify: generationBrief,
			shape,
			options: {
				status: choice('Status', ['completed', 'pending', 'failed', 'stalled', 'canceled'], {
					description: 'Return only jobs with this status',
				}),
				type: choice('Type', ['image', 'video'], { description: 'Return only jobs of this type' }),
				model: text('Model ID', {
					description: 'Return only jobs of this model',
					placeholder: 'e.g. flux-dev',
				}),
			},
		}),
	},
});
