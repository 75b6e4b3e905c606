/** `npm run pictures`: the pictures of the documentation, taken anew from a real n8n in a real browser. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withBench, type Bench } from '../sandbox/sandbox';
import { browserAvailable, browserMissing, openBrowser } from '../browser/browser';
import { Editor } from '../browser/editor';
import { packPack } from '../pack/pack';
import { inRoot } from '../system/paths';

interface Picture {
	/** Name of the picture. */
	readonly name: string;
	/** Beginning of an example's file name. */
	readonly example: string;
	/** A node to open instead of the canvas. */
	readonly node?: string;
	readonly colorScheme?: 'light' | 'dark';
}

const pictures: readonly Picture[] = [
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

/** Takes one picture of an example that has been executed in the editor. */
async function take(
	{ n8n, examples }: Bench,
	{ name, example, node, colorScheme }: Picture,
): Promise<void> {
	const found = examples.find(({ file }) => file.startsWith(example));
	if (!found) throw new Error(`There is no example ${example}`);
	const { page, close } = await openBrowser(n8n.url, { height: 640, colorScheme });
	try {
		const editor = new Editor(page, n8n.url);
		await editor.open(found.workflow.id);
		await editor.executeWorkflow();
		if (node) await editor.openNode(node);
		await editor.settle();
		await page.screenshot({ path: inRoot('docs', 'images', `${name}.png`) });
		console.log(`docs/images/${name}.png`);
	} finally {
		await close();
	}
}

async function main(): Promise<void> {
	if (!browserAvailable()) throw new Error(browserMissing);
	const only = process.argv.slice(2);
	const userFolder = mkdtempSync(join(tmpdir(), 'tenfold-pictures-'));
	mkdirSync(inRoot('docs', 'images'), { recursive: true });
	try {
		await withBench({ userFolder, tarball: await packPack({ build: true }) }, async (bench) => {
			for (const picture of pictures.filter(
				({ name }) => only.length === 0 || only.includes(name),
			)) {
				// One that cannot be taken leaves the others as they are.
				await take(bench, picture).catch((error: Error) => {
					console.error(`${picture.name}: ${error.message}`);
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
