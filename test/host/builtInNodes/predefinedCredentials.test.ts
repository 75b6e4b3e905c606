// n8n's HTTP Request and GraphQL nodes with the credentials of the pack (Predefined Credential Type).
// The local services reject requests without valid authentication.
import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../../../tools/n8n/execution';
import { credentials } from '../../contract/kit/pack';
import type { CodeService } from '../../services/codeHosting/service';
import type { LocalService } from '../../services/kit/server';
import { startLocalServices, type RunningServices } from '../../services/list';
import type { MigrationService } from '../../services/migrationAssessment/service';
import type { TaskService } from '../../services/taskList/service';
import type { WorkspaceService } from '../../services/workspaceToken/service';
import { credentialsOf, itemsOf, startTestN8n, type TestN8n } from '../kit/testN8n';

interface Case {
	/** Folder of the local service. */
	readonly service: string;
	/** A path that requires authentication, after the base URL of the credential. */
	readonly path: string;
	/** Values of the credential. Default: those of the local service. */
	data?(local: LocalService): IDataObject;
	/** Headers of the request. Default: the access token as a Bearer token. */
	readonly headers?: Readonly<Record<string, string>>;
}

const anyBearer = { authorization: 'Bearer ' };
const scopes = { requestedScopes: 'all' };

/** Data of a connected OAuth2 credential. */
const connected = ({ credential: { data } }: LocalService): IDataObject => ({
	...data,
	clientId: 'client',
	clientSecret: 'secret',
	authorizationUrl: `${data.baseUrl}/authorize`,
	tokenUrl: `${data.baseUrl}/token`,
	oauthTokenData: { token_type: 'Bearer', access_token: data.accessToken ?? data.token },
});
const serviceAccount = (local: LocalService): IDataObject => ({
	...(local as TaskService).credentials.serviceAccount,
	...scopes,
});

const codeHosting = { service: 'codeHosting', path: '/user' };
const activities = { service: 'activityTracking', path: '/segments/starred' };
const tokens = { service: 'workspaceToken', path: '/api/2.0/token/list' };
const locations = {
	service: 'migrationAssessment',
	path: '/v1alpha1/projects/local-project/locations',
};
const taskLists = { service: 'taskList', path: '/tasks/v1/users/@me/lists' };
const conversions = {
	service: 'searchAdsConversions',
	path: '/customer/1/conversion?startDate=20260101&endDate=20260131&startRow=0&rowCount=10',
};

/** By credential type. */
const cases: Readonly<Record<string, Case>> = {
	mediaGenerationApi: { service: 'mediaGeneration', path: '/api/v2/account' },
	activityTrackingApi: activities,
	activityTrackingOAuth2Api: { ...activities, data: connected },
	workspaceTokenApi: tokens,
	workspaceTokenOAuth2Api: {
		...tokens,
		data: (local) => (local as LocalService & WorkspaceService).oAuth2,
		headers: anyBearer,
	},
	migrationAssessmentApi: locations,
	migrationAssessmentOAuth2Api: { ...locations, data: connected },
	migrationAssessmentServiceAccountApi: {
		...locations,
		data: (local) => (local as MigrationService).serviceAccount.data,
		headers: anyBearer,
	},
	searchAdsConversionsApi: conversions,
	searchAdsConversionsOAuth2Api: { ...conversions, data: connected },
	searchAdsConversionsServiceAccountApi: {
		...conversions,
		data: serviceAccount,
		headers: anyBearer,
	},
	taskListApi: taskLists,
	taskListOAuth2Api: { ...taskLists, data: connected },
	taskListServiceAccountApi: { ...taskLists, data: serviceAccount, headers: anyBearer },
	financeDataApi: {
		service: 'financeData',
		path: '/connections',
		headers: { authorization: 'Basic ', 'x-rutter-version': '2024-08-31' },
	},
	codeHostingApi: { ...codeHosting, headers: { authorization: 'token ' } },
	codeHostingAppApi: {
		service: 'codeHosting',
		path: '/installation/repositories',
		data: (local) => (local as CodeService).appCredential.data,
		headers: { authorization: 'token ' },
	},
	codeHostingOAuth2Api: { ...codeHosting, data: connected },
	documentSearchApi: { service: 'documentSearch', path: '/v2/collections' },
	instanceCloudApi: { service: 'instanceCloud', path: '/v1/instances' },
};

