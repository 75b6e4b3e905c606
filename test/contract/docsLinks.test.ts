// Links in the docs: files, pictures and headings.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from '../../tools/system/paths';

const docs = readdirSync(inRoot('docs')).filter((name) => name.endsWith('.md'));
const pages = ['README.md', 'CONTRIBUTING.md', ...docs.map((name) => join('docs', name))];
const read = (page: string): string => readFileSync(inRoot(page), 'utf8');

/** The anchors that GitHub creates for the headings of a page. */
const anchorsIn = (page: string): string[] =>
	[...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replace(/[^\w\- ]/g, '')
			.replaceAll(' ', '-'),
	);

function isBroken(page: string, link: string): boolean {
	const [path, anchor] = link.split('#') as [string, string?];
	const target = path === '' ? page : join(dirname(page), path);
	return (
		!existsSync(inRoot(target)) ||
		(anchor !== undefined && target.endsWith('.md') && !anchorsIn(target).includes(anchor))
	);
}

test.each(pages)('%s has no broken links', (page) => {
	const links = [...read(page).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
		.map(([, markdown, html]) => (markdown ?? html)!)
		.filter((link) => !/^https?:/.test(link));
	expect(links.filter((link) => isBroken(page, link))).toEqual([]);
});

test('docs/images contains only pictures that the docs show', () => {
	const text = pages.map(read).join('\n');
	expect(
		readdirSync(inRoot('docs', 'images')).filter((name) => !text.includes(`images/${name}`)),
	).toEqual([]);
});
