/**
 * Replays traffic with api.github.com that Octokit recorded (@octokit/fixtures), for the operations
 * that the node has.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { codeHosting } from '../../nodes/CodeHosting/service';
import { operationsIn } from '../contract/kit/pack';
import { readDescription } from '../contract/kit/published/description';
import { nodeSetup, runOperation } from './kit/anyOperation';
import { providerSettings } from './kit/providerSettings';
import { rawServersPerTest, type Responder } from './kit/rawServer';

interface RecordedResponse {
	readonly method: string;
	readonly path: string;
	readonly body: unknown;
	readonly status: number;
	readonly response: unknown;
	readonly headers: Readonly<Record<string, string | number>>;
}

const scenarios = join(
	dirname(require.resolve('@octokit/fixtures')),
	'scenarios',
	'api.github.com',
);

const recordedIn = (scenario: string): RecordedResponse[] =>
	JSON.parse(
		readFileSync(join(scenarios, scenario, 'normalized-fixture.json'), 'utf8'),
	) as RecordedResponse[];

const pathOf = (target: string): string => target.split('?')[0]!;
const pageOf = (target: string): string =>
	new URL(target, 'http://service').searchParams.get('page') ?? '1';

const parsed = (body: Buffer): unknown =>
	body.length === 0 ? '' : (JSON.parse(body.toString()) as unknown);

/** Responds with the recorded responses of a scenario. */
const replay =
	(scenario: string, origin: string): Responder =>
	(response, { method, target, body }) => {
		// GitHub has the same pages below the name and below the ID of a repository.
		const path = decodeURIComponent(pathOf(target));
		const paths = [
			path,
			path.replace(`/repos/octokit-fixture-org/${scenario}`, '/repositories/1000'),
		];
		const candidates = recordedIn(scenario).filter(
			({ method: recordedMethod, path: recordedPath }) =>
				recordedMethod.toUpperCase() === method &&
				paths.includes(pathOf(recordedPath)) &&
				pageOf(recordedPath) === pageOf(target),
		);
		// A scenario can contain several requests with the same method and path.
		const recorded =
			candidates.find((one) => isDeepStrictEqual(one.body, parsed(body))) ?? candidates[0];
		if (!recorded) {
			response.writeHead(501).end();
			return;
		}
		// The recorded body is not compressed, and has another length than the original one.
		const headers = Object.entries(recorded.headers)
			.filter(([name]) => !/^(content-(encoding|length)|transfer-encoding|connection)$/.test(name))
			.map(
				([name, value]) =>
					[name, String(value).replaceAll('https://api.github.com', origin)] as const,
			);
		response
			.writeHead(recorded.status, Object.fromEntries(headers))
			.end(recorded.response === '' ? undefined : JSON.stringify(recorded.response));
	};

interface Replay {
	readonly scenario: string;
	readonly requests: readonly string[];
	readonly operation: string;
	readonly input: IDataObject;
	readonly rows: readonly unknown[];
}

const account = 'octokit-fixture-org';

/** The index of the recorded response, or the properties of an item that has none. */
type Expected = number | IDataObject;

/** Recorded requests of a repository: method and path below the repository, operation and values. */
const inRepository = (
	scenario: string,
	requests: ReadonlyArray<readonly [string, string, IDataObject, Expected]>,
	repository = scenario,
): Replay[] =>
	requests.map(([line, operation, values, expected]) => {
		const parents = { owner: account, repository };
		return {
			scenario,
			requests: [line.replace(' ', ` /repos/${account}/${repository}`)],
			operation,
			input: { ...parents, ...values },
			rows:
				typeof expected === 'number'
					? [recordedIn(scenario)[expected]!.response].flat()
					: [{ ...parents, ...expected }],
		};
	});

/** A recorded request without parents. */
const elsewhere = (
	scenario: string,
	line: string,
	operation: string,
	input: IDataObject,
	rows: readonly unknown[],
): Replay => ({ scenario, requests: [line], operation, input, rows });

/** Requests that a scenario contains twice. */
const twice = (replay: Replay): Replay => ({
	...replay,
	requests: replay.requests.flatMap((request) => [request, request]),
});

