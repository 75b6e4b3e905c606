// npm run pictures: takes the screenshots in docs/images/ from a real n8n instance in a browser.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserMissing, ensureBrowser, openBrowser } from '../browser/browser';
import { Editor } from '../browser/editor';
import { packTarball } from '../pack/pack';
import { withSandbox, type Sandbox } from '../sandbox/sandbox';
import { inRoot } from '../system/paths';

interface Screenshot {
	/** File name without extension. */
	readonly name: string;
	/** Prefix of the example's file name. */
	readonly example: string;
	/** Name of the node to open. Default: no node, so that the canvas is shown. */
	readonly node?: string;
	readonly colorScheme?: 'light' | 'dark';
}

const screenshots: readonly Screenshot[] = [
	{ name: 'media-prompts-to-images', example: 'media-prompts-to-images' },
	{ name: 'media-prompts-to-images-dark', example: 'media-prompts-to-images', colorScheme: 'dark' },
	{ name: 'media-generation-node', example: 'media-prompts-to-images', node: 'Create Images' },
	{ name: 'activity-tracking', example: 'activity-area-leaderboards' },
	{ name: 'document-search', example: 'search-questions-to-cited-text', node: 'Find Passages' },
	{ name: 'instance-cloud', example: 'cloud-create-wait-logs' },
	{ name: 'migration-assessment', example: 'migration-inventory-to-report', node: 'Import Assets' },
	{ name: 'search-ads-conversions', example: 'search-ads-nightly-upload' },
	{ name: 'task-list', example: 'task-list-from-spreadsheet' },
	{ name: 'workspace-token', example: 'workspace-token-comments' },
	{ name: 'finance-data', example: 'finance-nightly-reconciliation' },
	{ name: 'code-hosting', example: 'code-hosting-failed-runs' },
];

/** Executes the example in the editor, then takes the screenshot. */
async function take(
	{ n8n, examples }: Sandbox,
	{ name, example, node, colorScheme }: Screenshot,
): Promise<void> {
	const imported = examples.find(({ file }) => file.startsWith(example));
	if (!imported) throw new Error(`There is no example ${example}`);
	const { page, close } = await openBrowser(n8n.url, { height: 640, colorScheme });
	try {
		const editor = new Editor(page, n8n.url);
		await editor.open(imported.workflow.id);
		await editor.executeWorkflow();
		if (node) await editor.openNode(node);
		await editor.prepareScreenshot();
		await page.screenshot({ path: inRoot('docs', 'images', `${name}.png`) });
		console.log(`docs/images/${name}.png`);
	} finally {
		await close();
	}
}

async function main(): Promise<void> {
	if (!ensureBrowser()) throw new Error(browserMissing);
	const only = process.argv.slice(2);
	const selected = screenshots.filter(({ name }) => only.length === 0 || only.includes(name));
	const userFolder = mkdtempSync(join(tmpdir(), 'tenfold-pictures-'));
	mkdirSync(inRoot('docs', 'images'), { recursive: true });
	try {
		const tarball = await packTarball({ build: true });
		await withSandbox({ userFolder, tarball }, async (sandbox) => {
			for (const screenshot of selected) {
				// One failed screenshot does not stop the others.
				await take(sandbox, screenshot).catch((error: Error) => {
					console.error(`${screenshot.name}: ${error.message}`);
					process.exitCode = 1;
				});
			}
		});
	} finally {
		rmSync(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	}
}

main().catch((error: unknown) => {
	console.error((error as Error).message);
	process.exitCode = 1;
});
