import { readFileSync } from 'node:fs';
import { feeds, triggerFields, watchOf } from '../../../nodes/CodeHosting/trigger/feeds';
import { thrownError } from '../engine/kit';

const names = {
	owner: 'octo-org',
	repository: 'hello world',
	organization: 'octo-org',
	username: 'octo cat',
};

test.each(Object.entries(feeds))(
	'%s shows the fields that its path names, and no other',
	(feed, { path, needs }) => {
		const shown = (['owner', 'repository', 'organization', 'username'] as const).filter((name) =>
			(triggerFields[name].show?.feed as string[]).includes(feed),
		);
		expect(new Set(shown)).toEqual(new Set(needs));
		expect(path.match(/\{\w+\}/g) ?? []).toHaveLength(needs.length);
	},
);

test('names are encoded', () => {
	expect(watchOf({ feed: 'repository', ...names }).path).toBe(
		'/repos/octo-org/hello%20world/events',
	);
	expect(watchOf({ feed: 'user', ...names }).path).toBe('/users/octo%20cat/events');
});

test.each([
	[{ feed: 'repository', owner: 'octo-org' }, 'Repository is required'],
	[
		{ feed: 'organization', organization: '..' },
		'Organization cannot be used in a URL path, got ".."',
	],
])('%j leads nowhere', (named, message) => {
	expect(thrownError(() => watchOf(named)).message).toBe(message);
});

test('what a credential needs goes along, where it needs anything', () => {
	expect(watchOf({ feed: 'userOrganization', ...names }).scope).toContain('read:org');
	expect(watchOf({ feed: 'everyone' }).scope).toBeUndefined();
});

test('the page lists every feed with its path, and what a credential needs for it', () => {
	const page = readFileSync('docs/code-hosting.md', 'utf8');
	for (const { label, path, ...feed } of Object.values(feeds)) {
		const [row] = page.split('\n').filter((line) => line.startsWith(`| ${label} | \`${path}\` |`));
		expect(row).toBeDefined();
		if ('scope' in feed) expect(row).toContain(/\(.*\)/.exec(feed.scope)![0]);
	}
});
