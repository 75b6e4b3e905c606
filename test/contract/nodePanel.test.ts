// What users read about the providers of a service in the node panel, and which searches find it.
import { codexOf } from '../../tools/generate/nodeMetadata';
import { productsOf, worksWith } from '../../tools/generate/providerNames';
import { isListed, unrelatedSearches } from './kit/nodePanel';
import { nodes, services, type SourceNode } from './kit/pack';

/** The texts that n8n searches. */
const textsOf = ({ service, description }: SourceNode): string[] => [
	description.displayName,
	...(codexOf(service, description.name).alias as string[]),
];

/** What users search for if they know the provider, by service. */
const searches: Partial<Record<string, readonly string[]>> = {
	activityTracking: ['strava'],
	codeHosting: ['github', 'github actions', 'github enterprise', 'ghes'],
	documentSearch: ['captain', 'runcaptain'],
	financeData: ['rutter', 'rutter sandbox'],
	instanceCloud: ['unikraft', 'unikraft cloud', 'kraftcloud'],
	migrationAssessment: ['migration center', 'google cloud migration center'],
	searchAdsConversions: ['sa360', 'search ads 360', 'doubleclick'],
	taskList: ['google tasks'],
	workspaceToken: ['databricks'],
};

test.each(nodes)('$name is found by the names of its providers', (node) => {
	const { name } = node.service;
	const missed = [...productsOf(node.service), ...(searches[name] ?? [])].filter(
		(search) => !isListed(search, textsOf(node)),
	);
	expect(missed).toEqual([]);
});

test.each(nodes)('$name is found by at most 4 of 95 unrelated searches', (node) => {
	expect(new Set(unrelatedSearches).size).toBe(95);
	const found = unrelatedSearches.filter((search) => isListed(search, textsOf(node)));
	expect(found.slice(4)).toEqual([]);
});

test.each(services.map((service) => [service.label, service] as const))(
	'%s has short aliases without duplicates',
	(_label, { codex, providers }) => {
		const written = [...codex.aliases, ...providers.list.flatMap(({ aliases = [] }) => aliases)];
		expect(codex.aliases.length).toBeGreaterThan(2);
		// A long alias would match almost any search.
		expect(written.filter((alias) => alias.length > 24)).toEqual([]);
		expect(new Set(written.map((alias) => alias.toLowerCase())).size).toBe(written.length);
	},
);

test.each(nodes)('the description of $name ends with its providers', ({ service, description }) => {
	const sentence = worksWith(service);
	if (sentence === undefined) expect(description.description).not.toMatch(/works with/i);
	else expect(description.description.endsWith(`. ${sentence}`)).toBe(true);
});

test('n8n lists a node if the letters of a search occur in order, with gaps and in any case', () => {
	expect(isListed('slack', ['personal access token'])).toBe(true);
	expect(isListed('github', ['Code Hosting', 'GitHub Enterprise Server'])).toBe(true);
	expect(isListed('tasks google', ['Google Tasks'])).toBe(false);
	expect(isListed('aa', ['a'])).toBe(false);
});