const authenticating = credentials
	.map(({ type }) => type)
	.filter((type) => type.authenticate !== undefined || type.extends !== undefined)
	.map(({ name }) => name);

let n8n: TestN8n;
let local: RunningServices;

beforeAll(async () => {
	local = await startLocalServices({ firstPort: 0 });
	n8n = await startTestN8n();
});
afterAll(async () => {
	await n8n?.close();
	await local?.close();
});

const serviceOf = (name: string): LocalService => local.services[name] as LocalService;

/** Sends a request with n8n's HTTP Request node, without a credential type with none. */
async function send(
	url: string,
	type?: string,
	data?: IDataObject,
	{ method = 'GET', neverError = true } = {},
): Promise<Execution> {
	const credential = type === undefined ? undefined : await n8n.createCredential(type, data!);
	return await n8n.run(`HTTP Request with ${type}`, [
		{
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				url,
				method,
				...(type && { authentication: 'predefinedCredentialType', nodeCredentialType: type }),
				options: { response: { response: { fullResponse: true, neverError } } },
			},
			...(credential && { credentials: credentialsOf(credential) }),
		},
	]);
}

const statusOf = (execution: Execution): unknown =>
	itemsOf(execution, 'HTTP Request')[0]?.json.statusCode;

test('every credential that authenticates requests has a case', () => {
	expect(Object.keys(cases).sort()).toEqual([...authenticating].sort());
});

describe.each(Object.entries(cases))('%s', (type, { service, path, data, headers }) => {
	test('authenticates requests of the HTTP Request node', async () => {
		const running = serviceOf(service);
		const values = data?.(running) ?? running.credential.data;
		const url = `${running.credential.data.baseUrl}${path}`;
		expect(statusOf(await send(url))).not.toBe(200);

		running.requests.clear();
		const execution = await send(url, type, values);
		expect(execution.error).toBeUndefined();
		expect(statusOf(execution)).toBe(200);
		const sent = running.requests.list(new URL(url).pathname).at(-1)!;
		const { accessToken, token, apiKey, apiToken } = running.credential.data;
		const expected = headers ?? {
			authorization: `Bearer ${accessToken ?? token ?? apiKey ?? apiToken}`,
		};
		for (const [name, start] of Object.entries(expected))
			expect([name, sent.headers[name]]).toEqual([
				name,
				expect.stringMatching(new RegExp(`^${start}`)),
			]);
	});
});

describe('a credential with Allowed HTTP Request Domains', () => {
	test('domains must include the host that issues the tokens of a service account', async () => {
		const running = serviceOf('taskList');
		const baseUrl = running.url.replace('127.0.0.1', 'localhost');
		const request = async (allowedDomains: string): Promise<Execution> =>
			await send(`${baseUrl}${taskLists.path}`, 'taskListServiceAccountApi', {
				...serviceAccount(running),
				baseUrl,
				allowedHttpRequestDomains: 'domains',
				allowedDomains,
			});
		const rejected = await request('localhost');
		expect(JSON.stringify(rejected.error)).toContain('Add its host to Allowed Domains');
		expect(statusOf(await request('localhost, 127.0.0.1'))).toBe(200);
	});
});

// n8n renews the token of such a credential after any error and then sends the request again, so
// docs/from-http-request.md warns about writes.
test('a failed write with a service account is sent twice', async () => {
	const running = serviceOf('taskList');
	const url = `${running.credential.data.baseUrl}/tasks/v1/lists/missing/tasks`;
	const count = async (type: string, data: IDataObject): Promise<number> => {
		running.requests.clear();
		const execution = await send(url, type, data, { method: 'POST', neverError: false });
		expect(execution.error).toBeDefined();
		return running.requests.count(`POST ${new URL(url).pathname}`);
	};
	expect(await count('taskListApi', running.credential.data)).toBe(1);
	expect(await count('taskListServiceAccountApi', serviceAccount(running))).toBe(2);
});
