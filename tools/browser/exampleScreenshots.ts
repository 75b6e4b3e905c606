// The screenshots of the examples in docs/images/: of the canvas, of an open node, or of its form.

export interface ExampleScreenshot {
	/** File name without extension. */
	readonly name: string;
	/** Prefix of the example's file name. */
	readonly example: string;
	/** Name of the node to open, with its input and output. Default: no node, only the canvas. */
	readonly node?: string;
	/** Name of the node whose form is shown, without input and output. */
	readonly form?: string;
	readonly colorScheme?: 'light' | 'dark';
}

export const exampleScreenshots: readonly ExampleScreenshot[] = [
	{ name: 'media-prompts-to-images', example: 'media-prompts-to-images' },
	{ name: 'media-prompts-to-images-dark', example: 'media-prompts-to-images', colorScheme: 'dark' },
	{ name: 'activity-tracking', example: 'activity-area-leaderboards' },
	{ name: 'document-search', example: 'search-questions-to-cited-text', node: 'Find Passages' },
	{ name: 'instance-cloud', example: 'cloud-create-wait-logs' },
	{ name: 'migration-assessment', example: 'migration-inventory-to-report', node: 'Import Assets' },
	{ name: 'search-ads-conversions', example: 'search-ads-nightly-upload' },
	{ name: 'task-list', example: 'task-list-from-spreadsheet' },
	{ name: 'workspace-token', example: 'workspace-token-comments' },
	{ name: 'finance-data', example: 'finance-nightly-reconciliation' },
	{ name: 'code-hosting', example: 'code-hosting-failed-runs' },
	{ name: 'code-hosting-release', example: 'code-hosting-scheduled-release' },
	{ name: 'code-hosting-triage', example: 'code-hosting-triage-issues' },
	{ name: 'activity-tracking-form', example: 'activity-streams-to-rows', form: 'Get Streams' },
	{ name: 'activity-tracking-efforts-form', example: 'activity-best-times', form: 'Get Efforts' },
	{ name: 'code-hosting-form', example: 'code-hosting-failed-runs', form: 'Get Failed Runs' },
	{
		name: 'code-hosting-release-form',
		example: 'code-hosting-scheduled-release',
		form: 'Release and Wait',
	},
	{
		name: 'code-hosting-trigger-form',
		example: 'code-hosting-stars-and-pushes',
		form: 'On Star or Push',
	},
	{
		name: 'document-search-form',
		example: 'search-questions-to-cited-text',
		form: 'Find Passages',
	},
	{ name: 'finance-data-form', example: 'finance-payment-to-invoice', form: 'Get Open Invoice' },
	{
		name: 'finance-data-updates-form',
		example: 'finance-orders-of-many-customers',
		form: 'Poll Orders',
	},
	{
		name: 'finance-data-write-form',
		example: 'finance-payment-to-invoice',
		form: 'Record Payment',
	},
	{ name: 'instance-cloud-form', example: 'cloud-create-wait-logs', form: 'Create Instance' },
	{ name: 'media-generation-form', example: 'media-prompts-to-images', form: 'Create Images' },
	{ name: 'media-generation-video-form', example: 'media-video-by-callback', form: 'Create Video' },
	{
		name: 'media-generation-trigger-form',
		example: 'media-file-finished',
		form: 'On Job Finished',
	},
	{
		name: 'migration-assessment-form',
		example: 'migration-inventory-to-report',
		form: 'Import Assets',
	},
	{
		name: 'search-ads-conversions-form',
		example: 'search-ads-nightly-upload',
		form: 'Insert Conversions',
	},
	{ name: 'task-list-form', example: 'task-list-from-spreadsheet', form: 'Update Task' },
	{ name: 'workspace-token-form', example: 'workspace-token-comments', form: 'Add Comment' },
];
