// What n8n shows of the pack before a node is opened, and the pages that describe it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codexOf } from '../../nodes/engine/documents';
import { pageOf, withAgents, withOperations, withServices } from '../../tools/generate/docsPages';
import { withFigures } from '../bench/page';
import type { Results } from '../bench/report';
import { inRoot } from '../../tools/system/paths';
import { credentials, nodes, services } from './kit/pack';
import { knownCategories } from './kit/words';

type Icon = string | { light: string; dark: string } | undefined;

/** Icons are named by their address from the file that uses them. */
function expectDrawn(folder: string, icon: Icon): void {
	expect(icon).toEqual({
		light: expect.stringMatching(/^file:.*(?<!\.dark)\.svg$/) as string,
		dark: expect.stringMatching(/^file:.*\.dark\.svg$/) as string,
	});
	for (const address of Object.values(icon as { light: string; dark: string })) {
		const drawn = readFileSync(join(folder, address.replace('file:', '')), 'utf8');
		expect(drawn).toMatch(/^\s*(<\?xml[^>]*>\s*)?<svg\b/);
		const [, , , width, height] =
			/viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"/.exec(drawn) ?? [];
		expect([address, width]).toEqual([address, height]);
	}
}

test.each(nodes)('$name has an icon in light and dark', ({ folder, description }) => {
	expectDrawn(folder, description.icon as Icon);
});

test.each(credentials)(
	'credential $type.name has an icon in light and dark, and says where its documentation is',
	({ folder, type }) => {
		expectDrawn(folder, type.icon as Icon);
		expect(type.documentationUrl).toMatch(/^https:\/\//);
	},
);

test('the credentials are those that the nodes ask for', () => {
	const asked = nodes.flatMap(({ description }) =>
		(description.credentials ?? []).map(({ name }) => name),
	);
	expect([...new Set(asked)].sort()).toEqual(credentials.map(({ type }) => type.name).sort());
});

test.each(services.map((service) => [service.label, service] as const))(
	'%s is found in the node panel by category and by alias',
	(_label, service) => {
		const { categories, aliases } = service.codex;
		expect(categories.filter((category) => !knownCategories.has(category))).toEqual([]);
		expect(categories.length).toBeGreaterThan(0);
		expect(aliases.length).toBeGreaterThan(2);
		// n8n's search takes letters in order with gaps between, so a long alias would turn up in searches for anything.
		expect(aliases.filter((alias) => alias.length > 24)).toEqual([]);
		expect(new Set(aliases.map((alias) => alias.toLowerCase())).size).toBe(aliases.length);
		expect(codexOf(service, `n8n-nodes-tenfold.${service.name}`)).toMatchObject({
			node: `n8n-nodes-tenfold.${service.name}`,
			alias: aliases,
		});
	},
);

test.each(services.map((service) => [pageOf(service), service] as const))(
	'%s, where it is written, has the table of operations that the catalogue makes',
	(page, service) => {
		if (!existsSync(inRoot(page))) return;
		const text = readFileSync(inRoot(page), 'utf8');
		// If this fails, run: npm run docs
		expect(text).toBe(withOperations(text, service));
	},
);

test('the README has the table of services that the catalogues make', () => {
	if (!existsSync(inRoot('README.md'))) return;
	const listed = nodes
		.filter(({ isTrigger }) => !isTrigger)
		.map(({ service, description }) => ({
			service,
			description: description.description,
			hasTrigger: nodes.some((other) => other.isTrigger && other.service === service),
		}));
	const text = readFileSync(inRoot('README.md'), 'utf8');
	expect(text).toBe(withServices(text, listed));
});

test('the table of docs/agents.md is up to date', () => {
	const text = readFileSync(inRoot('docs', 'agents.md'), 'utf8');
	expect(text).toBe(
		withAgents(
			text,
			services.map((service) => ({ service })),
		),
	);
	expect(text).toContain('| Node | Operations offered |');
});

test('docs/performance.md has the table that the kept results of the benchmark make', () => {
	const text = readFileSync(inRoot('docs', 'performance.md'), 'utf8');
	// Stale: run npm run bench -- --write
	expect(text).toBe(
		withFigures(
			text,
			JSON.parse(readFileSync(inRoot('docs', 'performance.json'), 'utf8')) as Results,
		),
	);
});
