import { readFileSync } from 'node:fs';
import { feedRequest, feeds, triggerFields } from '../../../nodes/CodeHosting/trigger/feeds';
import { thrownError } from '../engine/kit';

const names = {
	owner: 'octo-org',
	repository: 'hello world',
	organization: 'octo-org',
	username: 'octo cat',
};

test.each(Object.entries(feeds))(
	'for the feed %s, the node shows exactly the fields that the path contains',
	(feed, { path, fields }) => {
		const visible = (['owner', 'repository', 'organization', 'username'] as const).filter((name) =>
			(triggerFields[name].show?.feed as string[]).includes(feed),
		);
		expect(new Set(visible)).toEqual(new Set(fields));
		expect(path.match(/\{\w+\}/g) ?? []).toHaveLength(fields.length);
	},
);

test('names in the path are encoded', () => {
	expect(feedRequest({ feed: 'repository', ...names }).path).toBe(
		'/repos/octo-org/hello%20world/events',
	);
	expect(feedRequest({ feed: 'user', ...names }).path).toBe('/users/octo%20cat/events');
});

test.each([
	[{ feed: 'repository', owner: 'octo-org' }, 'Repository is required'],
	[
		{ feed: 'organization', organization: '..' },
		'Organization cannot be used in a URL path, got ".."',
	],
])('%j is rejected', (values, message) => {
	expect(thrownError(() => feedRequest(values)).message).toBe(message);
});

test('feedRequest returns the scope that the feed requires, if any', () => {
	expect(feedRequest({ feed: 'userOrganization', ...names }).permission).toContain('read:org');
	expect(feedRequest({ feed: 'everyone' }).permission).toBeUndefined();
});

test('the documentation lists every feed with its path and required scope', () => {
	const page = readFileSync('docs/code-hosting.md', 'utf8');
	for (const { label, path, ...feed } of Object.values(feeds)) {
		const [row] = page.split('\n').filter((line) => line.startsWith(`| ${label} | \`${path}\` |`));
		expect(row).toBeDefined();
		if ('permission' in feed) expect(row).toContain(/\(.*\)/.exec(feed.permission)![0]);
	}
});
