// The screenshots of the examples in docs/images/: of the canvas, of an open node, or of its form.

export interface ExampleScreenshot {
	readonly name: string;
	readonly example: string;
	/** Name of the node to open, with its input and output. Default: no node, only the canvas. */
	readonly node?: string;
	/** Name of the node whose form is shown, without input and output. */
	readonly form?: string;
	readonly colorScheme?: 'light' | 'dark';
}

/** Example and name of the node, by the name of the screenshot. */
const forms: Readonly<Record<string, readonly [example: string, form: string]>> = {
	'activity-tracking-form': ['activity-streams-to-rows', 'Get Streams'],
	'activity-tracking-efforts-form': ['activity-best-times', 'Get Efforts'],
	'code-hosting-form': ['code-hosting-failed-runs', 'Get Failed Runs'],
	'code-hosting-release-form': ['code-hosting-scheduled-release', 'Release and Wait'],
	'code-hosting-trigger-form': ['code-hosting-stars-and-pushes', 'On Star or Push'],
	'document-search-form': ['search-questions-to-cited-text', 'Find Passages'],
	'finance-data-form': ['finance-payment-to-invoice', 'Get Open Invoice'],
	'finance-data-updates-form': ['finance-orders-of-many-customers', 'Poll Orders'],
	'finance-data-write-form': ['finance-payment-to-invoice', 'Record Payment'],
	'instance-cloud-form': ['cloud-create-wait-logs', 'Create Instance'],
	'media-generation-form': ['media-prompts-to-images', 'Create Images'],
	'media-generation-video-form': ['media-video-by-callback', 'Create Video'],
	'media-generation-trigger-form': ['media-file-finished', 'On Job Finished'],
	'migration-assessment-form': ['migration-inventory-to-report', 'Import Assets'],
	'search-ads-conversions-form': ['search-ads-nightly-upload', 'Insert Conversions'],
	'task-list-form': ['task-list-from-spreadsheet', 'Update Task'],
	'workspace-token-form': ['workspace-token-comments', 'Add Comment'],
};

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
	...Object.entries(forms).map(([name, [example, form]]) => ({ name, example, form })),
];
