// npm run docs: updates the generated tables in docs/ and README.md, and docs/convert.html.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { runMain } from '../cli/signals';
import {
	pageOf,
	withAgents,
	withOperations,
	withServices,
	type ListedService,
} from '../generate/docsPages';
import { builtInNodesPage, withBuiltInNodes } from '../builtInNodes/tables';
import { packFormsFile, packFormsOf, printForms } from '../convert/generateForms';
import { builtCredentials, builtNodes, ensureBuilt } from '../pack/builtPack';
import { inRoot } from '../system/paths';

function listServices(): ListedService[] {
	const nodes = builtNodes();
	return nodes
		.filter(({ service, name }) => service !== undefined && !name.endsWith('Trigger'))
		.map(({ service, description }) => ({
			service: service!,
			description: description.description,
			hasTrigger: nodes.some(
				(other) => other.service === service && other.name.endsWith('Trigger'),
			),
		}));
}

/** The page is bundled by code that gulp uses, too. */
async function convertPage(): Promise<string> {
	const file = pathToFileURL(inRoot('tools', 'convert', 'page', 'buildPage.cjs')).href;
	const page = (await import(file)) as { convertPage: () => Promise<string> };
	return await page.convertPage();
}

runMain(async () => {
	await ensureBuilt();
	const services = listServices();
	const descriptions = builtNodes().map(({ description }) => description);
	type Page = readonly [path: string, update: (text: string) => string | Promise<string>];
	const pages: Page[] = [
		...services.map(({ service }): Page => [
			pageOf(service),
			(text) => withOperations(text, service),
		]),
		['docs/agents.md', (text) => withAgents(text, services)],
		['README.md', (text) => withServices(text, services)],
		[builtInNodesPage, (text) => withBuiltInNodes(text, descriptions)],
		[packFormsFile, () => printForms(packFormsOf(builtNodes(), builtCredentials()))],
		// Contains the forms.
		['docs/convert.html', convertPage],
	];
	for (const [page, updateTables] of pages) {
		if (!existsSync(inRoot(page))) {
			console.log(`${page}: missing`);
			continue;
		}
		const text = readFileSync(inRoot(page), 'utf8');
		const updated = await updateTables(text);
		if (updated !== text) writeFileSync(inRoot(page), updated);
		console.log(`${page}: ${updated === text ? 'up to date' : 'updated'}`);
	}
});
