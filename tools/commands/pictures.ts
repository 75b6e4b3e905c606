// npm run pictures: takes the screenshots in docs/images/ from a real n8n instance in a browser.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Service } from '../../nodes/engine/describe';
import { browserMissing, ensureBrowser, openBrowser } from '../browser/browser';
import { CredentialDialog } from '../browser/credentialDialog';
import { Editor } from '../browser/editor';
import { operationsOf, pageName } from '../generate/operationList';
import { builtNodes } from '../pack/builtPack';
import { packTarball } from '../pack/pack';
import { withSandbox, type Sandbox } from '../sandbox/sandbox';
import { inRoot } from '../system/paths';

interface ExampleScreenshot {
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

const exampleScreenshots: readonly ExampleScreenshot[] = [
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
	{ name: 'activity-tracking-form', example: 'activity-streams-to-rows', form: 'Get Streams' },
	{ name: 'code-hosting-form', example: 'code-hosting-failed-runs', form: 'Get Failed Runs' },
	{
		name: 'document-search-form',
		example: 'search-questions-to-cited-text',
		form: 'Find Passages',
	},
	{ name: 'finance-data-form', example: 'finance-payment-to-invoice', form: 'Get Open Invoice' },
	{ name: 'instance-cloud-form', example: 'cloud-create-wait-logs', form: 'Create Instance' },
	{ name: 'media-generation-form', example: 'media-prompts-to-images', form: 'Create Images' },
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
	{ name: 'task-list-form', example: 'task-list-from-spreadsheet', form: 'Create Task' },
	{ name: 'workspace-token-form', example: 'workspace-token-comments', form: 'Add Comment' },
];

interface Screenshot {
	readonly name: string;
	readonly take: (sandbox: Sandbox) => Promise<void>;
}

/** Executes the example in the editor if it has a Manual Trigger, then takes the screenshot. */
async function takeExample(
	{ n8n, examples }: Sandbox,
	{ name, example, node, form, colorScheme }: ExampleScreenshot,
): Promise<void> {
	const imported = examples.find(({ file }) => file.startsWith(example));
	if (!imported) throw new Error(`There is no example ${example}`);
	const { id, nodes } = imported.workflow;
	const { page, close } = await openBrowser(n8n.url, { height: 640, colorScheme });
	try {
		const editor = new Editor(page, n8n.url);
		await editor.open(id);
		if (nodes.some(({ type }) => type === 'n8n-nodes-base.manualTrigger')) {
			await editor.executeWorkflow();
			await editor.waitForNotifications();
		}
		const opened = form ?? node;
		if (opened === undefined) await editor.zoomToFit();
		else await editor.openNode(opened);
		await editor.waitUntilDrawn();
		if (form === undefined) await page.screenshot({ path: pathOf(name) });
		else await editor.screenshotForm(pathOf(name));
	} finally {
		await close();
	}
}

/** Takes the screenshot of the dialog in which the credential of a new node is created. */
async function takeCredential({ n8n, rest }: Sandbox, name: string, service: Service) {
	// n8n would use an existing credential for the new node.
	for (const { id } of await rest.credentials())
		await rest.request('DELETE', `/rest/credentials/${id}`);
	const { page, close } = await openBrowser(n8n.url);
	try {
		const editor = new Editor(page, n8n.url);
		const dialog = new CredentialDialog(page);
		await editor.open();
		await editor.addNode(
			await editor.findNode(service.label, service.label),
			operationsOf(service)[0]!.operation.action,
		);
		await dialog.open();
		await dialog.screenshot(pathOf(name));
	} finally {
		await close();
	}
}

const pathOf = (name: string): string => inRoot('docs', 'images', `${name}.png`);

/**
 * The screenshots of credentials come last, because they delete the credentials of the examples.
 */
const allScreenshots = (): Screenshot[] => [
	...exampleScreenshots.map((screenshot) => ({
		name: screenshot.name,
		take: async (sandbox: Sandbox) => await takeExample(sandbox, screenshot),
	})),
	...[...new Set(builtNodes().map(({ service }) => service!))].map((service) => {
		const name = `${pageName(service)}-credential`;
		return {
			name,
			take: async (sandbox: Sandbox) => await takeCredential(sandbox, name, service),
		};
	}),
];

async function main(): Promise<void> {
	if (!ensureBrowser()) throw new Error(browserMissing);
	const only = process.argv.slice(2);
	const userFolder = mkdtempSync(join(tmpdir(), 'tenfold-pictures-'));
	mkdirSync(inRoot('docs', 'images'), { recursive: true });
	try {
		const tarball = await packTarball({ build: true });
		const selected = allScreenshots().filter(
			({ name }) => only.length === 0 || only.includes(name),
		);
		await withSandbox({ userFolder, tarball }, async (sandbox) => {
			for (const { name, take } of selected) {
				// One failed screenshot does not stop the others.
				await take(sandbox).then(
					() => console.log(`docs/images/${name}.png`),
					(error: Error) => {
						console.error(`${name}: ${error.message}`);
						process.exitCode = 1;
					},
				);
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
