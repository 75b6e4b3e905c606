// What users read about the providers of a service in the node panel, and which searches find it.
import type { INodePropertyOptions } from 'n8n-workflow';
import type { Service } from '../../nodes/engine/describe';
import { propertiesOf } from '../../nodes/engine/form/properties';
import { codexOf } from '../../tools/generate/nodeMetadata';
import { productsOf, worksWith } from '../../tools/generate/providerNames';
import { isListed, searchesOf, unrelatedSearches } from './kit/nodePanel';
import { nodes, operationsIn, services, type SourceNode } from './kit/pack';

/** The texts that n8n searches. */
const textsOf = ({ service, description }: SourceNode): string[] => [
	description.displayName,
	...(codexOf(service, description.name).alias as string[]),
];

test.each(nodes)('$name is found by what users search for', (node) => {
	const searches = [...productsOf(node.service), ...searchesOf(node.service)];
	expect(searches.filter((search) => !isListed(search, textsOf(node)))).toEqual([]);
});

test('140 different searches are tested', () => {
	expect(new Set(services.flatMap(searchesOf)).size).toBeGreaterThanOrEqual(140);
});

// In the node panel, n8n shows a node and the trigger with the same name as one entry, with the
// description of the trigger (`generateMergedNodesAndActions` of its editor).
test.each(nodes.filter(({ name }) => nodes.some((one) => `${one.name}Trigger` === name)))(
	'the description of $name also describes the node that n8n shows with it',
	({ description }) => {
		expect(description.description).toMatch(
			/^(?:Create|Read|Work)\b.*, or start the workflow (?:on|when) /,
		);
	},
);

