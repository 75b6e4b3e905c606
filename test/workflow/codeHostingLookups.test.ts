import { CodeHostingApi } from '../../credentials/CodeHostingApi.credentials';
import { CodeHostingAppApi } from '../../credentials/CodeHostingAppApi.credentials';
import { CodeHosting } from '../../nodes/CodeHosting/CodeHosting.node';
import type { IDataObject } from 'n8n-workflow';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { byName } from './kit/locator';
import { lookUp } from './kit/lookups';
import { rawServersPerTest, respondWithJson } from './kit/rawServer';

const nodeType = new CodeHosting();

const startRawServer = rawServersPerTest();

let code: CodeService;
beforeEach(async () => {
	code = await startCodeService();
});
afterEach(async () => await code.close());

const valuesOf = async (
	method: string,
	authentication: 'token' | 'app',
	parameters: IDataObject = {},
	token = code.credential.data.token,
): Promise<unknown[]> => {
	const { results } = await lookUp(
		{
			nodeType,
			credentials: {
				codeHostingApi: {
					type: new CodeHostingApi(),
					data: { ...code.credential.data, token },
				},
				codeHostingAppApi: { type: new CodeHostingAppApi(), data: { ...code.appCredential.data } },
			},
		},
		method,
		{ authentication, resource: 'environmentSecret', operation: 'getAll', ...parameters },
	);
	return results.map(({ value }) => value);
};
const paths = () => code.requests.list().map(({ path }) => path.split('?')[0]);

const repositoryIds = () => code.world.repositories.map(({ id }) => String(id));
const owners = () => [...new Set(code.world.repositories.map(({ owner }) => owner))];

describe('lists of repositories, owners and organizations', () => {
	test('skip rows that cannot be read', async () => {
		const server = await startRawServer();
		const row = { id: 1, full_name: 'octo-org/hello', owner: { login: 'octo-org' } };
		server.respond = respondWithJson([null, 5, { owner: null }, row, 'x', []]);
		code.credential.data.baseUrl = server.url;
		expect(await valuesOf('searchOwner', 'token')).toEqual(['octo-org']);
	});

	test('contain the repositories of the installation, and their owners, for an app credential', async () => {
		expect(await valuesOf('searchRepositoryID', 'app')).toEqual(repositoryIds());
		expect(await valuesOf('searchOwner', 'app')).toEqual(owners());
		expect(await valuesOf('searchOrganization', 'app')).toEqual(['octo-org']);
		expect(paths().filter((path) => !path!.startsWith('/app/'))).toEqual(
			Array(3).fill('/installation/repositories'),
		);
	});
});

test('the list of notification threads explains that apps have no notifications', async () => {
	await expect(valuesOf('searchThread', 'app')).rejects.toThrow('Apps have no notifications');
	expect(paths().filter((path) => !path!.startsWith('/app/'))).toEqual([]);
});

test('environments are listed by owner and repository, because no endpoint lists them by repository ID', async () => {
	const repositoryId = byName(code.world.repositories[0]!.id);
	const parameters = { repositoryBy: 'id', repositoryId };
	await expect(valuesOf('searchEnvironment', 'token', parameters)).rejects.toThrow('Owner');
	expect(
		await valuesOf('searchEnvironment', 'token', {
			...parameters,
			repositoryBy: 'name',
			owner: byName('octo-org'),
			repository: byName('hello-world'),
		}),
	).toEqual(code.world.repositories[0]!.environments.map(({ name }) => name));
	expect(paths()).toEqual(['/repos/octo-org/hello-world/environments']);
});
