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

/** Input or output with a repository of the account in which the traffic was recorded. */
const inRepository = (repository: string, values: IDataObject = {}): IDataObject => ({
	owner: 'octokit-fixture-org',
	repository,
	...values,
});

/** The requests that two scenarios of release assets have in common. */
const replayedAssets = (scenario: string): Replay[] => [
	{
		scenario,
		requests: [`GET /repos/octokit-fixture-org/${scenario}/releases/tags/v1.0.0`],
		operation: 'release.getByTag',
		input: inRepository(scenario, { publishedTag: 'v1.0.0' }),
		rows: [recordedIn(scenario)[0]!.response],
	},
	{
		scenario,
		requests: [`GET /repos/octokit-fixture-org/${scenario}/releases/1000/assets`],
		operation: 'releaseAsset.getAll',
		input: inRepository(scenario, { releaseId: '1000' }),
		rows: recordedIn(scenario)[2]!.response as unknown[],
	},
	{
		scenario,
		requests: [`DELETE /repos/octokit-fixture-org/${scenario}/releases/assets/1000`],
		operation: 'releaseAsset.delete',
		input: inRepository(scenario, { assetId: '1000' }),
		rows: [inRepository(scenario, { deleted: true })],
	},
];

const collaboratorScenario = 'add-and-remove-repository-collaborator';
const collaboratorRepository = `/repos/octokit-fixture-org/${collaboratorScenario}`;
const collaboratorInput = inRepository(collaboratorScenario, {
	username: 'octokit-fixture-user-b',
});