const collaborators = 'add-and-remove-repository-collaborator';
const username = 'octokit-fixture-user-b';
const renamed = { newRepositoryName: 'rename-repository-newname' };
const repositoryLabel = 'test-label';
const commit = '0'.repeat(39) + '1';
const assetId = '1000';
const rules = { branchName: 'main', appliesToAdmins: false };
const newFile = { newFilePath: 'test.txt', contentFrom: 'text', fileContent: 'Test content' };
const { items: found } = recordedIn('search-issues')[0]!.response as { items: IDataObject[] };
const [, { response: labels }] = recordedIn('add-labels-to-issue') as [unknown, RecordedResponse];

/** Recorded requests for which the node has an operation. */
const replayed: readonly Replay[] = [
	...inRepository(collaborators, [
		[`PUT /collaborators/${username}`, 'collaborator.add', { username }, 0],
		['GET /invitations', 'repositoryInvitation.getAll', {}, 1],
		[
			`DELETE /collaborators/${username}`,
			'collaborator.remove',
			{ username },
			{ username, removed: true },
		],
	]),
	...inRepository(collaborators, [['GET /collaborators', 'collaborator.getAll', {}, 3]]).map(twice),
	elsewhere(
		collaborators,
		'PATCH /user/repository_invitations/1000',
		'repositoryInvitation.accept',
		{ invitationId: '1000' },
		[{ accepted: true, id: '1000' }],
	),
	...inRepository('rename-repository', [
		['PATCH ', 'repository.update', renamed, 0],
		// The response to the request that follows the redirect.
		['PATCH ', 'repository.update', { ...renamed, repositoryDescription: 'test description' }, 4],
		['GET ', 'repository.get', {}, 2],
	]),
	...inRepository('add-labels-to-issue', [
		['POST /issues', 'issue.create', { title: 'Issue without a label' }, 0],
		[
			'POST /issues/1/labels',
			'issue.addLabels',
			{ issueNumber: '1', issueLabels: 'Foo, bAr, baZ' },
			{ number: 1, labels: labels as IDataObject[] },
		],
	]),
	...inRepository('get-repository', [['GET ', 'repository.get', {}, 0]], 'hello-world'),
	...inRepository('labels', [
		['GET /labels', 'repository.getAllLabels', {}, 0],
		['POST /labels', 'label.create', { newLabelName: 'test-label', labelHexCode: '663399' }, 1],
		['GET /labels/test-label', 'label.get', { repositoryLabel }, 2],
		[
			'PATCH /labels/test-label',
			'label.update',
			{ repositoryLabel, newLabelName: 'test-label-updated', labelHexCode: 'BADA55' },
			3,
		],
		[
			'DELETE /labels/test-label-updated',
			'label.delete',
			{ repositoryLabel: 'test-label-updated' },
			{ deleted: true },
		],
	]),
	// The service sets other rules in the second request. Only the first response is replayed.
	...inRepository('branch-protection', [
		['PUT /branches/main/protection', 'branch.setProtection', rules, 1],
	]).map(twice),
	...inRepository('branch-protection', [
		[
			'DELETE /branches/main/protection',
			'branch.removeProtection',
			{ branchName: 'main' },
			{ deleted: true },
		],
	]),
	...inRepository('git-refs', [
		[
			'POST /git/refs',
			'gitReference.create',
			{ newReferenceName: 'refs/heads/test', referenceSha: '2' },
			1,
		],
		[
			'PATCH /git/refs/heads/test',
			'gitReference.update',
			{ referenceName: 'heads/test', referenceSha: '1' },
			2,
		],
		['DELETE /git/refs/heads/test', 'branch.delete', { branchName: 'test' }, { deleted: true }],
	]),
	...inRepository('lock-issue', [
		['PUT /issues/1/lock', 'issue.lock', { issueNumber: '1' }, { number: 1, locked: true }],
		['DELETE /issues/1/lock', 'issue.unlock', { issueNumber: '1' }, { number: 1, locked: false }],
	]),
	elsewhere('mark-notifications-as-read', 'PUT /notifications', 'notification.markAllAsRead', {}, [
		{ read: true },
	]),
	...inRepository('paginate-issues', [['GET /issues', 'issue.getAll', {}, 0]]).map((replay) => ({
		...replay,
		rows: recordedIn('paginate-issues').flatMap(({ response }) => response),
	})),
	...inRepository('create-file', [
		['PUT /contents/test.txt', 'file.create', { ...newFile, commitMessage: 'create test.txt' }, 0],
	]),
	...[0, 1].flatMap((index) => {
		const { state, ...values } = recordedIn('create-status')[index]!.body as Record<string, string>;
		const input = {
			commitSha: commit,
			commitState: state,
			statusContext: values.context,
			statusDescription: values.description,
			statusTargetUrl: values.target_url,
		};
		return inRepository('create-status', [
			[`POST /statuses/${commit}`, 'commit.createStatus', input, index],
		]);
	}),
	...inRepository('create-status', [
		[`GET /commits/${commit}/statuses`, 'commit.getAllStatuses', { commitRef: commit }, 2],
		[`GET /commits/${commit}/status`, 'commit.getStatus', { commitRef: commit }, 3],
	]),
	elsewhere(
		'get-organization',
		`GET /orgs/${account}`,
		'organization.get',
		{ organization: account },
		[recordedIn('get-organization')[0]!.response],
	),
	...['release-assets', 'release-assets-conflict'].flatMap((scenario) =>
		inRepository(scenario, [
			['GET /releases/tags/v1.0.0', 'release.getByTag', { publishedTag: 'v1.0.0' }, 0],
			['GET /releases/1000/assets', 'releaseAsset.getAll', { releaseId: '1000' }, 2],
			['DELETE /releases/assets/1000', 'releaseAsset.delete', { assetId }, { deleted: true }],
		]),
	),
	...inRepository('release-assets', [
		['GET /releases/assets/1000', 'releaseAsset.get', { assetId }, 3],
		[
			'PATCH /releases/assets/1000',
			'releaseAsset.update',
			{ assetId, renameAssetTo: 'new-filename.txt', assetLabel: 'new label' },
			4,
		],
	]),
	elsewhere(
		'search-issues',
		'GET /search/issues',
		'search.searchIssues',
		{ searchQuery: 'sesame repo:octokit-fixture-org/search-issues' },
		found.map((item) => ({ ...item, total_count: 2, incomplete_results: false })),
	),
];

