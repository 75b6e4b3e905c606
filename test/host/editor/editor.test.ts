/** The editor in a real browser: every node is found, added, logged in, opened in all its operations, filled in and executed, in light and dark. */
import type { INodeProperties } from 'n8n-workflow';
import type { Operation, Service } from '../../../nodes/engine/catalogue';
import { nodes, type SourceNode } from '../../contract/kit/pack';
import type { DocumentSearchService } from '../../services/documentSearch/service';
import { startLocalServices, type RunningServices } from '../../services/list';
import type { MediaService } from '../../services/mediaGeneration/service';
import { uses } from './nodeCases';
import { importCredentials } from '../../../tools/sandbox/importExamples';
import { browserAvailable, browserMissing, openBrowser, type Browser } from '../../../tools/browser/browser';
import { Editor } from '../../../tools/browser/editor';
import type { Choice } from '../../../tools/browser/form';
import { manual, openStage, type Stage } from '../kit/testN8n';
import { packageName } from '../../../tools/system/paths';

const available = browserAvailable();
if (!available && process.env.CI) throw new Error(browserMissing);
if (!available) console.log(`Skipped: the editor. ${browserMissing}`);

/** An image of a page, as far as it matters here. */
interface Image {
	readonly src: string;
	readonly naturalWidth: number;
	decode(): Promise<void>;
}

let services: RunningServices;
let stage: Stage;
let browser: Browser;
let editor: Editor;

