import type { IDataObject } from 'n8n-workflow';
import { excludingField, type Filters } from '../../../../nodes/CodeHosting/triggers/filters';

const isExcluded = (event: string, body: IDataObject, filters: Filters): boolean =>
	excludingField({ event, body }, ['*'], filters) !== undefined;

test.each([
	['opened', ['issues.opened', 'pull_request.opened'], ['issues.closed', 'pull_request.closed']],
	['opened, closed', ['issues.closed'], ['issues.edited']],
	['issues.opened', ['issues.opened', 'pull_request.closed'], ['issues.closed']],
	['OPENED', ['issues.opened'], ['issues.closed']],
	['issues.opened, edited', ['issues.opened', 'issues.edited', 'label.edited'], ['label.created']],
])('Actions %s includes %j and excludes %j', (actions, included, excluded) => {
	const isActionExcluded = (name: string) => {
		const [event, action] = name.split('.') as [string, string];
		return isExcluded(event, { action }, { actions: actions.split(', ') });
	};
	expect(included.filter(isActionExcluded)).toEqual([]);
	expect(excluded.filter((name) => !isActionExcluded(name))).toEqual([]);
	expect(isExcluded('push', {}, { actions: actions.split(', ') })).toBe(false);
});

test.each([
	['push', { ref: 'refs/heads/main' }],
	['create', { ref_type: 'branch', ref: 'main' }],
	['delete', { ref_type: 'branch', ref: 'main' }],
	['pull_request', { pull_request: { base: { ref: 'main' }, head: { ref: 'other' } } }],
	['pull_request_review', { pull_request: { base: { ref: 'main' } } }],
	['workflow_run', { workflow_run: { head_branch: 'main' } }],
	['workflow_job', { workflow_job: { head_branch: 'main' } }],
	['check_run', { check_run: { check_suite: { head_branch: 'main' } } }],
	['check_suite', { check_suite: { head_branch: 'main' } }],
	['deployment_status', { deployment: { ref: 'main' } }],
	['release', { release: { target_commitish: 'main' } }],
	['merge_group', { merge_group: { base_ref: 'refs/heads/main' } }],
	['workflow_dispatch', { ref: 'refs/heads/main' }],
	['code_scanning_alert', { ref: 'refs/heads/main' }],
	['status', { branches: [{ name: 'other' }, { name: 'main' }] }],
])('Branches filters the event %s', (event, body) => {
	expect(isExcluded(event, body, { branches: ['main'] })).toBe(false);
	expect(isExcluded(event, body, { branches: ['release/*'] })).toBe(true);
	expect(isExcluded(event, body, {})).toBe(false);
});

test.each([
	['push', { ref: 'refs/tags/main' }, true],
	['create', { ref_type: 'tag', ref: 'main' }, true],
	['create', { ref_type: 'repository', ref: null }, true],
	['check_suite', { check_suite: { head_branch: null } }, true],
	['status', { branches: [] }, true],
	['issues', { issue: { number: 1 } }, false],
	['star', {}, false],
])('with Branches, %s %j is excluded: %s', (event, body, expected) => {
	expect(isExcluded(event, body as IDataObject, { branches: ['main'] })).toBe(expected);
});

const commits = (...paths: string[]) => ({
	commits: paths.map((path, index) => ({ [['added', 'modified', 'removed'][index % 3]!]: [path] })),
});
test.each([
	['push', commits('src/a.ts', 'docs/a.md'), false],
	['push', commits('src/a.ts', 'lib/b.ts', 'docs/old.md'), false],
	['push', commits('src/a.ts'), true],
	['push', commits('docs/a.png'), true],
	['push', commits(), true],
	['push', {}, true],
	// The list of commits is incomplete.
	['push', { commits: Array.from({ length: 2048 }, () => ({ added: ['src/a.ts'] })) }, false],
	['pull_request', {}, false],
])('with Paths, %s with changed files is excluded: %#', (event, body, expected) => {
	expect(isExcluded(event, body as IDataObject, { paths: ['docs/**', '!**/*.png'] })).toBe(
		expected,
	);
});

test.each([
	[['octocat'], false],
	[['OctoCat'], false],
	[['octo*'], false],
	[['!octocat'], true],
	[['!dependabot[bot]'], false],
	[['hubot', '!dependabot[bot]'], true],
])('Actors %j excludes octocat: %s', (actors, expected) => {
	expect(isExcluded('push', { sender: { login: 'octocat' } }, { actors })).toBe(expected);
});

test.each([
	[['octo-org/hello-world'], false],
	[['hello-world'], false],
	[['Octo-Org/*'], false],
	[['octo-org/other', 'other'], true],
	[['!octo-org/hello-world'], true],
])('Repositories %j excludes octo-org/hello-world: %s', (repositories, expected) => {
	const repository = { full_name: 'octo-org/hello-world', name: 'hello-world' };
	expect(isExcluded('push', { repository }, { repositories })).toBe(expected);
	expect(isExcluded('organization', {}, { repositories })).toBe(false);
});

test.each([
	[['Ideas'], false],
	[['ideas'], false],
	[['Q&A', 'Id*'], false],
	[['Q&A'], true],
	[['!Ideas'], true],
])('Discussion Categories %j excludes the category Ideas: %s', (categories, expected) => {
	const body = { discussion: { number: 1, category: { name: 'Ideas', slug: 'ideas' } } };
	const filters = { discussionCategories: categories };
	expect(isExcluded('discussion', body, filters)).toBe(expected);
	expect(isExcluded('discussion_comment', body, filters)).toBe(expected);
	expect(isExcluded('issues', { issue: { number: 1 } }, filters)).toBe(false);
});

test.each([
	['projects_v2', { projects_v2: { node_id: 'PVT_a', number: 1 } }],
	['projects_v2_item', { projects_v2_item: { node_id: 'PVTI_b', project_node_id: 'PVT_a' } }],
	['projects_v2_status_update', { projects_v2_status_update: { project_node_id: 'PVT_a' } }],
])('Project IDs filters the event %s', (event, body) => {
	expect(isExcluded(event, body, { projectIds: ['PVT_a'] })).toBe(false);
	expect(isExcluded(event, body, { projectIds: ['PVT_A', 'PVTI_b'] })).toBe(true);
	expect(isExcluded('issues', {}, { projectIds: ['PVT_c'] })).toBe(false);
});
