// One case per node for the tests of the editor: the operation to fill in and execute, and the
// expected output.

export interface NodeCase {
	/** Label of the resource. */
	readonly resource: string;
	/** Label of the operation. */
	readonly operation: string;
	/** Search texts for resource locator lists, by parameter. */
	readonly pick?: Readonly<Record<string, string>>;
	/** Texts for text fields, by parameter. */
	readonly fill?: Readonly<Record<string, string>>;
	/** Text that the output contains. */
	readonly output: string;
}

export const nodeCases: Readonly<Record<string, NodeCase>> = {
	ActivityTracking: {
		resource: 'Segment',
		operation: 'Get',
		pick: { segmentId: 'Hill 1' },
		output: 'Hill 1',
	},
	CodeHosting: {
		resource: 'Workflow',
		operation: 'Get Many',
		pick: { owner: 'octo-org', repository: 'hello-world' },
		output: 'release.yml',
	},
	DocumentSearch: {
		resource: 'Query',
		operation: 'Search',
		pick: { collectionName: 'handbook' },
		fill: { query: 'How many days of leave can be carried over?' },
		output: '28 days of paid leave',
	},
	FinanceData: {
		resource: 'Invoice',
		operation: 'Get',
		pick: { invoiceId: 'INV-1' },
		output: 'INV-1',
	},
	InstanceCloud: {
		resource: 'Instance',
		operation: 'Get',
		pick: { instanceId: 'shop' },
		output: 'nginx:latest',
	},
	MediaGeneration: {
		resource: 'Model',
		operation: 'Get',
		pick: { modelId: 'FLUX Dev' },
		output: 'flux-dev',
	},
	MigrationAssessment: {
		resource: 'Location',
		operation: 'Get',
		pick: { location: 'us-' },
		output: 'locations/us-',
	},
	SearchAdsConversions: {
		resource: 'Report',
		operation: 'Get ID Mapping File',
		fill: { agencyId: '1', advertiserId: '2' },
		output: 'id-mapping-2.csv',
	},
	TaskList: {
		resource: 'Task',
		operation: 'Create',
		pick: { taskListId: 'My Tasks' },
		fill: { title: 'Water the plants' },
		output: 'Water the plants',
	},
	WorkspaceToken: {
		resource: 'Token',
		operation: 'Revoke',
		pick: { tokenId: 'n8n' },
		output: 'revoked',
	},
};
