// Tests in n8n's editor, in a browser. For every node: it is found and added, an account of each of
// its providers is connected, and it is filled in and executed. The local services are bound to the
// addresses of the providers.
// Opens operations with every kind of field of a node, and with `npm run test:long` every operation
// and every credential type. test/contract/form.test.ts checks the fields of every operation with the
// function that the editor uses (displayParameter), and test/contract/nodePanel.test.ts the search.
import type { INodeProperties } from 'n8n-workflow';
import type {
	CredentialChoice,
	Operation,
	Resource,
	Service,
} from '../../../nodes/engine/describe';
import { openBrowser, type Browser } from '../../../tools/browser/browser';
import { importCredentials } from '../../../tools/sandbox/importExamples';
import { packageName } from '../../../tools/system/paths';
import { nodes } from '../../contract/kit/pack';
import type { DocumentSearchService } from '../../services/documentSearch/service';
import type { FinanceService } from '../../services/financeData/service';
import { startLocalServices, type RunningServices } from '../../services/list';
import type { MediaService } from '../../services/mediaGeneration/service';
import { startAuthorizationServer, type AuthorizationServer } from '../kit/authorizationServer';
import { CredentialForm } from '../kit/credentialForm';
import { describeInBrowser } from '../kit/describeInBrowser';
import { FormEditor } from '../kit/formEditor';
import { startProviderProxy, type ProviderProxy, type Routes } from '../kit/providerProxy';
import type { Choice } from '../kit/selectOptions';
import { manualTrigger, startTestN8n, type TestN8n } from '../kit/testN8n';
import { connectCases, type ProviderCase } from './connectCases';
import { nodeCases } from './nodeCases';

/** To connect an account: the node, the selected options and the filled fields. */
const maxInputs = 6;
const isConnected = /^(Account connected|Connection tested successfully)$/;

/** The parts of HTMLImageElement that are used here. */
interface ImageElement {
	readonly src: string;
	readonly naturalWidth: number;
	decode(): Promise<void>;
}

interface Account {
	readonly node: string;
	readonly service: Service;
	readonly provider: Service['providers']['list'][number];
	readonly choice: CredentialChoice;
}

let local: RunningServices;
let authorizationServer: AuthorizationServer;
let proxy: ProviderProxy;
let n8n: TestN8n;
let browser: Browser;
let editor: FormEditor;
let dialog: CredentialForm;

