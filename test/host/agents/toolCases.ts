// One case per node for the tests of AI agents: the operation, the parameters that the model fills
// in, and the expected result.
import type { IDataObject } from 'n8n-workflow';
import { LOCAL_IDS } from '../../services/financeData/service';
import { resourceLocator } from '../kit/testN8n';
import { fromAi } from './aiAgent';

export interface ToolCase {
	readonly resource: string;
	readonly operation: string;
	/**
	 * Parameters of the node.
	 * @param json type of JSON parameters in the `$fromAI` expressions: an object or a string
	 */
	parameters(json: 'json' | 'string'): IDataObject;
	/** Arguments of the model's tool call. */
	readonly call: IDataObject;
	/** Text that the tool's result contains. */
	readonly result: string;
}

export const toolCases: Readonly<Record<string, ToolCase>> = {
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
		result: 'Hill',
	},
	CodeHosting: {
		resource: 'workflow',
		operation: 'dispatch',
		parameters: (json) => ({
			owner: resourceLocator('octo-org'),
			repository: resourceLocator('hello-world'),
			workflowId: resourceLocator(fromAi('Workflow', 'File of the workflow')),
			ref: fromAi('Ref', 'Branch'),
			inputs: fromAi('Inputs', 'Values for the inputs', json),
		}),
		call: { Workflow: 'release.yml', Ref: 'main', Inputs: { stage: 'production' } },
		result: 'dispatched',
	},
	DocumentSearch: {
		resource: 'query',
		operation: 'search',
		parameters: (json) => ({
			collectionName: resourceLocator('handbook'),
			query: fromAi('Query', 'What to look for'),
			returnAs: 'text',
			filterBy: 'json',
			filterJson: fromAi('Filter', 'Conditions on the metadata', json),
		}),
		call: {
			Query: 'How many days of leave can be carried over?',
			Filter: { year: { $gte: 2023 } },
		},
		result: 'days of paid leave',
	},
	FinanceData: {
		resource: 'invoice',
		operation: 'create',
		parameters: (json) => ({
			specifyFields: 'json',
			data: fromAi('Invoice', 'The invoice', json),
			responseMode: 'prefer_sync',
			waitForJob: true,
		}),
		call: {
			Invoice: {
				customer_id: LOCAL_IDS.customer,
				issue_date: '2026-01-31',
				due_date: '2026-02-28',
				currency_code: 'EUR',
				document_number: 'AGENT-1',
				line_items: [{ total_amount: 5, item: {} }],
			},
		},
		result: 'AGENT-1',
	},
	InstanceCloud: {
		resource: 'instance',
		operation: 'create',
		parameters: (json) => ({
			image: fromAi('Image', 'Image to run'),
			memory: fromAi('Memory', 'Megabytes', 'number'),
			additionalFields: { environmentJson: fromAi('Environment', 'Variables', json) },
			allowIrreversible: true,
		}),
		call: { Image: 'nginx:latest', Memory: 256, Environment: { LOG_LEVEL: 'info' } },
		result: 'uuid',
	},
	MediaGeneration: {
		resource: 'generation',
		operation: 'create',
		parameters: (json) => ({
			modelId: resourceLocator('flux-dev'),
			prompt: fromAi('Prompt', 'What to make'),
			specifyFields: 'json',
			fieldsJson: fromAi('Fields', 'Fields of the model', json),
			maximumCost: 20,
			wait: 'polling',
		}),
		call: { Prompt: 'a lighthouse', Fields: { aspect_ratio: '1:1' } },
		result: 'completed',
	},
	MigrationAssessment: {
		resource: 'group',
		operation: 'create',
		parameters: (json) => ({
			newId: `=wave-${json}-{{ $runIndex }}`,
			additionalFields: {
				displayName: fromAi('Name', 'Name of the group'),
				labels: fromAi('Labels', 'Labels of the group', json),
			},
		}),
		call: { Name: 'First wave', Labels: { team: 'web' } },
		result: 'First wave',
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
		result: 'order-1',
	},
	TaskList: {
		resource: 'task',
		operation: 'create',
		parameters: () => ({
			taskListId: resourceLocator('@default'),
			title: fromAi('Title', 'What is to be done'),
			additionalFields: { due: fromAi('Due', 'When') },
		}),
		call: { Title: 'Water the plants', Due: '2026-03-02' },
		result: 'Water the plants',
	},
	WorkspaceToken: {
		resource: 'token',
		operation: 'getAll',
		parameters: () => ({ returnAll: false, limit: fromAi('Limit', 'How many', 'number') }),
		call: { Limit: 5 },
		result: 'n8n',
	},
};
