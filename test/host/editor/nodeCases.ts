/** What the test of the editor does with each node: the operation that it fills in, executes, and reads the output of. */

export interface Use {
	/** Labels of resource and operation. */
	readonly resource: string;
	readonly operation: string;
	/** Entries to search for in lists, by parameter. */
	readonly picks?: Readonly<Record<string, string>>;
	/** What is typed, by parameter. */
	readonly types?: Readonly<Record<string, string>>;
	/** A text that the output shows. */
	readonly shows: string;
}

export const uses: Readonly<Record<string, Use>> = {
	ActivityTracking: {
		resource: 'Segment',
		operation: 'Get',
		picks: { segmentId: 'Hill 1' },
		shows: 'Hill 1',
	},
	CodeHosting: {
		resource: 'Workflow',
		operation: 'Get Many',
		picks: { owner: 'octo-org', repository: 'hello-world' },
		shows: 'release.yml',
	},
	DocumentSearch: {
		resource: 'Query',
		operation: 'Search',
		picks: { collectionName: 'handbook' },
		types: { query: 'How many days of leave can be carried over?' },
		shows: '28 days of paid leave',
	},
	FinanceData: {
		resource: 'Invoice',
		operation: 'Get',
		picks: { invoiceId: 'INV-1' },
		shows: 'INV-1',
	},
	InstanceCloud: {
		resource: 'Instance',
		operation: 'Get',
		picks: { instanceId: 'shop' },
		shows: 'nginx:latest',
	},
	MediaGeneration: {
		resource: 'Model',
		operation: 'Get',
		picks: { modelId: 'FLUX Dev' },
		shows: 'flux-dev',
	},
	MigrationAssessment: {
		resource: 'Location',
		operation: 'Get',
		picks: { location: 'us-' },
		shows: 'locations/us-',
	},
	SearchAdsConversions: {
		resource: 'Report',
		operation: 'Get ID Mapping File',
		types: { agencyId: '1', advertiserId: '2' },
		shows: 'id-mapping-2.csv',
	},
	TaskList: {
		resource: 'Task',
		operation: 'Create',
		picks: { taskListId: 'My Tasks' },
		types: { title: 'Water the plants' },
		shows: 'Water the plants',
	},
	WorkspaceToken: {
		resource: 'Token',
		operation: 'Revoke',
		picks: { tokenId: 'n8n' },
		shows: 'revoked',
	},
};
