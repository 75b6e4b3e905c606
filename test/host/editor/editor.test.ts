// Tests in n8n's editor, in a browser: every node is found, added, filled in and executed.
// test/contract/form.test.ts checks the fields of every operation with the function that the editor uses
// (displayParameter).
import { type Operation, panelAction, type Service } from '../../../nodes/engine/describe';
import { nodes, nodesWithCases, type SourceNode } from '../../contract/kit/pack';
import { startLocalServices, type RunningServices } from '../../services/list';
import type { FinanceService } from '../../services/financeData/service';
import type { MediaService } from '../../services/mediaGeneration/service';
import { nodeCases } from './nodeCases';
import { importCredentials } from '../../../tools/sandbox/importExamples';
import { openBrowser, type Browser } from '../../../tools/browser/browser';
import { describeInBrowser } from '../kit/describeInBrowser';
import { FormEditor } from '../kit/formEditor';
import { manualTrigger, startTestN8n, type TestN8n } from '../kit/testN8n';
import { packageName } from '../../../tools/system/paths';

/** The parts of HTMLImageElement that are used here. */
interface ImageElement {
	readonly src: string;
	readonly naturalWidth: number;
	decode(): Promise<void>;
}

let services: RunningServices;
let n8n: TestN8n;
let browser: Browser;
let editor: FormEditor;

describeInBrowser('in the editor', () => {
	beforeAll(async () => {
		services = await startLocalServices({ firstPort: 0 });
		n8n = await startTestN8n();
		await importCredentials(n8n.rest, services.services);
		browser = await openBrowser(n8n.process.url);
		editor = new FormEditor(browser.page, n8n.process.url);
		await editor.open();
	});
	afterAll(async () => {
		await browser?.close();
		await n8n?.close();
		await services?.close();
	});
	afterEach(async () => {
		const problems = browser.problems.splice(0);
		await editor.reset();
		expect(problems).toEqual([]);
	});

	describe.each(nodesWithCases.map((node) => ({ label: node.service.label, node })))(
		'$label',
		({ node }) => {
			test('is found by its name and aliases, and added with a credential that passes its test', async () => {
				await findAndAdd(node, panelAction(operationsIn(node.service)[0]!));
			});

			test('is filled in from resource locator lists, executed, and shows its output', async () => {
				const { action, pick = {}, fill = {}, output } = nodeCases[node.name]!;
				const { label } = node.service;
				await editor.addNode(
					await editor.findNode(label, label),
					new RegExp(`^\\s*${action}\\s*$`),
				);
				for (const [parameter, text] of Object.entries(pick))
					await editor.pickFromList(parameter, text);
				for (const [parameter, text] of Object.entries(fill)) await editor.fill(parameter, text);
				expect(await editor.execute()).toContain(output);
			});
		},
	);

	test('the fields of the selected model are shown, and their values are sent', async () => {
		await editor.addNode(
			await editor.findNode('Media Generation', 'Media Generation'),
			'Create image or video',
		);
		await editor.waitForText('Select Model first');
		await editor.pickFromList('modelId', 'FLUX Dev');
		await editor.fill('prompt', 'A lighthouse');
		await editor.addField('Seed');
		await editor.fill('modelFields.value["seed"]', '7');
		expect(await editor.execute()).toContain('flux-dev');
		const { state } = services.services.mediaGeneration as MediaService;
		expect(state.jobs.at(-1)!.input).toMatchObject({ prompt: 'A lighthouse', seed: 7 });
	});

	test('a new condition has no error, and its field is picked from the fields of the resource', async () => {
		await editor.addNode(
			await editor.findNode('Finance Data', 'Finance Data'),
			'Get many invoices',
		);
		await editor.select('filterBy', 'Build Here');
		await editor.pickFromList('field', 'Document Number · text');
		await editor.fill('conditionGroups.rows[0].conditions.rows[0].value', 'INV-1');
		expect(await browser.page.locator('[data-test-id="parameter-issues"]').count()).toBe(0);
		expect(await editor.execute()).toContain('INV-1');
		const { requests } = services.services.financeData as FinanceService;
		expect(requests.list('GET */accounting/invoices').at(-1)!.query.filter).toBe(
			'document_number = "INV-1"',
		);
	});

	test('the fields of an earlier version of the node are replaced, and keep their values', async () => {
		const { id } = await n8n.createWorkflow('earlier', [
			manualTrigger,
			{
				name: 'Create',
				type: `${packageName}.financeData`,
				typeVersion: 1.2,
				parameters: {
					resource: 'accountingItem',
					operation: 'create',
					record: {
						mappingMode: 'defineBelow',
						value: { name: 'Consulting' },
						matchingColumns: [],
						schema: [{ id: 'name', displayName: 'Earlier Name', required: true, type: 'string' }],
					},
				},
			},
		]);
		await editor.open(id);
		await editor.openNode('Create');
		const form = browser.page.locator('[data-test-id="node-parameters"]');
		await form.getByText('Name', { exact: true }).waitFor();
		expect(
			await form
				.locator(`[data-parameter-path='parameters.record.value["name"]'] input`)
				.inputValue(),
		).toBe('Consulting');
		expect(await form.getByText('outdated').count()).toBe(0);
	});

	test.each(['light', 'dark'] as const)(
		'every node has an icon that loads in %s mode',
		async (colorScheme) => {
			const { page } = browser;
			const { id } = await n8n.createWorkflow(
				'all',
				[
					manualTrigger,
					...nodes.map(({ description }) => ({
						name: description.displayName,
						type: `${packageName}.${description.name}`,
					})),
				],
				{ fanOut: true },
			);
			await page.emulateMedia({ colorScheme });
			await editor.open(id);
			const icons = page.locator('[data-test-id="canvas-node"] img');
			await icons.nth(nodes.length - 1).waitFor();
			const loaded = await icons.evaluateAll(
				async (images: ImageElement[]) =>
					await Promise.all(
						images.map(async (image) => {
							await image.decode();
							return { src: image.src.split('/').at(-1)!, width: image.naturalWidth };
						}),
					),
			);
			expect(loaded).toHaveLength(nodes.length);
			expect(
				loaded.filter(
					({ src, width }) => width === 0 || src.endsWith('.dark.svg') !== (colorScheme === 'dark'),
				),
			).toEqual([]);
		},
	);

	test.each(
		nodes
			.filter(({ isTrigger }) => isTrigger)
			.map((node) => ({ label: node.description.displayName, node })),
	)('$label is found and added with a credential that passes its test', async ({ node }) => {
		await findAndAdd(node, /^On /);
	});
});