/** Recorded requests for which the node has an operation, by scenario. */
const replayed: readonly Replay[] = [
	{
		scenario: collaboratorScenario,
		requests: [`PUT ${collaboratorRepository}/collaborators/octokit-fixture-user-b`],
		operation: 'collaborator.add',
		input: collaboratorInput,
		rows: [recordedIn(collaboratorScenario)[0]!.response],
	},
	{
		scenario: collaboratorScenario,
		requests: [`GET ${collaboratorRepository}/invitations`],
		operation: 'repositoryInvitation.getAll',
		input: inRepository(collaboratorScenario),
		rows: recordedIn(collaboratorScenario)[1]!.response as unknown[],
	},
	{
		scenario: collaboratorScenario,
		requests: ['PATCH /user/repository_invitations/1000'],
		operation: 'repositoryInvitation.accept',
		input: { invitationId: '1000' },
		rows: [{ accepted: true, id: '1000' }],
	},
	{
		scenario: collaboratorScenario,
		requests: Array<string>(2).fill(`GET ${collaboratorRepository}/collaborators`),
		operation: 'collaborator.getAll',
		input: inRepository(collaboratorScenario),
		rows: recordedIn(collaboratorScenario)[3]!.response as unknown[],
	},
	{
		scenario: collaboratorScenario,
		requests: [`DELETE ${collaboratorRepository}/collaborators/octokit-fixture-user-b`],
		operation: 'collaborator.remove',
		input: collaboratorInput,
		rows: [{ ...collaboratorInput, removed: true }],
	},
	{
		scenario: 'rename-repository',
		requests: ['PATCH /repos/octokit-fixture-org/rename-repository'],
		operation: 'repository.update',
		input: inRepository('rename-repository', {
			newRepositoryName: 'rename-repository-newname',
		}),
		rows: [recordedIn('rename-repository')[0]!.response],
	},
	{
		scenario: 'rename-repository',
		requests: ['PATCH /repos/octokit-fixture-org/rename-repository'],
		operation: 'repository.update',
		input: inRepository('rename-repository', {
			newRepositoryName: 'rename-repository-newname',
			repositoryDescription: 'test description',
		}),
		// The response to the request that follows the redirect.
		rows: [recordedIn('rename-repository')[4]!.response],
	},
	{
		scenario: 'add-labels-to-issue',
		requests: ['POST /repos/octokit-fixture-org/add-labels-to-issue/issues'],
		operation: 'issue.create',
		input: inRepository('add-labels-to-issue', { title: 'Issue without a label' }),
		rows: [recordedIn('add-labels-to-issue')[0]!.response],
	},
	{
		scenario: 'add-labels-to-issue',
		requests: ['POST /repos/octokit-fixture-org/add-labels-to-issue/issues/1/labels'],
		operation: 'issue.addLabels',
		input: inRepository('add-labels-to-issue', { issueNumber: '1', issueLabels: 'Foo, bAr, baZ' }),
		rows: [
			inRepository('add-labels-to-issue', {
				number: 1,
				labels: recordedIn('add-labels-to-issue')[1]!.response as IDataObject[],
			}),
		],
	},
	{
		scenario: 'get-repository',
		requests: ['GET /repos/octokit-fixture-org/hello-world'],
		operation: 'repository.get',
		input: inRepository('hello-world'),
		rows: [recordedIn('get-repository')[0]!.response],
	},
	{
		scenario: 'labels',
		requests: ['GET /repos/octokit-fixture-org/labels/labels'],
		operation: 'repository.getAllLabels',
		input: inRepository('labels'),
		rows: recordedIn('labels')
			.slice(0, 1)
			.flatMap(({ response }) => response),
	},
	{
		scenario: 'labels',
		requests: ['POST /repos/octokit-fixture-org/labels/labels'],
		operation: 'label.create',
		input: inRepository('labels', { newLabelName: 'test-label', labelHexCode: '663399' }),
		rows: [recordedIn('labels')[1]!.response],
	},
	{
		scenario: 'labels',
		requests: ['GET /repos/octokit-fixture-org/labels/labels/test-label'],
		operation: 'label.get',
		input: inRepository('labels', { repositoryLabel: 'test-label' }),
		rows: [recordedIn('labels')[2]!.response],
	},
	{
		scenario: 'labels',
		requests: ['PATCH /repos/octokit-fixture-org/labels/labels/test-label'],
		operation: 'label.update',
		input: inRepository('labels', {
			repositoryLabel: 'test-label',
			newLabelName: 'test-label-updated',
			labelHexCode: 'BADA55',
		}),
		rows: [recordedIn('labels')[3]!.response],
	},
	{
		scenario: 'labels',
		requests: ['DELETE /repos/octokit-fixture-org/labels/labels/test-label-updated'],
		operation: 'label.delete',
		input: inRepository('labels', { repositoryLabel: 'test-label-updated' }),
		rows: [inRepository('labels', { deleted: true })],
	},
	{
		scenario: 'branch-protection',
		// The service sets other rules in the second request. Only the first response is replayed.
		requests: Array<string>(2).fill(
			'PUT /repos/octokit-fixture-org/branch-protection/branches/main/protection',
		),
		operation: 'branch.setProtection',
		input: inRepository('branch-protection', { branchName: 'main', appliesToAdmins: false }),
		rows: [recordedIn('branch-protection')[1]!.response],
	},
	{
		scenario: 'branch-protection',
		requests: ['DELETE /repos/octokit-fixture-org/branch-protection/branches/main/protection'],
		operation: 'branch.removeProtection',
		input: inRepository('branch-protection', { branchName: 'main' }),
		rows: [inRepository('branch-protection', { deleted: true })],
	},
	{
		scenario: 'git-refs',
		requests: ['POST /repos/octokit-fixture-org/git-refs/git/refs'],
		operation: 'gitReference.create',
		input: inRepository('git-refs', { newReferenceName: 'refs/heads/test', referenceSha: '2' }),
		rows: [recordedIn('git-refs')[1]!.response],
	},
	{
		scenario: 'git-refs',
		requests: ['PATCH /repos/octokit-fixture-org/git-refs/git/refs/heads/test'],
		operation: 'gitReference.update',
		input: inRepository('git-refs', { referenceName: 'heads/test', referenceSha: '1' }),
		rows: [recordedIn('git-refs')[2]!.response],
	},
	{
		scenario: 'git-refs',
		requests: ['DELETE /repos/octokit-fixture-org/git-refs/git/refs/heads/test'],
		operation: 'branch.delete',
		input: inRepository('git-refs', { branchName: 'test' }),
		rows: [inRepository('git-refs', { deleted: true })],
	},
	{
		scenario: 'lock-issue',
		requests: ['PUT /repos/octokit-fixture-org/lock-issue/issues/1/lock'],
		operation: 'issue.lock',
		input: inRepository('lock-issue', { issueNumber: '1' }),
		rows: [inRepository('lock-issue', { number: 1, locked: true })],
	},
	{
		scenario: 'lock-issue',
		requests: ['DELETE /repos/octokit-fixture-org/lock-issue/issues/1/lock'],
		operation: 'issue.unlock',
		input: inRepository('lock-issue', { issueNumber: '1' }),
		rows: [inRepository('lock-issue', { number: 1, locked: false })],
	},
	{
		scenario: 'mark-notifications-as-read',
		requests: ['PUT /notifications'],
		operation: 'notification.markAllAsRead',
		input: {},
		rows: [{ read: true }],
	},
	{
		scenario: 'paginate-issues',
		requests: ['GET /repos/octokit-fixture-org/paginate-issues/issues'],
		operation: 'issue.getAll',
		input: inRepository('paginate-issues'),
		rows: recordedIn('paginate-issues').flatMap(({ response }) => response),
	},
	{
		scenario: 'rename-repository',
		requests: ['GET /repos/octokit-fixture-org/rename-repository'],
		operation: 'repository.get',
		input: inRepository('rename-repository'),
		rows: [recordedIn('rename-repository')[2]!.response],
	},
	{
		scenario: 'create-file',
		requests: ['PUT /repos/octokit-fixture-org/create-file/contents/test.txt'],
		operation: 'file.create',
		input: inRepository('create-file', {
			newFilePath: 'test.txt',
			contentFrom: 'text',
			fileContent: 'Test content',
			commitMessage: 'create test.txt',
		}),
		rows: [recordedIn('create-file')[0]!.response],
	},
	...[0, 1].map((index) => {
		const { body, response } = recordedIn('create-status')[index]!;
		const { state, ...values } = body as Record<string, string>;
		return {
			scenario: 'create-status',
			requests: [
				'POST /repos/octokit-fixture-org/create-status/statuses/0000000000000000000000000000000000000001',
			],
			operation: 'commit.createStatus',
			input: inRepository('create-status', {
				commitSha: '0000000000000000000000000000000000000001',
				commitState: state,
				statusContext: values.context,
				statusDescription: values.description,
				statusTargetUrl: values.target_url,
			}),
			rows: [response],
		};
	}),
	{
		scenario: 'create-status',
		requests: [
			'GET /repos/octokit-fixture-org/create-status/commits/0000000000000000000000000000000000000001/statuses',
		],
		operation: 'commit.getAllStatuses',
		input: inRepository('create-status', { commitRef: '0000000000000000000000000000000000000001' }),
		rows: recordedIn('create-status')[2]!.response as unknown[],
	},
	{
		scenario: 'create-status',
		requests: [
			'GET /repos/octokit-fixture-org/create-status/commits/0000000000000000000000000000000000000001/status',
		],
		operation: 'commit.getStatus',
		input: inRepository('create-status', { commitRef: '0000000000000000000000000000000000000001' }),
		rows: [recordedIn('create-status')[3]!.response],
	},
	{
		scenario: 'get-organization',
		requests: ['GET /orgs/octokit-fixture-org'],
		operation: 'organization.get',
		input: { organization: 'octokit-fixture-org' },
		rows: [recordedIn('get-organization')[0]!.response],
	},
	...['release-assets', 'release-assets-conflict'].flatMap(replayedAssets),
	{
		scenario: 'release-assets',
		requests: ['GET /repos/octokit-fixture-org/release-assets/releases/assets/1000'],
		operation: 'releaseAsset.get',
		input: inRepository('release-assets', { assetId: '1000' }),
		rows: [recordedIn('release-assets')[3]!.response],
	},
	{
		scenario: 'release-assets',
		requests: ['PATCH /repos/octokit-fixture-org/release-assets/releases/assets/1000'],
		operation: 'releaseAsset.update',
		input: inRepository('release-assets', {
			assetId: '1000',
			renameAssetTo: 'new-filename.txt',
			assetLabel: 'new label',
		}),
		rows: [recordedIn('release-assets')[4]!.response],
	},
	{
		scenario: 'search-issues',
		requests: ['GET /search/issues'],
		operation: 'search.searchIssues',
		input: { searchQuery: 'sesame repo:octokit-fixture-org/search-issues' },
		rows: (recordedIn('search-issues')[0]!.response as { items: IDataObject[] }).items.map(
			(item) => ({ ...item, total_count: 2, incomplete_results: false }),
		),
	},
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