describeInBrowser('in the editor', () => {
	beforeAll(async () => {
		local = await startLocalServices({ firstPort: 0 });
		authorizationServer = await startAuthorizationServer();
		const providers = Object.values(connectCases).flatMap((entry) =>
			Object.values(entry.providers),
		);
		proxy = await startProviderProxy(
			providers.flatMap(({ api, authorize = api, token = api }) =>
				[api, authorize, token].map((url) => new URL(url).hostname),
			),
		);
		n8n = await startTestN8n(proxy.env);
		browser = await openBrowser(n8n.process.url, { proxy: proxy.url });
		editor = new FormEditor(browser.page, n8n.process.url);
		dialog = new CredentialForm(browser.page);
		await editor.open();
	});
	afterAll(async () => {
		await browser?.close();
		await n8n?.close();
		await proxy?.close();
		await authorizationServer?.close();
		await local?.close();
	});
	afterEach(async () => {
		const problems = browser.problems.splice(0);
		await editor.reset();
		expect(problems).toEqual([]);
	});

	describe.each(
		nodes
			.filter(({ isTrigger }) => !isTrigger)
			.map(({ name, service }) => ({ label: service.label, name, service })),
	)('$label', ({ label, name, service }) => {
		const [account, ...otherAccounts] = accountsOf(name, service);

		test('is found, connected, filled in from resource locator lists and executed', async () => {
			await editor.findNode(service.codex.aliases[0]!, label);
			await addNode(service);
			expect(await connect(account!)).toMatch(isConnected);
			await dialog.close();
			const choices = choicesOf(service);
			expect(await editor.selectAll(choices)).toHaveLength(choices.length);
			const { resource, operation, pick = {}, fill = {}, output } = nodeCases[name]!;
			await editor.selectAll([
				{ parameter: 'resource', label: resource },
				{ parameter: 'operation', label: operation },
			]);
			for (const [parameter, text] of Object.entries(pick))
				await editor.pickFromList(parameter, text);
			for (const [parameter, text] of Object.entries(fill)) await editor.fill(parameter, text);
			expect(await editor.execute()).toContain(output);
		});

		if (otherAccounts.length > 0)
			test.each(
				otherAccounts.map((other) => ({
					name: `${other.provider.label}: ${other.choice.label}`,
					other,
				})),
			)('connects an account of $name', async ({ other }) => {
				// n8n would use an existing credential for a new node.
				await deleteCredentials();
				await editor.open();
				await addNode(service);
				expect(await connect(other)).toMatch(isConnected);
			});
	});

	describe('with credentials', () => {
		beforeAll(async () => {
			await deleteCredentials();
			await importCredentials(n8n.rest, local.services);
			await editor.open();
		});

		test('the fields of the selected model are shown, and their values are sent', async () => {
			await editor.addNode(
				await editor.findNode('Media Generation', 'Media Generation'),
				'Create a generation',
			);
			await editor.waitForText('Select Model first');
			await editor.pickFromList('modelId', 'FLUX Dev');
			await editor.fill('prompt', 'A lighthouse');
			await editor.addField('Seed');
			await editor.fill('modelFields.value["seed"]', '7');
			expect(await editor.execute()).toContain('flux-dev');
			const { state } = local.services.mediaGeneration as MediaService;
			expect(state.jobs.at(-1)!.input).toMatchObject({ prompt: 'A lighthouse', seed: 7 });
		});

		test('a filter can be built row by row', async () => {
			await editor.addNode(
				await editor.findNode('Document Search', 'Document Search'),
				'Search a collection',
			);
			await editor.pickFromList('collectionName', 'handbook');
			await editor.fill('query', 'How many days of leave can be carried over?');
			await editor.select('filterBy', 'Using Conditions');
			await editor.addRow('filterConditions');
			await editor.fill('filterConditions.rows[0].field', 'year');
			await editor.select('operator', 'Is at Least');
			await editor.select('valueType', 'Number');
			await editor.fill('filterConditions.rows[0].value', '2023');
			expect(await editor.execute()).toContain('days of paid leave');
			const { requests } = local.services.documentSearch as DocumentSearchService;
			expect(JSON.stringify(requests.list('POST *').at(-1)!.body)).toContain(
				'{"year":{"$gte":2023}}',
			);
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
			const { requests } = local.services.financeData as FinanceService;
			expect(requests.list('GET */accounting/invoices').at(-1)!.query.filter).toBe(
				'document_number = "INV-1"',
			);
		});

		test('a record is entered in the fields of its entity', async () => {
			await editor.addNode(
				await editor.findNode('Finance Data', 'Finance Data'),
				'Create an accounting item',
			);
			await editor.fill('record.value["name"]', 'Consulting');
			await editor.addField('Quantity on Hand');
			await editor.fill('record.value["quantity_on_hand"]', '2');
			expect(await editor.execute()).toContain('Consulting');
			const { requests } = local.services.financeData as FinanceService;
			expect(requests.list('POST */accounting/items').at(-1)!.body).toMatchObject({
				item: { name: 'Consulting', quantity_on_hand: 2 },
			});
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
						({ src, width }) =>
							width === 0 || src.endsWith('.dark.svg') !== (colorScheme === 'dark'),
					),
				).toEqual([]);
			},
		);

		test.each(
			nodes
				.filter(({ isTrigger }) => isTrigger)
				.map(({ description }) => ({ label: description.displayName, description })),
		)('$label is found and added, and every option can be selected', async ({ description }) => {
			const { displayName, properties } = description;
			// The panel lists a trigger under the name of its action node, if there is one.
			const hasActionNode = nodes.some(
				({ description: { name } }) => name === description.name.replace(/Trigger$/, ''),
			);
			// The panel shows a trigger with several events as a group of triggers, without "Trigger".
			const hasEvents = properties.some(
				(parameter) => parameter.displayName === 'Events' && (parameter.options ?? []).length > 1,
			);
			const listed =
				hasActionNode || hasEvents ? displayName.replace(/ Trigger$/, '') : displayName;
			await editor.addNode(await editor.findNode(displayName, listed), /^On /);
			const choices = visibleDropdowns(properties);
			expect(await editor.selectAll(choices)).toHaveLength(choices.length);
		});
	});
});

const operationsIn = (resources: readonly Resource[]): Operation[] =>
	resources.flatMap(({ operations }) => Object.values(operations));

/** Adds the node to an empty canvas, with its first action. */
async function addNode({ label, resources }: Service): Promise<void> {
	await editor.addNode(
		await editor.findNode(label, label),
		operationsIn(Object.values(resources))[0]!.action,
	);
}