/** Recorded requests that the node does not send in this form, and why. */
const notReplayed = {
	'branch-protection: GET /repos/octokit-fixture-org/branch-protection/branches/main/protection':
		'the branch is not protected, and the response is an error',
	'errors: POST /repos/octokit-fixture-org/errors/labels':
		'the node rejects an invalid color before it sends the request',
	'get-content: GET /repos/octokit-fixture-org/hello-world/contents/README.md':
		'the recorded response is the raw file, and the node requests JSON',
	'get-archive: GET /repos/octokit-fixture-org/get-archive/tarball/main':
		'the recorded link leads to another host',
	'release-assets: POST /repos/octokit-fixture-org/release-assets/releases/1000/assets':
		'the node reads the release first, to get the upload URL',
	'release-assets-conflict: POST /repos/octokit-fixture-org/release-assets-conflict/releases/1000/assets':
		'the node reads the release first, to get the upload URL',
};

const startServer = rawServersPerTest();

test('every recorded request that the node has an operation for is replayed', () => {
	const description = readDescription(codeHosting);
	const recorded = readdirSync(scenarios).flatMap((scenario) =>
		recordedIn(scenario)
			.map(({ method, path }) => ({ method: method.toUpperCase(), path: pathOf(path) }))
			.filter(({ method, path }) => description.find(method, path))
			.map(({ method, path }) => `${scenario}: ${method} ${path}`)
			.filter((request) => !(request in notReplayed)),
	);
	expect(recorded.sort()).toEqual(
		replayed
			.flatMap(({ scenario, requests }) => requests.map((request) => `${scenario}: ${request}`))
			.sort(),
	);
});

test.each(replayed)(
	'$operation returns the recorded response of $scenario',
	async ({ scenario, operation, input, rows }) => {
		const server = await startServer();
		server.respond = replay(scenario, server.url);
		const setup = nodeSetup(codeHosting, {
			type: 'codeHostingApi',
			data: { baseUrl: server.url, token: 'a-token', ...providerSettings(codeHosting) },
		});
		const found = operationsIn(codeHosting).find(({ id }) => id === operation)!;
		const { items } = await runOperation(
			codeHosting,
			setup,
			found,
			[input],
			{ attempts: 1 },
			{ parameters: { simplify: false, returnAll: true } },
		);
		expect(items.map(({ json }) => json)).toEqual(rows);
	},
);
