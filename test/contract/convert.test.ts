// What the conversion of workflows knows about this pack is up to date. If a test fails, run:
// npm run docs
import { readFileSync } from 'node:fs';
import { packFormsFile, packFormsOf, printForms } from '../../tools/convert/generateForms';
import { inRoot } from '../../tools/system/paths';
import { credentials, nodes } from './kit/pack';

const { convertPage } = jest.requireActual<{ convertPage: () => Promise<string> }>(
	'../../tools/convert/page/buildPage.cjs',
);

test(`${packFormsFile} is up to date`, () => {
	const labels = Object.fromEntries(credentials.map(({ type }) => [type.name, type.displayName]));
	expect(readFileSync(inRoot(packFormsFile), 'utf8')).toBe(printForms(packFormsOf(nodes, labels)));
});

test('docs/convert.html is up to date, and references nothing else', async () => {
	const page = readFileSync(inRoot('docs', 'convert.html'), 'utf8');
	expect(page).toBe(await convertPage());
	expect(page).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="(?!data:)/);
});
