// Task List, generated from its published description with an overlay, compared with Task List as
// it is written by hand. README.md sums up the result.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { parse } from 'yaml';
import { allFieldsOf, type Fields, type RequestPlan } from '../../../nodes/engine/describe';
import { buildRequest } from '../../../nodes/engine/plan/buildRequest';
import { validate } from '../../../nodes/engine/read/validate';
import { taskList } from '../../../nodes/TaskList/service';
import type { OpenApiDocument } from '../document';
import { applyOverlay, type Overlay } from '../overlay';
import { planService } from '../plan';
import type { OperationPlan } from '../servicePlan';
import { contractOf } from '../../../test/contract/kit/contractData';
import { matchOperation } from '../../../test/contract/kit/matchContract';
import {
	inputAndRequest,
	recordRequests,
	type RecordedRequest,
} from '../../../test/contract/kit/recordRequests';
import published from '../../../test/contract/published/task-list.json';

const fieldsOf = ({ fields, options }: OperationPlan): Fields => ({ ...fields, ...options });

const partsOf = ({ method, url, query, body }: RequestPlan | RecordedRequest) => ({
	method,
	url,
	query,
	body,
});

/** The published description as OpenAPI. */
function openApiOf({ operations, schemas }: typeof published): OpenApiDocument {
	const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
	const paths: Record<string, Record<string, object>> = {};
	for (const [request, one] of Object.entries(operations)) {
		const { parameters, responses, ...rest } = one;
		const [method, path] = request.split(' ') as [string, string];
		const response = responses[200] as { schema?: object };
		(paths[path] ??= {})[method.toLowerCase()] = {
			parameters,
			...('requestBody' in rest ? { requestBody: json(rest.requestBody.schema) } : {}),
			responses: { 200: response.schema ? json(response.schema) : {} },
		};
	}
	const text = JSON.stringify({ paths, components: { schemas } });
	return {
		openapi: '3.1.0',
		info: { title: 'Google Tasks API', version: '1' },
		...(JSON.parse(text.replaceAll('#/schemas/', '#/components/schemas/')) as object),
	};
}

const overlay = parse(
	readFileSync(join(__dirname, 'generatedTaskList.overlay.yaml'), 'utf8'),
) as Overlay;
const document = applyOverlay(openApiOf(published), overlay) as OpenApiDocument;
const { operations: plans } = planService(document, 'Task List');
const generated = new Map<string, OperationPlan>(
	plans.map((plan) => [`${plan.resource}.${plan.key}`, plan]),
);
const contract = contractOf(taskList);
/** The operations that send one documented request, with this request. */
const own = contract.operations.map((entry) => {
	const found = matchOperation(taskList, entry);
	if (typeof found === 'string') throw new Error(found);
	return { entry, found };
});

test('each documented request has an operation with the same key', () => {
	expect([...generated.keys()].sort()).toEqual(own.map(({ found }) => found.id).sort());
	expect(
		Object.entries(taskList.resources)
			.filter(([resource]) => resource !== 'apiRequest')
			.flatMap(([resource, { operations }]) =>
				Object.keys(operations).map((key) => `${resource}.${key}`),
			)
			.filter((id) => !generated.has(id)),
	).toEqual(['task.complete', 'task.reopen', 'task.upsert']);
});

test('the fields have the same names and types, except where the operation has code', () => {
	const differences = own.flatMap(({ found: { id, operation } }) => {
		const fields = fieldsOf(generated.get(id)!);
		const ours = allFieldsOf(operation);
		return [...new Set([...Object.keys(ours), ...Object.keys(fields)])]
			.filter(
				(name) =>
					ours[name]?.kind !== fields[name]?.kind ||
					(ours[name]?.required ?? false) !== (fields[name]?.required ?? false),
			)
			.map((name) => `${id} ${name}: ${fields[name]?.kind}, by hand ${ours[name]?.kind}`);
	});
	expect(differences).toEqual([
		'task.create parent: text, by hand id',
		'task.create previous: text, by hand id',
		'task.create deleted: flag, by hand undefined',
		'task.getAll asTree: undefined, by hand flag',
		'task.getAll sortBy: undefined, by hand choice',
		'task.getAll sortOrder: undefined, by hand choice',
		'task.getAll titleContains: undefined, by hand text',
		'task.move target: undefined, by hand choice',
		'task.move destinationTaskListId: text, by hand id',
		'task.move parentTask: undefined, by hand id',
		'task.move previousTask: undefined, by hand id',
		'task.move parentThere: undefined, by hand id',
		'task.move previousThere: undefined, by hand id',
		'task.move parent: text, by hand undefined',
		'task.move previous: text, by hand undefined',
	]);
});

test('the requests for the same values are the same', async () => {
	const differences: string[] = [];
	for (const { entry, found } of own) {
		const plan = generated.get(found.id)!;
		const fields = fieldsOf(plan);
		const { input } = inputAndRequest(taskList, contract, entry, found);
		const values = Object.fromEntries(
			Object.entries(input)
				.filter(([name]) => name in fields)
				.map(([name, value]) => [name, validate(fields[name]!, value)]),
		) as IDataObject;
		const sent = buildRequest(plan.request, fields, values);
		const [expected] = await recordRequests(found, input);
		if (!isDeepStrictEqual(partsOf(sent), partsOf(expected!))) differences.push(found.id);
	}
	expect(differences).toEqual(['taskList.replace', 'task.move', 'task.replace']);
});
