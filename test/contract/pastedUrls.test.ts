// URLs that people copy from their browser, for each field with the mode By URL.
import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { codeHosting } from '../../nodes/CodeHosting/service';
import { activityTracking } from '../../nodes/ActivityTracking/service';
import { taskList } from '../../nodes/TaskList/service';
import type { Service } from '../../nodes/engine/describe';
import { propertiesOf } from '../../nodes/engine/form/properties';
import { testEach } from './kit/testEach';

const urlModes = (service: Service): Map<string, INodePropertyMode> =>
	new Map(
		propertiesOf(service).flatMap(({ name, modes }: INodeProperties) => {
			const mode = modes?.find((one) => one.name === 'url');
			return mode ? [[name, mode] as const] : [];
		}),
	);

/** n8n anchors the pattern of a validation at both ends, but not the pattern that extracts. */
const validationOf = ({ validation }: INodePropertyMode): RegExp => {
	const [{ properties }] = validation as unknown as [{ properties: { regex: string } }];
	return new RegExp(`^${properties.regex}$`);
};

const repo = 'https://github.com/octo-org/hello-world';
const own = 'https://git.example.com/octo-org/hello-world';

const api = 'https://api.github.com/repos/octo-org/hello-world';
const taskUrl = 'https://www.googleapis.com/tasks/v1/lists/MTIz/tasks/dGFz';

