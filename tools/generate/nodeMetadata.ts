/** Files that the build writes next to each node: codex and output schemas. */
import type { IDataObject } from 'n8n-workflow';
import type { Operation, Service, Shape } from '../../nodes/engine/describe';
import { operationsOf, pageName } from './operationList';

const docs = 'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs';

/** The codex that n8n's node panel searches. */
export const codexOf = (service: Service, node: string): IDataObject => ({
	node,
	nodeVersion: '1.0',
	codexVersion: '1.0',
	categories: [...service.codex.categories],
	alias: [...service.codex.aliases],
	resources: {
		primaryDocumentation: [{ url: `${docs}/${pageName(service)}.md` }],
		credentialDocumentation: [{ url: `${docs}/${pageName(service)}.md#credential` }],
	},
});

/** JSON schemas of the outputs by `resource/operation`, for operations whose shape is known. */
export function schemasOf(service: Service): Record<string, IDataObject> {
	return Object.fromEntries(
		operationsOf(service)
			.filter(({ operation }) => operation.shape !== undefined || operation.output === 'done')
			.map(({ resource, key, operation }) => [
				`${resource}/${key}`,
				{ ...jsonSchema(outputShape(operation)), version: 1 },
			]),
	);
}

function outputShape({ output, request, shape, simplify }: Operation): Shape {
	if (output === 'done')
		return request?.startsWith('DELETE') ? { deleted: 'boolean' } : { success: 'boolean' };
	if (!simplify || typeof shape !== 'object' || Array.isArray(shape)) return shape ?? 'any';
	const paths = Array.isArray(simplify)
		? (simplify as readonly string[]).map((key) => [key, key] as const)
		: Object.entries(simplify as Record<string, string>);
	const kept = paths.map(
		([name, path]) =>
			[
				name,
				path
					.split('.')
					.reduce<Shape | undefined>(
						(at, key) => (at as Record<string, Shape> | undefined)?.[key],
						shape,
					),
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
