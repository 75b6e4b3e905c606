/** Maps a document to the plan of a service. */
import type { RequestLine } from '../../nodes/engine/describe';
import { connectionOf } from './connection';
import { dereference } from './dereference';
import { methods, type DocumentOperation, type OpenApiDocument, type Parameter } from './document';
import { fieldNames } from './fieldNames';
import { withLookups } from './lookups';
import { camelCase, labelOf, numbered, sentenceCase, singularWords, wordsOf } from './names';
import { nameOperation, nounOf, otherKeys, resourceWords } from './operationNames';
import { planOperation } from './planOperation';
import { pathOf, secretHeaders } from './requests';
import { isJson, rowsOf, successOf } from './responses';
import {
	Unmapped,
	type Found,
	type KnownKeys,
	type OperationPlan,
	type ServicePlan,
} from './servicePlan';

export function planService(
	source: OpenApiDocument,
	label: string,
	known: KnownKeys = { operations: {}, fields: {} },
): ServicePlan {
	const document = dereference(source);
	const problems: string[] = [];
	const ofOperations: string[] = [];
	const report = (problem: string): number => problems.push(problem);
	const connection = connectionOf(document, label, report);
	const all = findOperations(document);
	const mapped = all.filter(({ operation, decisions }) => !operation.deprecated && !decisions.omit);
	const { resources, plans } = planOperations(document, mapped, known, ofOperations);
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
			`${undecided} writes are hidden from AI agents, because the document does not say what they cannot undo (x-n8n: effect)`,
		);
	const parameters = parameterCount(operations);
	if (parameters > maxParameters)
		report(
			`The node would have about ${parameters} parameters, and the limit is ${maxParameters}. Leave operations out (x-n8n: omit)`,
		);
	const connectionTest = connectionTestOf(document, operations);
	if (connectionTest === undefined)
		report(
			'No request without input is described that could test the credential (x-n8n: connectionTest)',
		);
	return {
		connection,
		resources,
		operations,
		connectionTest: connectionTest ?? 'GET /',
		problems: [...problems, ...ofOperations],
		described: all.length,
		omitted: all.length - mapped.length,
	};
}

const findOperations = ({ paths = {} }: OpenApiDocument): Found[] =>
	Object.entries(paths).flatMap(([path, item]) =>
		methods.flatMap((method) =>
			item[method] ? [foundAt(path, method.toUpperCase(), item[method], item.parameters)] : [],
		),
	);

function foundAt(
	path: string,
	method: string,
	operation: DocumentOperation,
	shared: readonly Parameter[] = [],
): Found {
	const { 'x-n8n': decisions = {}, requestBody, parameters: own = [], tags = [] } = operation;
	const parameters = [
		...new Map([...shared, ...own].map((one) => [`${one.in} ${one.name}`, one])).values(),
	];
	const success = successOf(operation);
	// A path that ends with a record returns this record, which may contain lists.
	const isRecord = /\{[^}]+\}(?:\.json)?$/.test(path);
	const rows =
		method === 'GET' && isJson(success.mediaType) && !isRecord
			? rowsOf(success.schema, nounOf(path), decisions.rows ?? decisions.paging?.rows)
			: undefined;
	return {
		source: `${method} ${path}`,
		method,
		path,
		operation,
		decisions,
		parameters,
		success,
		rows,
		isList: rows !== undefined,
		hasBody: requestBody !== undefined,
		resource: decisions.resource
			? singularWords(wordsOf(decisions.resource))
			: resourceWords(path, tags[0]),
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
	problems: string[],
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
		const { key: ownKey, action } = nameOperation(found, words, commonNoun(siblings));
		const wanted = knownKey ?? decisions.key ?? ownKey;
		if (!/^[A-Za-z]\w*$/.test(wanted))
			throw new Error(
				`The key of ${source} must be a name such as getAll, got ${JSON.stringify(wanted)}`,
			);
		const key = [wanted, ...otherKeys(wanted, found)].find(
			(one) => !plans.some((plan) => plan.resource === resource && plan.key === one),
		)!;
		const report = (problem: string): number => problems.push(`${source}: ${problem}`);
		try {
			plans.push(planOperation(found, { resource, key, action }, headers, nameFields, report));
			// A resource can have the name of a method of objects, such as constructor.
			if (!Object.hasOwn(resources, resource)) resources[resource] = labelOf(words);
		} catch (error) {
			if (!(error instanceof Unmapped)) throw error;
			report(`${error.message} (x-n8n: omit)`);
		}
	}
	return { resources, plans };
}

/** Operations with known keys first, so that new ones do not take their keys. */
const ordered = (found: readonly Found[], { operations }: KnownKeys): Found[] =>
	[...found].sort(
		(one, other) =>
			Number(other.source in operations) - Number(one.source in operations) ||
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
		const ofKey = sentenceCase(labelOf(wordsOf(plan.key)).toLowerCase());
		const described = [plan.description ?? ''].filter((text) => text !== '' && text.length < 60);
		const action = [plan.action, ofKey, ...described, ...numbered(`${plan.action} `)].find(
			(text) => !seen.has(shortened(text)),
		)!;
		seen.add(shortened(action));
		return { ...plan, action, description: described[0] === action ? undefined : plan.description };
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
		free.find(({ request }) => /\/(?:@?me|self|account|profile|user)$/.test(request)) ??
		free.find(({ paging }) => paging) ??
		free[0];
	const size = found?.paging?.size;
	return size ? (`${found.request}?${size.name}=1` as RequestLine) : found?.request;
}