const operationsIn = ({ resources }: Service): Operation[] =>
	Object.values(resources).flatMap(({ operations }) => Object.values(operations));

/**
 * Searches for a node by its name and some of its aliases, adds it and tests its credential, if it
 * has a test. n8n does not test OAuth2 credentials.
 */
async function findAndAdd(
	{ service, description, isTrigger }: SourceNode,
	action: string | RegExp,
): Promise<void> {
	// The panel lists a trigger under the name of its action node, if there is one.
	const hasActionNode = nodes.some(
		({ description: { name } }) => name === description.name.replace(/Trigger$/, ''),
	);
	// The panel shows a trigger with several events as a group of triggers, without "Trigger".
	const hasEvents = description.properties.some(
		({ displayName, options = [] }) => displayName === 'Events' && options.length > 1,
	);
	const name =
		isTrigger && !hasActionNode && !hasEvents
			? description.displayName
			: description.displayName.replace(/ Trigger$/, '');
	for (const alias of someAliases(service)) await editor.findNode(alias, name);
	await editor.addNode(await editor.findNode(description.displayName, name), action);
	if (description.credentials?.some(({ testedBy }) => testedBy !== undefined))
		expect(await editor.testCredential()).toBe('Connection tested successfully');
}

/** Four aliases of a service. More would take too long, because each search takes half a second. */
const someAliases = ({ codex: { aliases } }: Service): string[] =>
	[0, 0.25, 0.5, 0.75].map((fraction) => aliases[Math.floor(fraction * aliases.length)]!);