test.each(nodes)('$name is found by at most 4 of 95 unrelated searches', (node) => {
	expect(new Set(unrelatedSearches).size).toBe(95);
	const name = node.description.displayName.toLowerCase();
	const unrelated = unrelatedSearches.filter((search) => !name.includes(search));
	const found = unrelated.filter((search) => isListed(search, textsOf(node)));
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

/**
 * Aliases that are not words of the form, and an operation that does what they promise. The other
 * aliases are words of the form.
 */
const promises: Partial<Record<string, Readonly<Record<string, string>>>> = {
	activityTracking: {
		gps: 'activity.upload',
		fitness: 'activity.getAll',
		cycling: 'segment.explore',
		'fit file': 'activity.upload',
		'strava activity': 'activity.get',
		'running club': 'club.getAll',
		kilometers: 'activity.getAll',
	},
	codeHosting: {
		'github issues': 'issue.getAll',
		'continuous integration': 'workflowRun.getAll',
		pipeline: 'workflow.dispatch',
		'code review': 'pullRequestReview.create',
		'commit history': 'commit.getAll',
		'pr diff': 'pullRequest.getDiff',
		'list issues': 'issue.getAll',
		'edit files': 'file.update',
		'workflow dispatch': 'workflow.dispatch',
		'build failed': 'workflowRun.getAll',
	},
	documentSearch: {
		rag: 'query.search',
		retrieval: 'query.search',
		'knowledge base': 'collection.getAll',
		'search documents': 'query.search',
		'search files': 'query.search',
		'vector search': 'query.search',
		citations: 'query.search',
		'question answering': 'query.search',
		'ask documents': 'query.search',
		'ask questions': 'query.search',
		'upload documents': 'document.indexFiles',
		'insert documents': 'document.indexFiles',
	},
	financeData: {
		ledger: 'journalEntry.getAll',
		bookkeeping: 'journalEntry.getAll',
		unified: 'connection.getAll',
		'e-commerce': 'order.getAll',
		quickbooks: 'connection.getAll',
		xero: 'connection.getAll',
		shopify: 'connection.getAll',
		netsuite: 'connection.getAll',
		'overdue invoices': 'invoice.getAll',
		'profit and loss': 'incomeStatement.getAll',
		'record payments': 'invoicePayment.create',
		'find customers': 'accountingCustomer.getAll',
		'create customers': 'accountingCustomer.create',
		'accounts payable': 'bill.getAll',
	},
	instanceCloud: {
		cloud: 'instance.create',
		'virtual machine': 'instance.create',
		unikernel: 'instance.create',
		compute: 'instance.create',
		deploy: 'instance.create',
		container: 'image.getAll',
		hosting: 'service.create',
	},
	mediaGeneration: {
		'make pictures': 'generation.create',
		'make images': 'generation.create',
		'make videos': 'generation.create',
		'create videos': 'generation.create',
		photos: 'generation.create',
		draw: 'generation.create',
		'job finished': 'generation.get',
		'video generator': 'generation.create',
		'image generator': 'generation.create',
		'ai picture': 'generation.create',
		'text to image': 'generation.create',
		'text to video': 'generation.create',
		'ai image generation': 'generation.create',
		'ai video generation': 'generation.create',
		'generate images': 'generation.create',
		'generate videos': 'generation.create',
		'upload videos': 'file.upload',
		'image to video': 'generation.create',
	},
	migrationAssessment: {
		'cloud migration': 'report.create',
		servers: 'asset.getAll',
		TCO: 'report.create',
		VMware: 'importJob.create',
		'cost estimate': 'report.create',
		'server inventory': 'importJob.importAssets',
		'migration report': 'report.create',
	},
	searchAdsConversions: {
		'google search ads': 'conversion.insert',
		'google ads conversion': 'conversion.insert',
		'conversion tracking': 'conversion.insert',
		'upload sales': 'conversion.insert',
		'correct revenue': 'conversion.update',
		'offline conversions': 'conversion.insert',
		'offline sales': 'conversion.insert',
		'offline events': 'conversion.insert',
		'conversion upload': 'conversion.insert',
		'upload conversions': 'conversion.insert',
		gclid: 'conversion.insert',
		'retract conversions': 'conversion.update',
		'click conversions': 'conversion.insert',
	},
	taskList: {
		todo: 'task.create',
		'overdue tasks': 'task.getAll',
		'task reminder': 'task.create',
		'to-do': 'task.create',
		'to do list': 'taskList.create',
		checklist: 'taskList.create',
	},
	workspaceToken: {
		'personal access token': 'token.create',
		'pat token': 'token.create',
		'credential rotation': 'token.revoke',
		'rotate token': 'token.revoke',
		'api tokens': 'token.create',
		'databricks token': 'token.create',
		'expiring tokens': 'token.getAll',
	},
};

/** All texts of the form that describe what the node can do, in lower case. */
const formTexts = (service: Service): string => JSON.stringify(propertiesOf(service)).toLowerCase();

test.each(services.map((service) => [service.label, service] as const))(
	'the aliases of %s promise only what the node can do',
	(_label, service) => {
		const proofs = promises[service.name] ?? {};
		const text = formTexts(service);
		const isInForm = (alias: string): boolean =>
			new RegExp(`\\b${alias.toLowerCase().replace(/s$/, '')}(?:s|ing|ed)?\\b`).test(text);
		expect(
			service.codex.aliases.filter((alias) => !isInForm(alias) && proofs[alias] === undefined),
		).toEqual([]);
		const ids = operationsIn(service).map(({ id }) => id);
		expect(Object.values(proofs).filter((id) => !ids.includes(id))).toEqual([]);
		expect(Object.keys(proofs).filter((alias) => isInForm(alias))).toEqual([]);
	},
);

test.each(nodes)('the description of $name ends with its providers', ({ service, description }) => {
	const sentence = worksWith(service);
	if (sentence === undefined) expect(description.description).not.toMatch(/works with/i);
	else expect(description.description.endsWith(`. ${sentence}`)).toBe(true);
});

// n8n names a trigger after the event, in lower case. It splits words at capital letters and drops
// brackets, so the names of events with either have a name of their own for the node panel.
test('the node panel names events in plain words', () => {
	const triggers = nodes.filter(({ isTrigger }) => isTrigger);
	const events = triggers.flatMap(({ description: { properties } }) =>
		properties
			.filter(({ displayName }) => /^(?:events?|trigger on)$/i.test(displayName))
			.flatMap(({ options }) => options as INodePropertyOptions[]),
	);
	const plain = /^[A-Z][a-z\d]*(?: [A-Z]?[a-z\d]+)*$/;
	const names = events.map(({ name, action }) => action?.replace(/^On /, '') ?? name);
	expect(events.length).toBeGreaterThan(80);
	expect(names.filter((name) => !plain.test(name[0]!.toUpperCase() + name.slice(1)))).toEqual([]);
	expect(names).toContain('wiki page');
});

test('n8n lists a node if the letters of a search occur in order, with gaps and in any case', () => {
	expect(isListed('slack', ['personal access token'])).toBe(true);
	expect(isListed('github', ['Code Hosting', 'GitHub Enterprise Server'])).toBe(true);
	expect(isListed('tasks google', ['Google Tasks'])).toBe(false);
	expect(isListed('aa', ['a'])).toBe(false);
});