(available ? describe : describe.skip)('in the editor', () => {
	beforeAll(async () => {
		services = await startLocalServices({ firstPort: 0 });
		stage = await openStage();
		await importCredentials(stage.rest, services.services);
		browser = await openBrowser(stage.n8n.url);
		editor = new Editor(browser.page, stage.n8n.url);
		await editor.open();
	}, 600_000);
	afterAll(async () => {
		await browser?.close();
		await stage?.close();
		await services?.close();
	}, 60_000);
	// What a test leaves on the canvas, in the form or on the console would be in the way of the next.
	afterEach(async () => {
		const { complaints } = browser;
		const heard = complaints.splice(0);
		await editor.leave();
		expect(heard).toEqual([]);
	}, 60_000);

	describe.each(
		nodes
			.filter(({ isTrigger }) => !isTrigger)
			.map((node) => ({ label: node.service.label, node })),
	)('$label', ({ node }) => {
		test('is found by its name and by the words that people search for, and added with a credential that passes its test', async () => {
			await isFoundAndAdded(node, operationsIn(node.service)[0]!.action);
		}, 120_000);

		test('opens every operation with the fields that it has', async () => {
			const { label } = node.service;
			await editor.add(await editor.find(label, label), operationsIn(node.service)[0]!.action);
			const choices = choicesOf(node.service);
			expect(await editor.walk(choices)).toHaveLength(choices.length);
		}, 180_000);

		test('is filled in from lists of the service, executed, and shows its output', async () => {
			const { resource, operation, picks = {}, types = {}, shows } = uses[node.name]!;
			const { label } = node.service;
			await editor.add(await editor.find(label, label), operationsIn(node.service)[0]!.action);
			await editor.walk([
				choicesOf(node.service).find(
					({ parameter, label: one }) => parameter === 'resource' && one === resource,
				)!,
				{ parameter: 'operation', label: operation },
			]);
			for (const [parameter, words] of Object.entries(picks)) await editor.pick(parameter, words);
			for (const [parameter, text] of Object.entries(types)) await editor.type(parameter, text);
			expect(await editor.execute()).toContain(shows);
		}, 120_000);
	});

	test('a model offers its own fields, and what is filled in there is sent', async () => {
		await editor.add(
			await editor.find('Media Generation', 'Media Generation'),
			'Create a generation',
		);
		await editor.shows('Choose Model first');
		await editor.pick('modelId', 'FLUX Dev');
		await editor.type('prompt', 'A lighthouse');
		await editor.addField('Seed');
		await editor.type('modelFields.value["seed"]', '7');
		expect(await editor.execute()).toContain('flux-dev');
		const { state } = services.services.mediaGeneration as MediaService;
		expect(state.jobs.at(-1)!.input).toMatchObject({ prompt: 'A lighthouse', seed: 7 });
	}, 120_000);

	test('a filter is built up row by row', async () => {
		await editor.add(
			await editor.find('Document Search', 'Document Search'),
			'Search a collection',
		);
		await editor.pick('collectionName', 'handbook');
		await editor.type('query', 'How many days of leave can be carried over?');
		await editor.choose('filterBy', 'Using Conditions');
		await editor.addRow('filterConditions');
		await editor.type('filterConditions.rows[0].field', 'year');
		await editor.choose('operator', 'Is at Least');
		await editor.choose('valueType', 'Number');
		await editor.type('filterConditions.rows[0].value', '2023');
		expect(await editor.execute()).toContain('days of paid leave');
		const { requests } = services.services.documentSearch as DocumentSearchService;
		expect(JSON.stringify(requests.list('POST *').at(-1)!.body)).toContain(
			'{"year":{"$gte":2023}}',
		);
	}, 120_000);

	test.each(['light', 'dark'] as const)(
		'every node has an icon that loads, in %s colours',
		async (colorScheme) => {
			const { page } = browser;
			const { id } = await stage.workflow(
				'all',
				[
					manual,
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
			const seen = await icons.evaluateAll(
				async (images: Image[]) =>
					await Promise.all(
						images.map(async (image) => {
							await image.decode();
							return { src: image.src.split('/').at(-1)!, width: image.naturalWidth };
						}),
					),
			);
			expect(seen).toHaveLength(nodes.length);
			expect(
				seen.filter(
					({ src, width }) => width === 0 || src.endsWith('.dark.svg') !== (colorScheme === 'dark'),
				),
			).toEqual([]);
		},
		120_000,
	);

	test.each(
		nodes
			.filter(({ isTrigger }) => isTrigger)
			.map((node) => ({ label: node.description.displayName, node })),
	)(
		'$label is found, added with a credential that passes its test, and opens every choice',
		async ({ node }) => {
			await isFoundAndAdded(node, /^On /);
			await editor.walk(dropdowns(node.description.properties));
		},
		120_000,
	);
});

const operationsIn = ({ resources }: Service): Operation[] =>
	Object.values(resources).flatMap(({ operations }) => Object.values(operations));

/** Searches for a node by its name and by some of its words, adds it, and presses the test of its credential. */
async function isFoundAndAdded(
	{ service, description, isTrigger }: SourceNode,
	action: string | RegExp,
): Promise<void> {
	// The panel shows a trigger under the name of the node that it belongs to, where there is one.
	const isOwn = nodes.some(
		({ description: { name } }) => name === description.name.replace(/Trigger$/, ''),
	);
	const name =
		isTrigger && !isOwn
			? description.displayName
			: description.displayName.replace(/ Trigger$/, '');
	for (const words of wordsOf(service)) await editor.find(words, name);
	await editor.add(await editor.find(description.displayName, name), action);
	expect(await editor.testCredential()).toBe('Connection tested successfully');
}

/** Some words of a service, spread over all of them: the panel takes half a second for each. */
const wordsOf = ({ codex: { aliases } }: Service): string[] =>
	[0, 0.25, 0.5, 0.75].map((at) => aliases[Math.floor(at * aliases.length)]!);

/** Every operation of a service, chosen from the dropdowns, with the labels that its form must show. */
const choicesOf = ({ resources }: Service): Choice[] =>
	Object.values(resources).flatMap(({ label, operations }) => [
		{
			parameter: 'resource',
			label,
			settles: {
				parameter: 'operation',
				labels: Object.values(operations).map(({ name }) => name),
			},
		},
		...Object.values(operations).map(({ name, fields }) => ({
			parameter: 'operation',
			label: name,
			// The fields of a resource mapper stand without a label of their own.
			shows: Object.values(fields)
				.filter(({ show, kind }) => !show && kind !== 'columns')
				.map((field) => field.label),
		})),
	]);

/** Every choice of the dropdowns that a form always shows. */
const dropdowns = (properties: readonly INodeProperties[]): Choice[] =>
	properties
		.filter(
			({ type, displayOptions, name }) =>
				type === 'options' && displayOptions === undefined && name !== 'authentication',
		)
		.flatMap(({ name, options }) =>
			(options ?? []).map((option) => ({ parameter: name, label: option.name })),
		);
