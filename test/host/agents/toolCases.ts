/** What an agent does with each node in the tests: the operation, the parameters that its model defines, and what the tool answers. */
import type { IDataObject } from 'n8n-workflow';
import { fromAi } from './aiAgent';

export interface ToolUse {
	readonly resource: string;
	readonly operation: string;
	/** Parameters of the node. `json` is the type that a person gave those that hold JSON: an object, or a text. */
	parameters(json: 'json' | 'string'): IDataObject;
	/** Arguments of the model's call. */
	readonly call: IDataObject;
	/** A text that the answer holds. */
	readonly answers: string;
}

const located = (value: string) => ({ __rl: true, mode: 'id', value });

export const toolUses: Readonly<Record<string, ToolUse>> = {
	ActivityTracking: {
		resource: 'segment',
		operation: 'explore',
		parameters: () => ({
			southWestLatitude: fromAi('South', 'Southern edge'),
			southWestLongitude: fromAi('West', 'Western edge'),
			northEastLatitude: fromAi('North', 'Northern edge', 'number'),
			northEastLongitude: fromAi('East', 'Eastern edge', 'number'),
		}),
		call: { South: '34.9', West: '139', North: 36, East: 141 },
		answers: 'Hill',
	},
	CodeHosting: {
		resource: 'workflow',
		operation: 'dispatch',
		parameters: (json) => ({
			owner: located('octo-org'),
			repository: located('hello-world'),
			workflowId: located(fromAi('Workflow', 'File of the workflow')),
			ref: fromAi('Ref', 'Branch'),
			inputs: fromAi('Inputs', 'Values for the inputs', json),
		}),
		call: { Workflow: 'release.yml', Ref: 'main', Inputs: { stage: 'production' } },
		answers: 'dispatched',
	},
	DocumentSearch: {
		resource: 'query',
		operation: 'search',
		parameters: (json) => ({
			collectionName: located('handbook'),
			query: fromAi('Query', 'What to look for'),
			returnAs: 'text',
			filterBy: 'json',
			filterJson: fromAi('Filter', 'Conditions on the metadata', json),
		}),
		call: {
			Query: 'How many days of leave can be carried over?',
			Filter: { year: { $gte: 2023 } },
		},
		answers: 'days of paid leave',
	},
	FinanceData: {
		resource: 'invoice',
		operation: 'create',
		parameters: (json) => ({
			data: fromAi('Invoice', 'The invoice', json),
			responseMode: 'prefer_sync',
			waitForJob: true,
		}),
		call: {
			Invoice: {
				customer_id: 'c',
				issue_date: '2026-01-31',
				due_date: '2026-02-28',
				currency_code: 'EUR',
				document_number: 'AGENT-1',
				line_items: [{ total_amount: 5 }],
			},
		},
		answers: 'AGENT-1',
	},
	InstanceCloud: {
		resource: 'instance',
		operation: 'create',
		parameters: (json) => ({
			image: fromAi('Image', 'Image to run'),
			memory: fromAi('Memory', 'Megabytes', 'number'),
			options: { environmentJson: fromAi('Environment', 'Variables', json) },
		}),
		call: { Image: 'nginx:latest', Memory: 256, Environment: { LOG_LEVEL: 'info' } },
		answers: 'uuid',
	},
	MediaGeneration: {
		resource: 'generation',
		operation: 'create',
		parameters: (json) => ({
			modelId: located('flux-dev'),
			prompt: fromAi('Prompt', 'What to make'),
			specifyFields: 'json',
			fieldsJson: fromAi('Fields', 'Fields of the model', json),
			maximumCost: 20,
			wait: 'polling',
		}),
		call: { Prompt: 'a lighthouse', Fields: { aspect_ratio: '1:1' } },
		answers: 'completed',
	},
	MigrationAssessment: {
		resource: 'group',
		operation: 'create',
		parameters: (json) => ({
			newId: `=wave-${json}-{{ $runIndex }}`,
			options: {
				displayName: fromAi('Name', 'Name of the group'),
				labels: fromAi('Labels', 'Labels of the group', json),
			},
		}),
		call: { Name: 'First wave', Labels: { team: 'web' } },
		answers: 'First wave',
	},
	SearchAdsConversions: {
		resource: 'conversion',
		operation: 'insert',
		parameters: (json) => ({
			specifyFields: 'json',
			conversionJson: fromAi('Conversion', 'The conversion', json),
		}),
		call: {
			Conversion: {
				conversionId: 'order-1',
				clickId: 'click-1',
				conversionTimestamp: '2026-01-31T08:00:00Z',
				segmentationType: 'FLOODLIGHT',
				segmentationName: 'Sale',
				type: 'TRANSACTION',
				revenueMicros: '12500000',
				currencyCode: 'EUR',
			},
		},
		answers: 'order-1',
	},
	TaskList: {
		resource: 'task',
		operation: 'create',
		parameters: () => ({
			taskListId: located('@default'),
			title: fromAi('Title', 'What is to be done'),
			options: { due: fromAi('Due', 'When') },
		}),
		call: { Title: 'Water the plants', Due: '2026-03-02' },
		answers: 'Water the plants',
	},
	WorkspaceToken: {
		resource: 'token',
		operation: 'getAll',
		parameters: () => ({ returnAll: false, limit: fromAi('Limit', 'How many', 'number') }),
		call: { Limit: 5 },
		answers: 'n8n',
	},
};
