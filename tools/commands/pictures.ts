// npm run pictures: takes the screenshots in docs/images/ from a real n8n instance in a browser.
import { mkdirSync } from 'node:fs';
import { panelAction, type Service } from '../../nodes/engine/describe';
import { browserMissing, ensureBrowser, openBrowser } from '../browser/browser';
import { CredentialDialog } from '../browser/credentialDialog';
import { Editor } from '../browser/editor';
import exampleScreenshots from '../browser/exampleScreenshots.json';
import { runMain } from '../cli/signals';
import { operationsOf, pageName } from '../generate/operationList';
import { builtNodes } from '../pack/builtPack';
import { packTarball } from '../pack/pack';
import { withSandbox, type Sandbox } from '../sandbox/sandbox';
import { inRoot } from '../system/paths';

/** A screenshot of an example: of the canvas, of an open node, or of its form. */
interface ExampleScreenshot {
	readonly name: string;
	/** Beginning of the example's file name. */
	readonly example: string;
	/** Name of the node to open, with its input and output. */
	readonly node?: string;
	/** Name of the node whose form is shown, without input and output. */
	readonly form?: string;
	readonly colorScheme?: 'light' | 'dark';
}

/**
 * Executes an example in the editor if it has a Manual Trigger, then takes its screenshots. They share
 * one execution, because a second one finds what the first one has created and changed.
 */
async function takeExample(
	{ n8n, examples }: Sandbox,
	screenshots: readonly ExampleScreenshot[],
): Promise<void> {
	const [{ example, colorScheme }] = screenshots as [ExampleScreenshot];
	const imported = examples.find(({ file }) => file.startsWith(example));
	if (!imported) throw new Error(`There is no example ${example}`);
	const { id, nodes } = imported.workflow;
	const { page, close } = await openBrowser(n8n.url, { height: 640, colorScheme });
	const editor = new Editor(page, n8n.url);
	await editor.open(id);
	if (nodes.some(({ type }) => type === 'n8n-nodes-base.manualTrigger')) {
		await editor.executeWorkflow();
		await editor.waitForNotifications();
	}
	for (const { name, node, form } of screenshots) {
		const opened = form ?? node;
		if (opened === undefined) await editor.zoomToFit();
		else await editor.openNode(opened);
		// n8n shows more buttons next to what the mouse points to.
		await page.mouse.move(0, 0);
		await editor.waitUntilDrawn();
		if (form === undefined) await page.screenshot({ path: pathOf(name) });
		else await editor.screenshotForm(pathOf(name));
		if (opened !== undefined) await editor.closeNode();
		console.log(`docs/images/${name}.png`);
	}
	await close();
}

/** Takes the screenshot of the dialog in which the credential of a new node is created. */
async function takeCredential({ n8n, rest }: Sandbox, name: string, service: Service) {
	// n8n would use an existing credential for the new node.
	for (const { id } of await rest.credentials())
		await rest.request('DELETE', `/rest/credentials/${id}`);
	const { page, close } = await openBrowser(n8n.url);
	const editor = new Editor(page, n8n.url);
	const dialog = new CredentialDialog(page);
	await editor.open();
	await editor.addNode(
		await editor.findNode(service.label, service.label),
		panelAction(operationsOf(service)[0]!.operation),
	);
	await dialog.open();
	await dialog.screenshot(pathOf(name));
	console.log(`docs/images/${name}.png`);
	await close();
}

const pathOf = (name: string): string => inRoot('docs', 'images', `${name}.png`);

async function takeAll(sandbox: Sandbox, isSelected: (name: string) => boolean): Promise<void> {
	const all = (exampleScreenshots as ExampleScreenshot[]).filter(({ name }) => isSelected(name));
	const visitOf = ({ example, colorScheme }: ExampleScreenshot) => `${example} ${colorScheme}`;
	for (const visit of new Set(all.map(visitOf))) {
		const screenshots = all.filter((one) => visitOf(one) === visit);
		await takeExample(sandbox, screenshots);
	}
	// Last, because they delete the credentials of the examples.
	for (const service of new Set(builtNodes().map((node) => node.service!))) {
		const name = `${pageName(service)}-credential`;
		if (isSelected(name)) await takeCredential(sandbox, name, service);
	}
}

runMain(async () => {
	if (!ensureBrowser()) throw new Error(browserMissing);
	const only = process.argv.slice(2);
	mkdirSync(inRoot('docs', 'images'), { recursive: true });
	const tarball = await packTarball({ build: true });
	await withSandbox({ tarball }, async (sandbox) => {
		await takeAll(sandbox, (name) => only.length === 0 || only.includes(name));
	});
});
