/** Maps a document to the plan of a service. */
import type { Field, RequestLine } from '../../nodes/engine/describe';
import { connectionOf } from './connection';
import { dereference } from './dereference';
import { methods, type DocumentOperation, type OpenApiDocument, type Parameter } from './document';
import { fieldNames } from './fieldNames';
import { camelCase, labelOf, numbered, sentenceCase, wordsOf } from './names';
import { nameOperation, nounOf, otherKeys, resourceWords } from './operationNames';
import { planOperation } from './planOperation';
import { pathOf, secretHeaders } from './requests';
import { isJson, rowsOf, successOf } from './responses';
import { Unmapped, type Found, type OperationPlan, type ServicePlan } from './servicePlan';

/** @throws Error if no operation can be mapped */
export function planService(source: OpenApiDocument, label: string): ServicePlan {
	const document = dereference(source);
	const problems: string[] = [];
	const ofOperations: string[] = [];
	const report = (problem: string): number => problems.push(problem);
	const connection = connectionOf(document, label, report);
	const all = findOperations(document);
	const mapped = all.filter(({ operation }) => !operation.deprecated);
	const { resources, plans } = planOperations(document, mapped, ofOperations);
	if (plans.length === 0) throw new Error('No operation of the document can be mapped.');
	// In the order of their resources.
	const operations = withSharedIds(
		Object.keys(resources).flatMap((resource) =>
			plans.filter((plan) => plan.resource === resource),
		),
	).map(withUniqueAction());
	const undecided = operations.filter(({ agents }) => agents === false).length;
	if (undecided > 0)
		report(
			`${undecided} writes are hidden from AI agents, because the document does not say what they cannot undo (effect)`,
		);
	const connectionTest = connectionTestOf(operations);
	if (connectionTest === undefined)
		report('No request without input is described that could test the credential');
	return {
		connection,
		resources,
		operations,
		connectionTest: connectionTest ?? 'GET /',
		problems: [...problems, ...ofOperations],
		described: all.length,
		deprecated: all.length - mapped.length,
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
	const { requestBody, parameters: own = [], tags = [] } = operation;
	const parameters = [
		...new Map([...shared, ...own].map((one) => [`${one.in} ${one.name}`, one])).values(),
	];
	const success = successOf(operation);
	// A path that ends with a record returns this record, which may contain lists.
	const isRecord = /\{[^}]+\}(?:\.json)?$/.test(path);
	const rows =
		method === 'GET' && isJson(success.mediaType) && !isRecord
			? rowsOf(success.schema, nounOf(path))
			: undefined;
	return {
		source: `${method} ${path}`,
		method,
		path,
		operation,
		parameters,
		success,
		rows,
		isList: rows !== undefined,
		hasBody: requestBody !== undefined,
		resource: resourceWords(path, tags[0]),
	};
}

function planOperations(
	document: OpenApiDocument,
	mapped: readonly Found[],
	problems: string[],
): { resources: Record<string, string>; plans: OperationPlan[] } {
	const ids = mapped.flatMap((found) => Object.keys(pathOf(found).pathFields));
	const nameFields = fieldNames(new Set(ids));
	const headers = secretHeaders(document);
	const resources: Record<string, string> = {};
	const plans: OperationPlan[] = [];
	// The shortest paths first, whose operations get the shortest keys.
	const depthOf = ({ path }: Found): number => path.split('/').length;
	for (const found of [...mapped].sort((one, other) => depthOf(one) - depthOf(other))) {
		const { source, resource: words } = found;
		const resource = camelCase(words);
		const { key: wanted, action } = nameOperation(found, words);
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
			report(error.message);
		}
	}
	return { resources, plans };
}

/** All operations have the field of an ID in a path from the first one. */
function withSharedIds(plans: readonly OperationPlan[]): OperationPlan[] {
	const ids: Record<string, Field> = {};
	return plans.map((plan) => ({
		...plan,
		fields: Object.fromEntries(
			Object.entries(plan.fields).map(([name, field]) => [
				name,
				field.kind === 'id' ? (ids[name] ??= field) : field,
			]),
		),
	}));
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
function connectionTestOf(operations: readonly OperationPlan[]): RequestLine | undefined {
	const free = operations.filter(
		({ request, fields }) => request.startsWith('GET ') && Object.keys(fields).length === 0,
	);
	const found =
		free.find(({ request }) => /\/(?:@?me|self|account|profile|user)$/.test(request)) ??
		free.find(({ paging }) => paging) ??
		free[0];
	const size = found?.paging?.size;
	return size ? (`${found.request}?${size.name}=1` as RequestLine) : found?.request;
}

/** What was generated, and what was not. */
export const reportOf = ({ described, deprecated, operations, problems }: ServicePlan): string =>
	[
		`${operations.length} of ${described} operations${deprecated > 0 ? `, ${deprecated} deprecated` : ''}`,
		...problems.map((problem) => `  ${problem}`),
	].join('\n');