/** Accounts to connect, the default one first. */
function accountsOf(node: string, service: Service): Account[] {
	const { list } = service.providers;
	return list
		.filter(({ key }) => key !== 'other' || list.length === 1)
		.flatMap((provider) =>
			service.credentials
				.filter(({ type }) => type !== undefined)
				.slice(0, process.env.TENFOLD_LONG ? undefined : 1)
				.map((choice) => ({ node, service, provider, choice })),
		);
}

async function deleteCredentials(): Promise<void> {
	for (const { id } of await n8n.rest.credentials())
		await n8n.rest.request('DELETE', `/rest/credentials/${id}`);
}

/**
 * Creates a credential in the open form of a node that has none.
 * @returns the message that n8n shows for the credential
 */
async function connect({ node, service, provider, choice }: Account): Promise<string> {
	const { providers, credentials } = connectCases[node]!;
	const running = local.services[service.name]!;
	const providerCase = providers[provider.key];
	if (providerCase) proxy.route(routesOf(providerCase, choice, running.credential.data));
	const inputs = ['node'];
	// n8n shows the parameter in the dialog, unless the node can be used without a credential.
	if (await editor.selectIfShown('authentication', choice.label)) inputs.push('authentication');
	await dialog.open();
	if (await dialog.chooseAuthentication(choice.label)) inputs.push('authentication');
	if (service.providers.list.length > 1 && (await dialog.selected('provider')) !== provider.label) {
		await dialog.select('provider', provider.label);
		inputs.push('provider');
	}
	// n8n shows no result for client credentials, so that a user signs in here.
	if ((await dialog.fields()).includes('grantType')) {
		await dialog.select('grantType', 'Authorization Code');
		inputs.push('grantType');
	}
	const entries = { ...providerCase?.entries, ...credentials(running)[choice.value] };
	for (const [field, text] of Object.entries(entries)) {
		await dialog.fill(field, text);
		inputs.push(field);
	}
	expect(inputs.length).toBeLessThanOrEqual(maxInputs);
	const addresses = (await dialog.fields()).filter((field) => /url$/i.test(field));
	expect(addresses).toEqual(providerCase ? [] : ['baseUrl']);
	return await dialog.connect();
}

/** Replaces the addresses of a provider with those of the local service. */
function routesOf(
	{ api, authorize, token }: ProviderCase,
	{ value }: CredentialChoice,
	{ baseUrl, token: bearer, accessToken = bearer }: Record<string, string>,
): Routes {
	authorizationServer.token = accessToken ?? '';
	const tokenServer = value === 'oAuth2' ? authorizationServer.url : new URL(baseUrl!).origin;
	return {
		...(authorize && { [authorize]: `${authorizationServer.url}/authorize` }),
		...(token && { [token]: `${tokenServer}/token` }),
		[api]: baseUrl!,
	};
}

/**
 * Operations that together have every kind of field of the service, by resource. With TENFOLD_LONG,
 * all operations.
 */
function openedOperations(service: Service): Array<[Resource, Operation[]]> {
	const kinds = new Set<string>();
	const isNeeded = ({ fields }: Operation): boolean => {
		const before = kinds.size;
		for (const { kind } of Object.values(fields)) kinds.add(kind);
		return kinds.size > before || Boolean(process.env.TENFOLD_LONG);
	};
	return Object.values(service.resources)
		.map((resource): [Resource, Operation[]] => [
			resource,
			operationsIn([resource]).filter(isNeeded),
		])
		.filter(([, operations]) => operations.length > 0);
}

/** Selections that open these operations, with the labels that the form must show. */
const choicesOf = (service: Service): Choice[] =>
	openedOperations(service).flatMap(([resource, operations]) => [
		{
			parameter: 'resource',
			label: resource.label,
			dependent: {
				parameter: 'operation',
				labels: operationsIn([resource]).map(({ name }) => name),
			},
		},
		...operations.map(({ name, fields }) => ({
			parameter: 'operation',
			label: name,
			// A resource mapper shows no label, so none is expected for it.
			shows: Object.values(fields)
				.filter(({ show, kind }) => !show && kind !== 'columns')
				.map((field) => field.label),
		})),
	]);

/** Every option of the dropdowns that are always visible. */
const visibleDropdowns = (properties: readonly INodeProperties[]): Choice[] =>
	properties
		.filter(
			({ type, displayOptions, name }) =>
				type === 'options' && displayOptions === undefined && name !== 'authentication',
		)
		.flatMap(({ name, options }) =>
			(options ?? []).map((option) => ({ parameter: name, label: option.name })),
		);
