// The nodes and credentials that package.json lists, loaded from their TypeScript sources, so that
// the tests need no build.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ICredentialType, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { memoize, type Operation, type Service } from '../../../nodes/engine/describe';
import { inRoot } from '../../../tools/system/paths';

export interface SourceNode {
	/** Class and file name. */
	readonly name: string;
	/** Absolute path of the node's folder. */
	readonly folder: string;
	readonly nodeType: INodeType;
	readonly description: INodeTypeDescription;
	readonly isTrigger: boolean;
	readonly service: Service;
}

export interface SourceCredential {
	readonly folder: string;
	readonly type: ICredentialType;
}

const { n8n } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
};

/** Path of the source of `dist/nodes/X/X.node.js`, without extension. */
const sourceOf = (built: string): string =>
	inRoot(built.replace(/^dist\//, '').replace(/\.js$/, ''));

const instantiate = <T>(file: string, name: string): T =>
	new (jest.requireActual<Record<string, new () => T>>(`${file}.ts`)[name]!)();

/** All nodes, including triggers. */
export const nodes: readonly SourceNode[] = n8n.nodes.map((built) => {
	const name = basename(built, '.node.js');
	const folder = dirname(sourceOf(built));
	const nodeType = instantiate<INodeType>(sourceOf(built), name);
	return {
		name,
		folder,
		nodeType,
		description: nodeType.description,
		isTrigger: name.endsWith('Trigger'),
		service: serviceIn(folder),
	};
});

/** Action nodes, except those that are generated from an API description and have no cases. */
export const nodesWithCases = nodes.filter(
	({ isTrigger, folder }) => !isTrigger && !existsSync(join(folder, 'openapi.json')),
);

export const credentials: readonly SourceCredential[] = n8n.credentials.map((built) => ({
	folder: dirname(sourceOf(built)),
	type: instantiate<ICredentialType>(sourceOf(built), basename(built, '.credentials.js')),
}));

/** The service descriptions, each once. */
export const services: readonly Service[] = [...new Set(nodes.map(({ service }) => service))];

function serviceIn(folder: string): Service {
	const file = join(folder, 'service.ts');
	if (!existsSync(file)) throw new Error(`${folder} has no service.ts`);
	const found = Object.values(jest.requireActual<Record<string, Service | undefined>>(file)).find(
		(value) => value?.resources !== undefined,
	);
	if (found === undefined) throw new Error(`${file} exports no service`);
	return found;
}

export interface NamedOperation {
	/** `resource.operation`, as workflows store it. */
	readonly id: string;
	readonly resource: string;
	readonly key: string;
	readonly operation: Operation;
}

/** All operations of a service with their IDs. */
export const operationsIn = memoize((service: Service): NamedOperation[] =>
	Object.entries(service.resources).flatMap(([resource, { operations }]) =>
		Object.entries(operations).map(([key, operation]) => ({
			id: `${resource}.${key}`,
			resource,
			key,
			operation,
		})),
	),
);
