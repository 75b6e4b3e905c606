// What GitHub changed in 2026, at its real address.
import type { IDataObject } from 'n8n-workflow';
import { CodeHostingApi } from '../../../credentials/CodeHostingApi.credentials';
import { CodeHosting } from '../../../nodes/CodeHosting/CodeHosting.node';
import { hintsOf, operationRunner } from '../kit/executor';
import { byName } from '../kit/locator';
import { useProviderHosts } from '../kit/providerHosts';
import { respondWithJson } from '../kit/rawServer';

const hosts = useProviderHosts();
const run = operationRunner(
	new CodeHosting(),
	() => ({
		codeHostingApi: {
			type: new CodeHostingApi(),
			data: { provider: 'gitHub', token: 'token' },
		},
	}),
	{
		authentication: 'token',
		owner: byName('octo-org'),
		repository: byName('hello-world'),
	},
);
const sent = (): IDataObject[] =>
	hosts.server.received.map(({ body }) => JSON.parse(body.toString() || 'null') as IDataObject);

// https://github.blog/changelog/2026-06-30-upcoming-access-restrictions-to-public-api-endpoints-and-ui-views/
describe('stargazers, which only administrators and collaborators can read', () => {
	test.each([
		// star-history/star-history#539
		[403, 'Resource not accessible by personal access token'],
		// caarlos0/starcharts#266
		[404, 'Not Found'],
	])('a %d suggests Get Star History', async (status, message) => {
		hosts.server.respond = respondWithJson({ message, status: String(status) }, status);
		const { error } = await run('repository', 'getAllStargazers');
		expect(error?.description).toContain('only to administrators and collaborators');
		expect(error?.description).toContain('Repository: Get Star History');
		expect(hosts.requested).toHaveLength(1);
	});

	// ArcadeAI/docs#1164, superset-sh/superset#6683
	test('an empty list has a hint', async () => {
		hosts.server.respond = respondWithJson([]);
		const result = await run('repository', 'getAllStargazers');
		expect(result.error).toBeUndefined();
		expect(hintsOf(result)).toEqual([expect.stringContaining('Get Star History')]);
	});

	test('an administrator gets the list', async () => {
		hosts.server.respond = respondWithJson([{ login: 'octocat', id: 1 }]);
		const result = await run('repository', 'getAllStargazers');
		expect(result.items.map(({ json }) => json.login)).toEqual(['octocat']);
		expect(hintsOf(result)).toEqual([]);
	});
});

// https://github.blog/changelog/2026-09-04-new-api-endpoint-provides-privacy-safe-star-history-data/
describe('the star history', () => {
	const week = (at: number) => ({ week: at, total: 3, days: [0, 1, 0, 0, 2, 0, 0] });

	test('contains the first day of each week', async () => {
		hosts.server.respond = respondWithJson([week(1_788_652_800)]);
		const { items } = await run('repository', 'getStarHistory', { simplify: false });
		expect(items[0]?.json).toMatchObject({
			week: 1_788_652_800,
			week_start: '2026-09-06',
			total: 3,
			days: [0, 1, 0, 0, 2, 0, 0],
		});
	});

	test('is read to the week in which the repository was created, without a Link header', async () => {
		const pages = [30, 30, 4].map((size) => Array.from({ length: size }, (_, at) => week(at)));
		hosts.server.respond = (response, received, request) => {
			const { searchParams } = new URL(received.target, 'https://api.github.com');
			const page = pages[Number(searchParams.get('page') ?? 1) - 1];
			void respondWithJson(page?.map((one, at) => ({ ...one, week: at })))(
				response,
				received,
				request,
			);
		};
		const { items } = await run('repository', 'getStarHistory', { returnAll: true });
		expect(items).toHaveLength(64);
		expect(hosts.server.received[0]?.target).toContain('per_page=30');
	});
});

// github/rest-api-description, descriptions/api.github.com/CHANGELOG.md, version 2026-03-10
describe('with the API version 2026-03-10', () => {
	const version = { requestOptions: { apiVersion: '2026-03-10' } };
	const started = {
		workflow_run_id: 42,
		run_url: 'https://api.github.com/repos/octo-org/hello-world/actions/runs/42',
		html_url: 'https://github.com/octo-org/hello-world/actions/runs/42',
	};
	const dispatch = { workflowId: byName('release.yml'), ref: 'main', inputs: '{}' };

	test.each([
		['an older version', {}, { return_run_details: true }],
		['this version', version, {}],
	])(
		'a dispatch sends return_run_details only with an older version: %s',
		async (_, more, body) => {
			hosts.server.respond = respondWithJson(started);
			const options = { returnRunDetails: true, ...more };
			const { items } = await run('workflow', 'dispatch', { ...dispatch, options });
			expect(items[0]?.json.workflow_run_id).toBe(42);
			expect(sent()).toEqual([expect.objectContaining({ ref: 'main', ...body })]);
			expect('return_run_details' in sent()[0]!).toBe('return_run_details' in body);
		},
	);

	test('a dispatch that waits finds its run without the parameter', async () => {
		hosts.server.respond = (response, received, request) =>
			respondWithJson(
				received.method === 'POST'
					? started
					: { id: 42, status: 'completed', conclusion: 'success', html_url: started.html_url },
			)(response, received, request);
		const { items } = await run('workflow', 'dispatchAndWait', { ...dispatch, options: version });
		expect(items[0]?.json).toMatchObject({ id: 42, found_by: 'run_details' });
		expect(sent()[0]).toEqual({ ref: 'main', inputs: {} });
	});

	test('an issue without assignee, and a pull request without merge_commit_sha, are returned', async () => {
		hosts.server.respond = respondWithJson({
			number: 1,
			title: 'One',
			assignees: [{ login: 'octocat' }],
		});
		const { items } = await run('issue', 'get', { issueNumber: byName('1'), options: version });
		expect(items[0]?.json).toMatchObject({ number: 1, assignee_logins: ['octocat'] });
	});

	test('a submodule in a directory has its own type', async () => {
		hosts.server.respond = respondWithJson([
			{ name: 'lib', path: 'lib', type: 'submodule', size: 0, sha: 'a' },
		]);
		const { items } = await run('file', 'getAll', { options: version });
		expect(items[0]?.json.type).toBe('submodule');
	});
});
