/** Maps a document to the plan of a service. */
import type { RequestLine } from '../../nodes/engine/describe';
import { connectionOf } from './connection';
import { dereference } from './dereference';
import type { OpenApiDocument } from './document';
import { fieldNames } from './fieldNames';
import { findOperations, overlayLine, Unmapped, type Found } from './findOperations';
import { withLookups } from './lookups';
import { camelCase, labelOf, numbered, sentenceCase, singularWords, wordsOf } from './names';
import { nameOperation, nounOf, otherKeys } from './operationNames';
import { planOperation } from './planOperation';
import { pathOf, secretHeaders } from './requests';
import { errorPathsOf } from './responses';
import type { KnownKeys, OperationPlan, Problem, ServicePlan } from './servicePlan';

export function planService(
	source: OpenApiDocument,
	label: string,
	known: KnownKeys = { operations: {}, fields: {} },
): ServicePlan {
	const document = dereference(source);
	const problems: Problem[] = [];
	const report = (problem: string, overlay?: string): number => problems.push({ problem, overlay });
	const connection = connectionOf(document, label, report);
	const all = findOperations(document);
	const mapped = all.filter(({ operation, decisions }) => !operation.deprecated && !decisions.omit);
	const { resources, plans } = planOperations(document, mapped, known, problems);
	const operations = withLookups(
		// In the order of their resources.
		Object.keys(resources)
			.flatMap((resource) => plans.filter((plan) => plan.resource === resource))
			.map(withUniqueAction()),
		(list) => all.find((one) => one.source === list.source)?.rows?.items,
	);
	const undecided = operations.filter(({ agents }) => agents === false).length;
	if (undecided > 0)
		report(
			`${undecided} writes are hidden from AI agents, because the document does not say what they cannot undo`,
			'update: { x-n8n: { effect: reversible } }',
		);
	const parameters = parameterCount(operations);
	if (parameters > maxParameters)
		report(
			`The node would have about ${parameters} parameters, and the limit is ${maxParameters}. Omit operations with the overlay`,
		);
	const connectionTest = connectionTestOf(document, operations);
	if (connectionTest === undefined)
		report(
			'No request without input is described that could test the credential',
			'target: $, update: { x-n8n: { connectionTest: GET /path } }',
		);
	return {
		connection,
		resources,
		operations,
		connectionTest: connectionTest ?? 'GET /',
		errorPaths: errorPathsOf(all.map(({ operation }) => operation)),
		problems,
		described: all.length,
		omitted: all.length - mapped.length,
	};
}

/** The editor opens a node with more parameters slowly. */
const maxParameters = 500;

/** The parameters in the form of a node: equal fields and collections of operations are one. */
const parameterCount = (operations: readonly OperationPlan[]): number =>
	new Set(
		operations.flatMap(({ resource, fields, options, collection }) => [
			resource,
			...Object.entries(fields).map((entry) => JSON.stringify(entry)),
			JSON.stringify([collection, options]),
		]),
	).size;

function planOperations(
	document: OpenApiDocument,
	mapped: readonly Found[],
	known: KnownKeys,
	problems: Problem[],
): { resources: Record<string, string>; plans: OperationPlan[] } {
	const ids = mapped.flatMap((found) => Object.keys(pathOf(found).pathFields));
	const nameFields = fieldNames(known.fields, new Set(ids));
	const headers = secretHeaders(document);
	const resources: Record<string, string> = {};
	const plans: OperationPlan[] = [];
	for (const found of ordered(mapped, known)) {
		const { source, decisions, resource: words } = found;
		const [resource = camelCase(words), knownKey] = known.operations[source]?.split('.') ?? [];
		const siblings = mapped.filter((one) => one.resource.join() === words.join());
		const named = nameOperation(found, words, commonNoun(siblings));
		const wanted = knownKey ?? decisions.key ?? named.key;
		if (!/^[A-Za-z]\w*$/.test(wanted))
			throw new Error(
				`The key of ${source} must be a name such as getAll, got ${JSON.stringify(wanted)}`,
			);
		const key = [wanted, ...otherKeys(wanted, found)].find(
			(one) => !plans.some((plan) => plan.resource === resource && plan.key === one),
		)!;
		try {
			const id = { resource, key, action: named.action };
			plans.push(planOperation(found, id, headers, nameFields, problems));
			// A resource can have the name of a method of objects, such as constructor.
			if (!Object.hasOwn(resources, resource)) resources[resource] = labelOf(words);
		} catch (error) {
			if (!(error instanceof Unmapped)) throw error;
			const overlay = overlayLine(found, '{ omit: true }');
			problems.push({ operation: source, problem: error.message, overlay });
		}
	}
	return { resources, plans };
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
	const count = (noun: string): number => nouns.filter((one) => one === noun).length;
	return nouns.includes(own) ? own : [...nouns].sort((one, other) => count(other) - count(one))[0]!;
}

/** n8n finds operations by their action, without articles, so each has its own. */
function withUniqueAction(): (plan: OperationPlan) => OperationPlan {
	const seen = new Set<string>();
	const shortened = (text: string): string => text.replace(/ (?:an?|the)(?= )/gi, '').toLowerCase();
	return (plan) => {
		const { action: base, key, description = '' } = plan;
		const ofKey = sentenceCase(labelOf(wordsOf(key)).toLowerCase());
		const described = description !== '' && description.length < 60 ? [description] : [];
		const action = [base, ofKey, ...described, ...numbered(`${base} `)].find(
			(text) => !seen.has(shortened(text)),
		)!;
		seen.add(shortened(action));
		return { ...plan, action, description: description === action ? undefined : plan.description };
	};
}

/** A request that needs no input, for the test of the credential. */
function connectionTestOf(
	{ 'x-n8n': decisions }: OpenApiDocument,
	operations: readonly OperationPlan[],
): RequestLine | undefined {
	if (decisions?.connectionTest) return decisions.connectionTest as RequestLine;
	const free = operations.filter(
		({ request, fields, send }) =>
			request.startsWith('GET ') && Object.keys(fields).length === 0 && !send,
	);
	const found =
		free.find(({ request }) => /\/(?:@?me|self|whoami|account|profile|user)$/.test(request)) ??
		free.find(({ paging }) => paging) ??
		free[0];
	const size = found?.paging?.size;
	return size ? (`${found.request}?${size.name}=1` as RequestLine) : found?.request;
}
