import { readFileSync } from 'node:fs';
import { feedRequest, feeds, triggerFields } from '../../../nodes/CodeHosting/triggers/feeds';

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
