// One case per node for the tests of the editor: the operation to fill in and execute, and the
// expected output.

export interface NodeCase {
	/** The action in the node panel that adds the node. */
	readonly action: string;
	/** Search texts for resource locator lists, by parameter. */
	readonly pick?: Readonly<Record<string, string>>;
	/** Texts for text fields, by parameter. */
	readonly fill?: Readonly<Record<string, string>>;
	/** Text that the output contains. */
	readonly output: string;
}

export const nodeCases: Readonly<Record<string, NodeCase>> = {
	ActivityTracking: {
		action: 'Get segment',
		pick: { segmentId: 'Hill 1' },
		output: 'Hill 1',
	},
	CodeHosting: {
		action: 'Get many workflows',
		pick: { owner: 'octo-org', repository: 'hello-world' },
		output: 'release.yml',
	},
	DocumentSearch: {
		action: 'Search collection',
		pick: { collectionName: 'handbook' },
		fill: { query: 'How many days of leave can be carried over?' },
		output: '28 days of paid leave',
	},
	FinanceData: {
		action: 'Get invoice',
		pick: { invoiceId: 'INV-1' },
		output: 'INV-1',
	},
	InstanceCloud: {
		action: 'Get instance',
		pick: { instanceId: 'shop' },
		output: 'nginx:latest',
	},
	MediaGeneration: {
		action: 'Get model',
		pick: { modelId: 'FLUX Dev' },
		output: 'flux-dev',
	},
	MigrationAssessment: {
		action: 'Get location',
		pick: { location: 'us-' },
		output: 'locations/us-',
	},
	SearchAdsConversions: {
		action: 'Get ID mapping file',
		fill: { agencyId: '1', advertiserId: '2' },
		output: 'id-mapping-2.csv',
	},
	TaskList: {
		action: 'Create task',
		pick: { taskListId: 'My Tasks' },
		fill: { title: 'Water the plants' },
		output: 'Water the plants',
	},
	WorkspaceToken: {
		action: 'Revoke token with risk of locking others out',
		pick: { tokenId: 'n8n' },
		output: 'revoked',
	},
};
