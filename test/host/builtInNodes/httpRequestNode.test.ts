// The credentials of the pack in n8n's own HTTP Request and GraphQL nodes, chosen as Predefined
// Credential Type. The local services reject requests without a valid credential.
import { basename } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import packageJson from '../../../package.json';
import { startActivityService } from '../../services/activityTracking/service';
import { startCodeService, type CodeService } from '../../services/codeHosting/service';
import { startDocumentSearch } from '../../services/documentSearch/service';
import { LOCAL_TOKENS } from '../../services/financeData/seedData';
import { startFinanceService } from '../../services/financeData/service';
import { startInstanceCloud } from '../../services/instanceCloud/service';
import { LOCAL_TOKEN, localCredentials } from '../../services/kit/accessTokens';
import { startMediaService } from '../../services/mediaGeneration/service';
import { startMigrationService } from '../../services/migrationAssessment/service';
import { startConversionService } from '../../services/searchAdsConversions/service';
import { startTaskService } from '../../services/taskList/service';
import { startWorkspaceService } from '../../services/workspaceToken/service';
import { credentialsOf, itemsOf, startTestN8n, type TestN8n } from '../kit/testN8n';

/** A credential, and a URL that requires it. */
interface Case {
	readonly data: IDataObject;
	readonly url: string;
}

let n8n: TestN8n;
let code: CodeService;
let cases: Record<string, Case>;
const services: { close(): Promise<void> }[] = [];

beforeAll(async () => {
	n8n = await startTestN8n();
	const start = async <T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
		const service = await starting;
		services.push(service);
		return service;
	};
	code = await start(startCodeService());
	const tracking = await start(startActivityService());
	const workspace = await start(startWorkspaceService());
	const migration = await start(startMigrationService());
	const tasks = await start(startTaskService());
	const ads = await start(startConversionService());
	const finance = await start(startFinanceService());
	const documents = await start(startDocumentSearch());
	const cloud = await start(startInstanceCloud());
	const media = await start(startMediaService());
	const withToken = (data: IDataObject): IDataObject => ({
		...data,
		oauthTokenData: { token_type: 'Bearer', access_token: LOCAL_TOKEN },
	});
	const accounts = {
		url: `${finance.url}/versioned/accounting/accounts?access_token=${LOCAL_TOKENS.north}`,
	};
	const athlete = { url: `${tracking.url}/athlete` };
	const conversions = {
		url: `${ads.url}/customer/1/conversion?startDate=20260101&endDate=20260102&rowCount=1&startRow=0`,
	};
	const lists = { url: `${tasks.url}/tasks/v1/users/@me/lists` };
	const locations = { url: `${migration.url}/v1alpha1/projects/demo/locations` };
	const tokens = { url: `${workspace.url}/api/2.0/token/list` };
	const user = { url: `${code.url}/user` };
	cases = {
		activityTrackingApi: { data: tracking.credential.data, ...athlete },
		activityTrackingOAuth2Api: { data: tracking.oAuth2 as IDataObject, ...athlete },
		codeHostingApi: { data: code.credential.data, ...user },
		codeHostingAppApi: {
			data: code.appCredential.data,
			url: `${code.url}/installation/repositories`,
		},
		codeHostingOAuth2Api: {
			data: withToken({ ...localCredentials(code.url).oAuth2, ...code.credential.data }),
			...user,
		},
		documentSearchApi: { data: documents.credential.data, url: `${documents.url}/v2/collections` },
		financeDataApi: { data: finance.credential.data, ...accounts },
		instanceCloudApi: { data: cloud.credential.data, url: `${cloud.url}/v1/users/quotas` },
		mediaGenerationApi: {
			data: media.credential.data as IDataObject,
			url: `${media.url}/api/v2/account`,
		},
		migrationAssessmentApi: { data: migration.credential.data, ...locations },
		migrationAssessmentOAuth2Api: {
			data: withToken(localCredentials(migration.url).oAuth2),
			...locations,
		},
		migrationAssessmentServiceAccountApi: { data: migration.serviceAccount.data, ...locations },
		searchAdsConversionsApi: { data: ads.credential.data, ...conversions },
		searchAdsConversionsOAuth2Api: { data: withToken(ads.credentials.oAuth2), ...conversions },
		searchAdsConversionsServiceAccountApi: { data: ads.credentials.serviceAccount, ...conversions },
		taskListApi: { data: tasks.credential.data, ...lists },
		taskListOAuth2Api: { data: withToken(tasks.credentials.oAuth2), ...lists },
		taskListServiceAccountApi: { data: tasks.credentials.serviceAccount, ...lists },
		workspaceTokenApi: { data: workspace.credential.data, ...tokens },
		workspaceTokenOAuth2Api: { data: workspace.oAuth2, ...tokens },
	};
});
afterAll(async () => {
	await n8n?.close();
	await Promise.all(services.map(async (service) => await service.close()));
});

/** Credential types that authenticate requests. The other one contains the secret of a webhook. */
const types = packageJson.n8n.credentials
	.map((file) => basename(file, '.credentials.js'))
	.map((name) => `${name[0]!.toLowerCase()}${name.slice(1)}`)
	.filter((type) => type !== 'codeHostingWebhookApi');

test.each(types)('the HTTP Request node sends requests with %s', async (type) => {
	const { data, url } = cases[type]!;
	const parameters = {
		url,
		options: { response: { response: { fullResponse: true, neverError: true } } },
	};
	const request = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 };
	const execution = await n8n.run(
		type,
		[
			{
				...request,
				name: 'With',
				parameters: {
					...parameters,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: type,
				},
				credentials: credentialsOf(await n8n.createCredential(type, data)),
			},
			{ ...request, name: 'Without', parameters },
		],
		{ fanOut: true },
	);
	const statusOf = (node: string) => itemsOf(execution, node).map(({ json }) => json.statusCode);
	expect([statusOf('With'), statusOf('Without')]).toEqual([[200], [401]]);
});

test('the GraphQL node sends queries with codeHostingApi', async () => {
	const execution = await n8n.run('GraphQL', [
		{
			name: 'Query',
			type: 'n8n-nodes-base.graphql',
			typeVersion: 1.1,
			parameters: {
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'codeHostingApi',
				endpoint: `${code.url}/graphql`,
				query: 'query { viewer { login } }',
			},
			credentials: credentialsOf(
				await n8n.createCredential('codeHostingApi', code.credential.data),
			),
		},
	]);
	expect(itemsOf(execution, 'Query')[0]!.json).toMatchObject({
		data: { viewer: { login: 'octocat' } },
	});
});
