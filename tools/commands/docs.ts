// npm run docs: updates the generated tables in docs/ and README.md, and docs/convert.html.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { runMain } from '../cli/signals';
import { tablesByPage, withTables } from '../generate/docsPages';
import { builtInNodesPage, withBuiltInNodes } from '../builtInNodes/tables';
import { packFormsFile, packFormsOf, printForms } from '../convert/generateForms';
import { builtCredentials, builtNodes, ensureBuilt } from '../pack/builtPack';
import { inRoot } from '../system/paths';

/** The page is bundled by code that gulp uses, too. */
async function convertPage(): Promise<string> {
	const file = pathToFileURL(inRoot('tools', 'convert', 'page', 'buildPage.cjs')).href;
	const page = (await import(file)) as { convertPage: () => Promise<string> };
	return await page.convertPage();
}

runMain(async () => {
	await ensureBuilt();
	const nodes = builtNodes();
	const descriptions = nodes.map(({ description }) => description);
	type Page = readonly [path: string, update: (text: string) => string | Promise<string>];
	const pages: Page[] = [
		...Object.entries(tablesByPage(nodes)).map(([page, tables]): Page => [
			page,
			(text) => withTables(text, tables),
		]),
		[builtInNodesPage, (text) => withBuiltInNodes(text, descriptions)],
		[packFormsFile, () => printForms(packFormsOf(nodes, builtCredentials()))],
		// Contains the forms.
		['docs/convert.html', convertPage],
	];
	for (const [page, update] of pages) {
		const text = readFileSync(inRoot(page), 'utf8');
		const updated = await update(text);
		if (updated !== text) writeFileSync(inRoot(page), updated);
		console.log(`${page}: ${updated === text ? 'up to date' : 'updated'}`);
	}
});
