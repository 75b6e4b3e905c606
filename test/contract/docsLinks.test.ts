// Links in the docs: files, pictures and headings. Comments that cite the README of a service.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from '../../tools/system/paths';

const docs = readdirSync(inRoot('docs')).filter((name) => name.endsWith('.md'));
const serviceFolders = readdirSync(inRoot('nodes')).filter((name) => /^[A-Z]/.test(name));
const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'CHANGELOG.md',
	'SECURITY.md',
	'deploy/README.md',
	'nodes/engine/README.md',
	'test/README.md',
	'tools/openApi/README.md',
	...docs.map((name) => join('docs', name)),
	...serviceFolders.map((name) => join('nodes', name, 'README.md')),
];
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

/** The sections of a README that a file cites, such as `(README.md, Events)`. */
const citedSections = (text: string, readme: string): string[] =>
	[...text.replace(/\n\s*(?:\*|\/\/) ?/g, ' ').matchAll(/\(([\w./]*README\.md), ([^);]+)\)/g)]
		.filter(([, path]) => path!.endsWith(readme))
		.flatMap(([, , sections]) => sections!.split(', '));

test.each(serviceFolders)('the sections of the README of %s that comments cite exist', (folder) => {
	const readme = `nodes/${folder}/README.md`;
	const headings = [...read(readme).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
	const cited = [
		...globSync(`nodes/${folder}/**/*.ts`, { cwd: inRoot() }).flatMap((file) =>
			citedSections(read(file), 'README.md'),
		),
		...globSync('test/**/*.ts', { cwd: inRoot() }).flatMap((file) =>
			citedSections(read(file), readme),
		),
	];
	expect(cited.filter((section) => !headings.includes(section))).toEqual([]);
});

test('comments cite READMEs of services', () => {
	const files = globSync('nodes/*/**/*.ts', { cwd: inRoot() });
	expect(files.flatMap((file) => citedSections(read(file), 'README.md'))).toContain('Events');
});
