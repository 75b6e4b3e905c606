/** Files that the build writes next to each node: codex and output schemas. */
import type { IDataObject } from 'n8n-workflow';
import {
	allFieldsOf,
	type DerivedValue,
	type Kind,
	type Operation,
	type Service,
	type Shape,
} from '../../nodes/engine/describe';
import { isHidden } from '../../nodes/engine/read/validate';
import { operationsOf, pageName } from './operationList';
import { aliasesOf } from './providerNames';

const docs = 'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs';

/** The codex that n8n's node panel searches. */
export const codexOf = (service: Service, node: string): IDataObject => ({
	node,
	nodeVersion: '1.0',
	codexVersion: '1.0',
	categories: [...service.codex.categories],
	alias: aliasesOf(service),
	resources: {
		primaryDocumentation: [{ url: `${docs}/${pageName(service)}.md` }],
		credentialDocumentation: [{ url: `${docs}/${pageName(service)}.md#connect` }],
	},
});

/** JSON schemas of the outputs by `resource/operation`, for operations whose output is known. */
export function schemasOf(service: Service): Record<string, IDataObject> {
	return Object.fromEntries(
		operationsOf(service).flatMap(({ resource, key, operation }) => {
			const shape = withParents(operation, outputShape(operation));
			return shape === undefined
				? []
				: [[`${resource}/${key}`, { ...jsonSchema(shape), version: 1 }] as const];
		}),
	);
}

/**
 * The shape of the output items. Some operations return the content of the response or, if the
 * response is empty, an item that describes what was done. Their shape combines the two.
 */
function outputShape(operation: Operation): Shape | undefined {
	const { output, method, shape, simplify } = operation;
	const ofResponse = simplify && isRecord(shape) ? simplifiedShape(shape, simplify) : shape;
	if (operation.done) {
		const item = shapeOf(operation.done(sampleInput(operation))) as Record<string, Shape>;
		return { ...item, ...(ofResponse as Record<string, Shape> | undefined) };
	}
	if (output === 'done' && shape === undefined)
		return method === 'DELETE' ? { deleted: 'boolean' } : { success: 'boolean' };
	return ofResponse;
}

/** Adds the parents of the record that are visible in a new form. */
function withParents({ fields, parents = [] }: Operation, shape?: Shape): Shape | undefined {
	if (!isRecord(shape)) return shape;
	const defaults = Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [name, field.default]),
	);
	const added = parents.filter(
		(name) => shape[name] === undefined && !isHidden(fields[name]!, defaults),
	);
	return { ...shape, ...Object.fromEntries(added.map((name) => [name, 'string' as const])) };
}

/**
 * A value of the right type for every field, to find out what an operation returns for an empty
 * response.
 */
const sampleInput = (operation: Operation): IDataObject =>
	Object.fromEntries(
		Object.entries(allFieldsOf(operation)).map(([name, { kind }]) => [name, samples[kind] ?? '']),
	);

const samples: Partial<Record<Kind, IDataObject[string]>> = {
	integer: 1,
	number: 1.5,
	flag: true,
	list: [],
	choices: [],
	json: {},
};

function shapeOf(value: unknown): Shape {
	if (Array.isArray(value)) return ['any'];
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
	if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
	return typeof value === 'boolean' ? 'boolean' : 'string';
}

const isRecord = (shape: Shape | undefined): shape is Readonly<Record<string, Shape>> =>
	typeof shape === 'object' && !Array.isArray(shape);

const shapeAt = (shape: Shape, path: string): Shape | undefined =>
	path
		.split('.')
		.reduce<Shape | undefined>(
			(at, key) => (at === 'object' ? 'any' : (at as Record<string, Shape> | undefined)?.[key]),
			shape,
		);

function simplifiedShape(
	shape: Readonly<Record<string, Shape>>,
	simplify: NonNullable<Operation['simplify']>,
): Shape {
	const paths = Array.isArray(simplify)
		? (simplify as readonly string[]).map((key) => [key, key] as const)
		: Object.entries(simplify as Record<string, string | DerivedValue>);
	const kept = paths.map(
		([name, source]) =>
			[
				name,
				typeof source === 'function' ? (source.shape ?? 'string') : shapeAt(shape, source),
			] as const,
	);
	return Object.fromEntries(kept.filter(([, inner]) => inner !== undefined)) as Shape;
}

function jsonSchema(shape: Shape): IDataObject {
	if (shape === 'any') return {};
	if (typeof shape === 'string') return { type: shape };
	if (Array.isArray(shape))
		return { type: 'array', items: jsonSchema((shape as readonly [Shape])[0]) };
	return {
		type: 'object',
		properties: Object.fromEntries(
			Object.entries(shape).map(([key, inner]) => [key, jsonSchema(inner)]),
		),
	};
}