/** Fields, URLs and the values that are extracted, by service. */
const urls: Readonly<Record<string, ReadonlyArray<readonly [string, string, string]>>> = {
	codeHosting: [
		['owner', repo, 'octo-org'],
		['owner', `${own}/pull/17/files?w=1`, 'octo-org'],
		['owner', 'https://github.com/octo-org', 'octo-org'],
		['owner', `${api}/issues/1`, 'octo-org'],
		['repository', repo, 'hello-world'],
		[
			'repository',
			'https://git.example.com/api/v3/repos/octo-org/hello-world/issues/1',
			'hello-world',
		],
		['repository', `${own}/pull/17/files`, 'hello-world'],
		['repository', `${own}?tab=readme-ov-file#usage`, 'hello-world'],
		['organization', 'https://github.com/octo-org', 'octo-org'],
		['organization', 'https://github.com/orgs/octo-org/repositories?type=all', 'octo-org'],
		[
			'organization',
			'https://github.com/organizations/octo-org/settings/actions/runners',
			'octo-org',
		],
		['tagName', `${repo}/releases/tag/v1.2.0`, 'v1.2.0'],
		['tagName', `${repo}/tree/v1.2.0`, 'v1.2.0'],
		['username', 'https://github.com/octocat', 'octocat'],
		['workflowId', `${repo}/actions/workflows/release.yml?query=branch%3Amain`, 'release.yml'],
		['workflowId', `${own}/actions/workflows/161335`, '161335'],
		['runId', `${repo}/actions/runs/30433642/job/399444496?pr=1#step:3:1`, '30433642'],
		['runId', `${repo}/actions/runs/30433642/attempts/2`, '30433642'],
		['runId', `${api}/actions/runs/30433642`, '30433642'],
		['jobId', `${repo}/actions/runs/30433642/job/399444496?pr=1#step:3:1`, '399444496'],
		['jobId', `${api}/actions/jobs/399444496`, '399444496'],
		['artifactId', `${repo}/actions/runs/30433642/artifacts/11`, '11'],
		['artifactId', `${repo}/suites/1/artifacts/11`, '11'],
		['issueNumber', `${repo}/issues/42#issuecomment-1`, '42'],
		['issueNumber', `${repo}/pull/17/files?w=1#r9`, '17'],
		['issueNumber', `${api}/issues/42`, '42'],
		['issueCommentId', `${repo}/issues/42#issuecomment-1234567`, '1234567'],
		['issueCommentId', `${own}/pull/17#issuecomment-1234567`, '1234567'],
		['issueCommentId', `${api}/issues/comments/1234567`, '1234567'],
		['pullRequestNumber', `${own}/pull/17/commits/6dcb09b5b57875f334f61aebed695e2e4193db5e`, '17'],
		['pullRequestNumber', `${repo}/pull/17#discussion_r10`, '17'],
		['pullRequestNumber', `${api}/pulls/17`, '17'],
		['reviewId', `${repo}/pull/17#pullrequestreview-80`, '80'],
		['reviewId', `${api}/pulls/17/reviews/80`, '80'],
		['reviewCommentId', `${repo}/pull/17#discussion_r10`, '10'],
		['reviewCommentId', `${repo}/pull/17/files/6dcb09b5..main#r10`, '10'],
		['reviewCommentId', `${api}/pulls/comments/10`, '10'],
		['discussionNumber', `${repo}/discussions/17#discussioncomment-10`, '17'],
		['milestone', `${repo}/milestone/3`, '3'],
		['branchName', `${own}/tree/main/docs?x=1`, 'main'],
		[
			'commitRef',
			`${repo}/commit/6dcb09b5b57875f334f61aebed695e2e4193db5e`,
			'6dcb09b5b57875f334f61aebed695e2e4193db5e',
		],
		['commitRef', `${repo}/pull/17/commits/6dcb09b#diff-1`, '6dcb09b'],
		['commitSha', `${repo}/commit/6dcb09b`, '6dcb09b'],
		['commitCommentId', `${repo}/commit/6dcb09b#commitcomment-1234567`, '1234567'],
		['commitCommentId', `${api}/comments/1234567`, '1234567'],
		['checkRunId', `${repo}/runs/4`, '4'],
		['checkRunId', `${repo}/actions/runs/30433642/job/399444496?pr=1`, '399444496'],
		['checkRunId', `${api}/check-runs/4`, '4'],
		['checkSuiteId', `${api}/check-suites/5`, '5'],
		['publishedTag', `${repo}/releases/tag/v1.2.0`, 'v1.2.0'],
		['assetId', `${api}/releases/assets/1001`, '1001'],
		['dependabotAlertNumber', `${repo}/security/dependabot/12`, '12'],
		['dependabotAlertNumber', `${api}/dependabot/alerts/12`, '12'],
		['codeScanningAlertNumber', `${repo}/security/code-scanning/5?query=is%3Aopen`, '5'],
		['codeScanningAlertNumber', `${api}/code-scanning/alerts/5/instances`, '5'],
		['secretScanningAlertNumber', `${repo}/security/secret-scanning/7`, '7'],
		[
			'gistId',
			'https://gist.github.com/octocat/aa5a315d61ae9438b18d#file-notes-md',
			'aa5a315d61ae9438b18d',
		],
		[
			'gistId',
			'https://gist.github.com/octocat/aa5a315d61ae9438b18d/57a7f021a713',
			'aa5a315d61ae9438b18d',
		],
		[
			'gistId',
			'https://code.example.com/gist/octocat/aa5a315d61ae9438b18d',
			'aa5a315d61ae9438b18d',
		],
		[
			'gistId',
			'https://api.github.com/gists/aa5a315d61ae9438b18d/comments',
			'aa5a315d61ae9438b18d',
		],
		['projectNumber', 'https://github.com/orgs/octo-org/projects/1/views/2', '1'],
		['projectNumber', 'https://api.github.com/users/octocat/projectsV2/1', '1'],
		['projectItemId', 'https://github.com/orgs/octo-org/projects/1?pane=issue&itemId=13', '13'],
		['projectItemId', 'https://api.github.com/orgs/octo-org/projectsV2/1/items/13', '13'],
		['viewNumber', 'https://github.com/orgs/octo-org/projects/1/views/2', '2'],
		['hookId', `${repo}/settings/hooks/12345678`, '12345678'],
		['teamSlug', 'https://github.com/orgs/octo-org/teams/justice-league/members', 'justice-league'],
		['runnerId', `${repo}/settings/actions/runners/23`, '23'],
		[
			'organizationRunnerId',
			'https://github.com/organizations/octo-org/settings/actions/runners/23?page=1',
			'23',
		],
	],
	activityTracking: [
		['segmentId', 'https://www.strava.com/segments/229781?filter=overall', '229781'],
		['segmentId', 'https://www.strava.com/activities/321934/segments/229781', '229781'],
		['activityId', 'https://www.strava.com/activities/321934/overview', '321934'],
		['effortId', 'https://www.strava.com/api/v3/segment_efforts/1234556789', '1234556789'],
		['athleteId', 'https://www.strava.com/athletes/227615#interval?x=1', '227615'],
		['routeId', 'https://www.strava.com/routes/3013286?hl=en', '3013286'],
		['clubId', 'https://www.strava.com/clubs/231407/members', '231407'],
	],
	taskList: [
		['taskListId', 'https://www.googleapis.com/tasks/v1/users/@me/lists/MTIz', 'MTIz'],
		['taskListId', taskUrl, 'MTIz'],
		['destinationTaskListId', 'https://www.googleapis.com/tasks/v1/users/@me/lists/MTIz', 'MTIz'],
		['taskId', taskUrl, 'dGFz'],
		['taskId', `${taskUrl}?alt=json`, 'dGFz'],
		['parentTask', taskUrl, 'dGFz'],
		['previousTask', taskUrl, 'dGFz'],
		['parentThere', taskUrl, 'dGFz'],
		['previousThere', taskUrl, 'dGFz'],
	],
};

describe.each([codeHosting, activityTracking, taskList])('$label', (service) => {
	const modes = urlModes(service);
	const given = urls[service.name]!;

	test('has URLs for every field with the mode By URL', () => {
		expect([...new Set(given.map(([name]) => name))].sort()).toEqual([...modes.keys()].sort());
	});

	const rows = given.map(([name, url, value]) => ({ id: `${name}: ${url}`, name, url, value }));

	testEach(rows, 'every field accepts its URLs', ({ name, url, value }) => {
		const { extractValue } = modes.get(name)!;
		expect(url).toMatch(validationOf(modes.get(name)!));
		expect(new RegExp((extractValue as { regex: string }).regex).exec(url)?.[1]).toBe(value);
	});

	testEach(
		[...modes].map(([id, mode]) => ({ id, mode })),
		'every field rejects text that is not a URL of such a record',
		({ mode }) => {
			expect('hello-world').not.toMatch(validationOf(mode));
			expect('https://github.com').not.toMatch(validationOf(mode));
		},
	);
});
