// Connects an account of every provider in n8n's editor, from an empty canvas to a successful test.
// The local services are bound to the addresses of the providers. The short form tests the default
// credential type of every provider, and the long form all credential types.
import { type CredentialChoice, panelAction, type Service } from '../../../nodes/engine/describe';
import { openBrowser, type Browser } from '../../../tools/browser/browser';
import { nodesWithCases } from '../../contract/kit/pack';
import { startLocalServices, type RunningServices } from '../../services/list';
import { startAuthorizationServer, type AuthorizationServer } from '../kit/authorizationServer';
import { CredentialForm } from '../kit/credentialForm';
import { describeInBrowser } from '../kit/describeInBrowser';
import { FormEditor } from '../kit/formEditor';
import { startProviderProxy, type ProviderProxy, type Routes } from '../kit/providerProxy';
import { startTestN8n, type TestN8n } from '../kit/testN8n';
import { connectCases, type Entries, type ProviderCase } from './connectCases';

const maxInputs = 6;

let local: RunningServices;
let authorizationServer: AuthorizationServer;
let proxy: ProviderProxy;
let n8n: TestN8n;
let browser: Browser;
let editor: FormEditor;
let dialog: CredentialForm;

const providerCases = Object.values(connectCases).flatMap(({ providers }) =>
	Object.values(providers),
);

const accounts = nodesWithCases.flatMap(({ name: node, service }) =>
	service.providers.list
		.filter(({ key }) => key !== 'other' || service.providers.list.length === 1)
		.flatMap((provider) =>
			service.credentials
				.filter(({ type }) => type !== undefined)
				.slice(0, process.env.TENFOLD_LONG ? undefined : 1)
				.map((choice) => ({
					node,
					service,
					provider,
					choice,
					name: `${service.label}, ${provider.label}: ${choice.label}`,
				})),
		),
);

describeInBrowser('connects an account', () => {
	beforeAll(async () => {
		local = await startLocalServices({ firstPort: 0 });
		authorizationServer = await startAuthorizationServer();
		proxy = await startProviderProxy(
			providerCases.flatMap(({ api, authorize = api, token = api }) =>
				[api, authorize, token].map((url) => new URL(url).hostname),
			),
		);
		n8n = await startTestN8n(proxy.env);
		browser = await openBrowser(n8n.process.url, { proxy: proxy.url });
		editor = new FormEditor(browser.page, n8n.process.url);
		dialog = new CredentialForm(browser.page);
	});
	afterAll(async () => {
		await browser?.close();
		await n8n?.close();
		await proxy?.close();
		await authorizationServer?.close();
		await local?.close();
	});

	// n8n would use an existing credential for a new node.
	beforeEach(async () => {
		for (const { id } of await n8n.rest.credentials())
			await n8n.rest.request('DELETE', `/rest/credentials/${id}`);
	});

	test.each(accounts)('$name', async ({ node, service, provider, choice }) => {
		const { providers, credentials } = connectCases[node]!;
		const running = local.services[service.name]!;
		const providerCase = providers[provider.key];
		if (providerCase) proxy.route(routesOf(providerCase, choice, running.credential.data));
		const entries = { ...providerCase?.entries, ...credentials(running)[choice.value] };
		const inputs = await enter(service, provider.label, choice, entries);
		expect(inputs.length).toBeLessThanOrEqual(maxInputs);
		const addresses = (await dialog.fields()).filter((field) => /url$/i.test(field));
		expect(addresses).toEqual(providerCase ? [] : ['baseUrl']);
		expect(await dialog.connect()).toMatch(/^(Account connected|Connection tested successfully)$/);
	});
});

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
 * Adds the node to an empty canvas and creates a credential with these entries.
 * @returns the inputs: the node, the selected options and the filled fields
 */
async function enter(
	{ label, providers, resources }: Service,
	provider: string,
	choice: CredentialChoice,
	entries: Entries,
): Promise<string[]> {
	const inputs = ['node'];
	await editor.open();
	const { operations } = Object.values(resources)[0]!;
	await editor.addNode(
		await editor.findNode(label, label),
		panelAction(Object.values(operations)[0]!),
	);
	// n8n shows the parameter in the dialog, unless the node can be used without a credential.
	if (await editor.selectIfShown('authentication', choice.label)) inputs.push('authentication');
	await dialog.open();
	if (await dialog.chooseAuthentication(choice.label)) inputs.push('authentication');
	if (providers.list.length > 1 && (await dialog.selected('provider')) !== provider) {
		await dialog.select('provider', provider);
		inputs.push('provider');
	}
	// n8n shows no result for client credentials, so that a user signs in here.
	if ((await dialog.fields()).includes('grantType')) {
		await dialog.select('grantType', 'Authorization Code');
		inputs.push('grantType');
	}
	for (const [field, text] of Object.entries(entries)) {
		await dialog.fill(field, text);
		inputs.push(field);
	}
	return inputs;
}
