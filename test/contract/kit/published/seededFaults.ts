// Faults that the checker must find: a request that differs from its description in one way.
import type { IDataObject } from 'n8n-workflow';
import type { Extract, PublishedOperation, Schema } from '../../../../tools/published/extract';
import type { CheckedRequest } from './checkRequest';
import { describeExtract, type Description } from './description';

interface Seeded {
	/** Undefined if the fault deletes the operation. */
	readonly operation?: PublishedOperation;
	readonly request?: CheckedRequest;
	/** The difference that the checker must report. */
	readonly expected: string;
}

/** Seeds a fault; undefined if the request has no part that the fault could change. */
type Fault = (
	operation: PublishedOperation,
	request: CheckedRequest,
	description: Description,
) => Seeded | undefined;

/** Replaces the schema of the first value that the request sends in the query or in the body. */
const withSchema =
	(change: (value: unknown) => Schema, difference: (value: unknown) => string): Fault =>
	(operation, { query, body }, description) => {
		const { parameters, requestBody } = operation;
		const parameter = parameters.find(
			({ name, in: place }) => place === 'query' && query[name] !== undefined,
		);
		if (parameter) {
			const { name } = parameter;
			const changed = { ...parameter, schema: change(query[name]) };
			return {
				operation: {
					...operation,
					parameters: parameters.map((one) => (one === parameter ? changed : one)),
				},
				expected: `query.${name} ${difference(query[name])}`,
			};
		}
		if (!requestBody) return undefined;
		const schema = description.resolve(requestBody.schema);
		const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
		const sent = Object.entries((body ?? {}) as IDataObject).find(([name]) => properties[name]);
		if (!sent) return undefined;
		const [name, value] = sent;
		return {
			operation: {
				...operation,
				requestBody: {
					...requestBody,
					schema: { ...schema, properties: { ...properties, [name]: change(value) } },
				},
			},
			expected: `body.${name} ${difference(value)}`,
		};
	};

export const faults: Readonly<Record<string, Fault>> = {
	'a wrong path': (operation, request) => ({
		operation,
		request: { ...request, url: `${request.url}/wrong` },
		expected: 'path',
	}),
	'a wrong method': (operation, request) => ({
		operation,
		request: { ...request, method: request.method === 'PUT' ? 'PATCH' : 'PUT' },
		expected: 'path',
	}),
	'a deleted operation': () => ({ expected: 'path' }),
	'a missing query parameter': (operation) => ({
		operation: {
			...operation,
			parameters: [
				...operation.parameters,
				{ name: 'seeded', in: 'query', required: true, schema: { type: 'string' } },
			],
		},
		expected: 'query.seeded required',
	}),
	'a missing body property': (operation, { body }, description) => {
		const { requestBody } = operation;
		if (!requestBody || body === undefined) return undefined;
		const schema = description.resolve(requestBody.schema);
		if (schema.properties === undefined) return undefined;
		const required = [...((schema.required as string[] | undefined) ?? []), 'seeded'];
		return {
			operation: { ...operation, requestBody: { ...requestBody, schema: { ...schema, required } } },
			expected: 'body.seeded required',
		};
	},
	'a missing body': (operation, request, description) =>
		operation.requestBody && description.resolve(operation.requestBody.schema).properties
			? {
					operation: { ...operation, requestBody: { ...operation.requestBody, required: true } },
					request: { ...request, body: undefined },
					expected: 'body required',
				}
			: undefined,
	'a wrong type': withSchema(
		(value) => ({ type: isObject(value) ? 'array' : 'object' }),
		() => 'type',
	),
	'a wrong enum value': withSchema(
		() => ({ enum: ['seeded'] }),
		(value) => `enum ${JSON.stringify(value)}`,
	),
	'an unknown query parameter': (operation, request) => ({
		operation,
		request: { ...request, query: { ...request.query, seeded: 'x' } },
		expected: 'query.seeded unknown',
	}),
	'an unknown header': (operation, request) => ({
		operation,
		request: { ...request, headers: { ...request.headers, seeded: 'x' } },
		expected: 'header.seeded unknown',
	}),
	'an unknown body property': (operation, request) =>
		isObject(request.body)
			? {
					operation,
					request: { ...request, body: { ...request.body, seeded: 'x' } },
					expected: 'body.seeded unknown',
				}
			: undefined,
};

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A description and a request with a fault, and the difference that the checker must report. */
export interface SeededFault {
	readonly description: Description;
	readonly request: CheckedRequest;
	readonly expected: string;
}

/** Seeds a fault in the first requests that it can change. */
export function seedFault(
	description: Description,
	requests: readonly CheckedRequest[],
	fault: Fault,
	maxRequests = 3,
): SeededFault[] {
	const seeded: SeededFault[] = [];
	for (const request of requests) {
		const found = description.find(request.method, request.url);
		const changed = found && fault(found.operation, request, description);
		if (!changed) continue;
		const operations = changed.operation ? { [found.request]: changed.operation } : {};
		const extract: Extract = { ...description.extract, operations };
		seeded.push({
			description: describeExtract(extract),
			request: changed.request ?? request,
			expected: changed.expected,
		});
		if (seeded.length === maxRequests) break;
	}
	return seeded;
}
