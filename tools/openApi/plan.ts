/** Maps a document to the plan of a service. */
import type { RequestLine } from '../../nodes/engine/describe';
import { connectionOf } from './connection';
import type { OpenApiDocument } from './document';
import { FieldNames } from './fieldNames';
import { findOperations, overlayLine, Unmapped, type Found } from './findOperations';
import { withLookups } from './lookups';
import { camelCase, labelOf, sentenceCase, singularWords, wordsOf } from './names';
import { nameOperation, nounOf, otherKeys } from './operationNames';
import { planOperation } from './planOperation';
import { pathOf } from './requests';
import { errorPathsOf } from './responses';
import {
	mapOperations,
	operationsOf,
	type KnownKeys,
	type OperationPlan,
	type Problem,
	type Resources,
	type ServicePlan,
} from './servicePlan';

export function planService(
	document: OpenApiDocument,
	label: string,
	known: KnownKeys = { operations: {}, fields: {} },
): ServicePlan {
	const problems: Problem[] = [];
	const connection = connectionOf(document, label, (problem) => problems.push({ problem }));
	const all = findOperations(document);
	const mapped = all.filter(({ operation, decisions }) => !operation.deprecated && !decisions.omit);
	const named = uniqueActions(planResources(document, mapped, known, problems));
	const resources = withLookups(
		document,
		named,
		({ source }) => all.find((one) => one.source === source)?.rows?.items,
	);
	const plans = operationsOf(resources);
	const undecided = plans.filter(({ agents }) => agents === false).length;
	if (undecided > 0)
		problems.push({
			problem: `${undecided} writes are hidden from AI agents, because the document does not say what they cannot undo`,
			overlay: 'update: { x-n8n: { effect: reversible } }',
		});
	const parameters = parameterCount(resources);
	if (parameters > maxParameters)
		problems.push({
			problem: `The node would have about ${parameters} parameters, and the limit is ${maxParameters}. Omit operations with the overlay`,
		});
	return {
		connection,
		resources,
		connectionTest: connectionTestOf(document, plans, problems),
		errorPaths: errorPathsOf(document, all),
		problems,
		described: all.length,
		omitted: all.length - mapped.length,
		generated: plans.length,
	};
}

/** The editor opens a node with more parameters slowly. */
const maxParameters = 500;

/** The parameters in the form of a node: equal fields and collections of operations are one. */
const parameterCount = (resources: Resources): number =>
	new Set(
		operationsOf(resources).flatMap(({ resource, fields, options, collection }) => [
			resource,
			...Object.entries(fields).map((entry) => JSON.stringify(entry)),
			JSON.stringify([collection, options]),
		]),
	).size;

function planResources(
	document: OpenApiDocument,
	mapped: readonly Found[],
	known: KnownKeys,
	problems: Problem[],
): Resources {
	const ids = mapped.flatMap((found) => Object.keys(pathOf(document, found).pathFields));
	const names = new FieldNames(known.fields, new Set(ids));
	const resources: Record<string, { label: string; operations: Record<string, OperationPlan> }> =
		{};
	for (const found of ordered(mapped, known)) {
		const { source, decisions } = found;
		const [knownResource, knownKey] = known.operations[source]?.split('.') ?? [];
		// `apiRequest` is the resource that every node has.
		const isTaken = found.resource.join() === 'api,request';
		const words = isTaken ? [...found.resource, 'record'] : found.resource;
		const resource = knownResource ?? camelCase(words);
		const { operations = {} } = resources[resource] ?? {};
		const siblings = mapped.filter((one) => one.resource.join() === found.resource.join());
		const named = nameOperation(found, found.resource, commonNoun(siblings));
		const wanted = knownKey ?? decisions.key ?? named.key;
		const key = [wanted, ...otherKeys(wanted, found)].find((one) => !(one in operations))!;
		try {
			const id = [resource, key] as const;
			operations[key] = planOperation(document, found, id, named.action, names, problems);
			resources[resource] ??= { label: labelOf(words), operations };
		} catch (error) {
			if (!(error instanceof Unmapped)) throw error;
			const overlay = overlayLine(found, '{ omit: true }');
			problems.push({ operation: source, problem: error.message, overlay });
		}
	}
	return resources;
}

/** Operations with known keys first, so that new ones do not take their keys. */
const ordered = (found: readonly Found[], { operations }: KnownKeys): Found[] =>
	[...found].sort(
		(one, other) =>
			Number(other.source in operations) - Number(one.source in operations) ||
			(one.decisions.order ?? 1000) - (other.decisions.order ?? 1000) ||
			one.path.split('/').length - other.path.split('/').length,
	);

/** The noun of most paths of a resource, whose operations are named only by their verb. */
function commonNoun(found: readonly Found[]): string {
	const nouns = found.map(({ path }) => singularWords(nounOf(path)).join(' '));
	const own = found[0]!.resource.join(' ');
	if (nouns.includes(own)) return own;
	const count = (noun: string): number => nouns.filter((one) => one === noun).length;
	return [...nouns].sort((one, other) => count(other) - count(one))[0]!;
}

/** n8n finds operations by their action, without articles, so each has its own. */
function uniqueActions(resources: Resources): Resources {
	const seen = new Set<string>();
	const shortened = (text: string): string => text.replace(/ (?:an?|the)(?= )/gi, '').toLowerCase();
	return mapOperations(resources, (plan) => {
		const { action: base, key, description = '' } = plan;
		const candidates = [
			base,
			sentenceCase(labelOf(wordsOf(key)).toLowerCase()),
			...(description !== '' && description.length < 60 ? [description] : []),
			...Array.from({ length: 8 }, (_, index) => `${base} ${index + 2}`),
		];
		const action = candidates.find((text) => !seen.has(shortened(text))) ?? base;
		seen.add(shortened(action));
		return { ...plan, action, description: description === action ? undefined : plan.description };
	});
}

/** A request that needs no input, for the test of the credential. */
function connectionTestOf(
	document: OpenApiDocument,
	plans: readonly OperationPlan[],
	problems: Problem[],
): RequestLine {
	const decided = document['x-n8n']?.connectionTest;
	if (decided) return decided as RequestLine;
	const free = plans.filter(
		({ request, fields, send }) =>
			request.startsWith('GET ') && Object.keys(fields).length === 0 && !send,
	);
	const found =
		free.find(({ request }) => /\/(?:@?me|self|whoami|account|profile|user)$/.test(request)) ??
		free.find(({ paging }) => paging) ??
		free[0];
	if (found) {
		const { size } = found.paging ?? {};
		return size ? (`${found.request}?${size.name}=1` as RequestLine) : found.request;
	}
	problems.push({
		problem: 'No request without input is described that could test the credential',
		overlay: 'target: $, update: { x-n8n: { connectionTest: GET /path } }',
	});
	return 'GET /';
}
