/** Checks the links between the pages of the documentation. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { inRoot } from '../../../tools/system/paths';

const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'CHANGELOG.md',
	'SECURITY.md',
	'deploy/README.md',
	...readdirSync(inRoot('docs'))
		.filter((name) => name.endsWith('.md'))
		.map((name) => join('docs', name)),
];

/** The anchors of a page's headings, as GitHub generates them. */
const anchors = (file: string): string[] =>
	[...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
		title!
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);

test.each(pages)('all links in %s are valid', (page) => {
	const links = [...readFileSync(inRoot(page), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
		.map(([, target]) => target!)
		.filter((target) => !/^[a-z]+:/.test(target));
	const broken = links.filter((link) => {
		const [path, anchor] = link.split('#', 2) as [string, string | undefined];
		const file = path ? join(dirname(inRoot(page)), path) : inRoot(page);
		return !existsSync(file) || (anchor !== undefined && !anchors(file).includes(anchor));
	});
	expect(broken).toEqual([]);
	expect(
		links.every((link) => !relative(inRoot(), join(dirname(inRoot(page)), link)).startsWith('..')),
	).toBe(true);
});
