import { readFileSync } from 'node:fs';
import { feeds } from '../../../nodes/CodeHosting/triggers/feeds';

test('the documentation lists every feed with its path and required scope', () => {
	const page = readFileSync('docs/code-hosting.md', 'utf8');
	for (const { label, path, ...feed } of Object.values(feeds)) {
		const [row] = page.split('\n').filter((line) => line.startsWith(`| ${label} | \`${path}\` |`));
		expect(row).toBeDefined();
		if ('permission' in feed) expect(row).toContain(/\(.*\)/.exec(feed.permission)![0]);
	}
});
