// Icons, credentials and search metadata of all nodes, and the generated parts of the docs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codexOf } from '../../tools/generate/nodeMetadata';
import { pageOf, tablesByPage, withTables } from '../../tools/generate/docsPages';
import { inRoot } from '../../tools/system/paths';
import { credentials, nodes, services } from './kit/pack';
import { knownCategories } from './kit/textStyle';

type Icon = string | { light: string; dark: string } | undefined;

/** Checks the light and dark icon. Paths are relative to the file that uses them. */
function expectIcon(folder: string, icon: Icon): void {
	expect(icon).toEqual({
		light: expect.stringMatching(/^file:.*(?<!\.dark)\.svg$/) as string,
		dark: expect.stringMatching(/^file:.*\.dark\.svg$/) as string,
	});
	for (const path of Object.values(icon as { light: string; dark: string })) {
		const svg = readFileSync(join(folder, path.replace('file:', '')), 'utf8');
		expect(svg).toMatch(/^\s*(<\?xml[^>]*>\s*)?<svg\b/);
		const [, , , width, height] = /viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
		expect([path, width]).toEqual([path, height]);
	}
}

test.each(nodes)('$name has a light and a dark icon', ({ folder, description }) => {
	expectIcon(folder, description.icon as Icon);
});

test.each(credentials)(
	'credential $type.name has a light and a dark icon, and documentation that says how to connect',
	({ folder, type }) => {
		expectIcon(folder, type.icon as Icon);
		const { service } = nodes.find(({ description }) =>
			description.credentials?.some(({ name }) => name === type.name),
		)!;
		expect(codexOf(service, '').resources).toMatchObject({
			credentialDocumentation: [{ url: type.documentationUrl }],
		});
		expect(type.documentationUrl).toMatch(new RegExp(`/${pageOf(service)}#connect$`));
		expect(readFileSync(inRoot(pageOf(service)), 'utf8')).toContain('\n## Connect\n');
	},
);

// n8n offers only these credential types under Predefined Credential Type.
test.each(
	credentials.filter(({ type }) => type.authenticate !== undefined || type.extends !== undefined),
)("the docs say how to use credential $type.name in n8n's HTTP Request node", ({ type }) => {
	const { service } = nodes.find(({ description }) =>
		description.credentials?.some(({ name }) => name === type.name),
	)!;
	const paragraph = readFileSync(inRoot(pageOf(service)), 'utf8')
		.split('\n')
		.find((line) => line.includes('(from-http-request.md#use-the-credential-in-other-nodes)'));
	expect(paragraph).toContain(`**${type.displayName}**`);
});

// When n8n's editor saves a credential, it replaces a field of this name with the permissions of
// the user for the credential.
test('no credential has a field that is called scopes', () => {
	const found = credentials.filter(({ type }) =>
		type.properties.some(({ name }) => name === 'scopes'),
	);
	expect(found.map(({ type }) => type.name)).toEqual([]);
});

test('the pack contains exactly the credentials that its nodes use', () => {
	const used = nodes.flatMap(({ description }) =>
		(description.credentials ?? []).map(({ name }) => name),
	);
	expect([...new Set(used)].sort()).toEqual(credentials.map(({ type }) => type.name).sort());
});

test.each(services.map((service) => [service.label, service] as const))(
	'%s has valid categories for the node panel',
	(_label, service) => {
		const { categories } = service.codex;
		expect(categories.filter((category) => !knownCategories.has(category))).toEqual([]);
		expect(categories.length).toBeGreaterThan(0);
	},
);

test.each(Object.entries(tablesByPage(nodes)))('%s has up-to-date tables', (page, tables) => {
	const text = readFileSync(inRoot(page), 'utf8');
	// If this fails, run: npm run docs
	expect(text).toBe(withTables(text, tables));
});
