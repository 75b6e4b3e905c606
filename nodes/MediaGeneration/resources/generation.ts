import {
	byCursor,
	choice,
	columns,
	decimal,
	flag,
	id,
	json,
	operation,
	resource,
	text,
} from '../../engine/describe';
import { create, estimateCost } from '../create';
import { columnsOfModel, model as modelId } from '../models';
import {
	accepted,
	estimate as estimateShape,
	generation as shape,
	generationBrief,
} from '../shapes';

const generationId = id('Generation', {
	description: 'The job to get',
	placeholder: 'e.g. gen_8f2k1',
	lookup: {
		request: 'GET /api/v2/generations',
		rows: 'generations',
		row: (job) => ({
			name: `${String(job.created).slice(0, 16)} · ${String(job.model)} · ${String(job.status)}`,
			value: String(job.id),
		}),
		paging: byCursor({ rows: 'generations', cursor: 'cursor', next: 'next_cursor' }),
	},
});

const request = {
	modelId,
	prompt: text('Prompt', {
		description: 'What to make. Leave empty for models that take no prompt.',
		placeholder: 'e.g. A lighthouse in a storm, oil on canvas',
		lines: 4,
	}),
	specifyFields: choice(
		'Specify Fields',
		{ form: "Using the Model's Fields", json: 'Using JSON' },
		{
			description: 'How to give the other fields of the model',
			default: 'form',
			in: 'none',
		},
	),
	modelFields: columns('Fields', {
		description:
			'Fields of the model. A file field takes an address or the name of a binary property, which is uploaded first.',
		wire: 'model',
		columnsFrom: 'GET /api/v2/models/{modelId}',
		columns: columnsOfModel,
		show: { specifyFields: ['form'] },
		hideFromAgents: true,
	}),
	fieldsJson: json('Fields (JSON)', {
		description:
			'Fields of the model as a JSON object, for example {"aspect_ratio": "16:9", "image": "data"}. A prompt in it wins over the field above.',
		show: { specifyFields: ['json'] },
		default: '{}',
	}),
};

const maximumCost = decimal('Maximum Cost', {
	description:
		'Most credits that one job may cost. The price is asked for first, and nothing is sent when it is higher. 0 means no limit.',
	minimum: 0,
	default: 0,
	in: 'none',
});

export const generation = resource('Generation', {
	default: 'create',
	operations: {
		create: operation({
			name: 'Create',
			action: 'Create a generation',
			description: 'Create an image or a video from a prompt and files; costs credits',
			replay: 'keyed',
			paid: true,
			shape: { ...accepted, ...shape },
			fields: {
				...request,
				maximumCost,
				wait: choice(
					'Wait For Completion',
					{ no: 'No', polling: 'By Polling', callback: 'By Callback' },
					{
						description:
							'Whether to go on at once with the accepted job, ask until it is done, or sleep until the service calls back (one item a run)',
						default: 'no',
						in: 'none',
					},
				),
			},
			options: {
				idempotencyKey: text('Idempotency Key', {
					description:
						'A repeat with the same key answers with the first job and charges nothing. Unless set, each item gets a key that stays the same over Retry On Fail.',
					maxLength: 255,
					hideFromAgents: true,
				}),
				callbackUrl: text('Callback URL', {
					description:
						'Where the service posts the finished job, for example the address of a Media Generation Trigger',
					placeholder: 'e.g. https://n8n.example.com/webhook/…',
					maxLength: 2048,
					hideFromAgents: true,
				}),
				downloadOutputs: flag('Download Outputs', {
					description: 'Whether to put the finished files into binary properties; needs a wait',
					default: true,
					hideFromAgents: true,
				}),
				outputProperty: text('Put Output Files in Field', {
					description: 'Name of the first binary property; the next are numbered',
					default: 'data',
					hideFromAgents: true,
				}),
				maximumWait: decimal('Maximum Wait (Minutes)', {
					description:
						'How long to wait for completion. After that the item carries the job as it is, marked timedOut.',
					default: 60,
					minimum: 0.05,
					maximum: 10_080,
				}),
				whenStalled: choice(
					'When Stalled',
					{ wait: 'Keep Waiting', end: 'End the Wait' },
					{
						description:
							'What a stalled job means for the wait; the service does not say whether such a job can go on',
						default: 'wait',
					},
				),
			},
			run: create,
		}),
		estimate: operation({
			name: 'Estimate',
			action: 'Estimate the cost of a generation',
			description: 'Get the exact price of a request without sending it; files need not exist yet',
			replay: 'safe',
			shape: estimateShape,
			fields: request,
			run: estimateCost,
		}),
		get: operation({
			name: 'Get',
			action: 'Get a generation',
			description: 'Get a job with its status and outputs',
			request: 'GET /api/v2/generations/{generationId}',
			fields: { generationId },
			simplify: generationBrief,
			shape,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many generations',
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
				status: choice('Status', ['pending', 'completed', 'failed', 'stalled', 'canceled'], {
					description: 'Only jobs in this state',
				}),
				type: choice('Type', ['image', 'video'], { description: 'Only jobs of this kind' }),
				model: text('Model ID', {
					description: 'Only jobs of this model',
					placeholder: 'e.g. flux-dev',
				}),
			},
		}),
	},
});
