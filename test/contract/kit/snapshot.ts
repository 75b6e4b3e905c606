// What a saved workflow holds of a node, kept in snapshots/<node>.json: read beside a pull request, it shows at a glance what would break.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { runOptions } from '../../../nodes/engine/common';
import { inRoot } from '../../../tools/system/paths';
import { everyOne, innerOf, isCollection, shapeOf, shownFor } from './form';

type Shapes = Record<string, object>;

export interface Snapshot {
	readonly node: object;
	/** By `resource.operation`: names of the parameters in order, `!` where required, those of a collection in brackets. */
	readonly operations: Record<string, string>;
	/** One shape a name; `options.x` inside a collection. */
	readonly parameters: Shapes;
}

/** The part of a description that saved workflows depend on. */
export function snapshotOf(description: INodeTypeDescription): Snapshot {
	const {
		name,
		version,
		credentials = [],
		inputs,
		outputs,
		webhooks = [],
		properties,
	} = description;
	const parameters: Shapes = {};
	const operations: Record<string, string> = {};
	for (const parameter of properties) {
		const { show } = parameter.displayOptions ?? {};
		// Every resource has an operation of its own choices; they stand under the resource's name.
		parameters[
			parameter.name === 'operation' ? `operation (${String(show?.resource)})` : parameter.name
		] = shapeOf(parameter);
		for (const [path, inner] of everyOne(innerOf(parameter), `${parameter.name}.`))
			parameters[path] = shapeOf(inner);
		if (parameter.name !== 'operation') continue;
		const resource = String(show?.resource);
		for (const { value } of parameter.options as Array<{ value: string }>) {
			operations[`${resource}.${value}`] = shownFor(description, resource, value)
				.map(written)
				.join(' ');
		}
	}
	if (Object.keys(operations).length === 0) operations.all = properties.map(written).join(' ');
	const node = {
		name,
		version,
		credentials: credentials.map((one) => one.name),
		inputs,
		outputs,
		webhooks: webhooks.map(
			({ name: hook, httpMethod, path }) => `${hook} ${String(httpMethod)} ${path}`,
		),
	};
	return { node, operations: sortedKeys(operations), parameters: sortedKeys(parameters) };
}

function written(parameter: INodeProperties): string {
	// The options of a run are every operation's, and stand among the parameters once.
	const inner = innerOf(parameter).filter(({ name }) => !(name in runOptions));
	return `${parameter.name}${parameter.required ? '!' : ''}${isCollection(parameter) && inner.length > 0 ? `(${inner.map(written).join(' ')})` : ''}`;
}

const sortedKeys = <T>(record: Record<string, T>): Record<string, T> =>
	Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b)));

/** One line a value, so that a change is one line of a diff. */
function print(snapshot: Snapshot): string {
	const block = (record: Record<string, unknown>): string =>
		`{\n${Object.entries(record)
			.map(([key, value]) => `\t\t${JSON.stringify(key)}: ${JSON.stringify(value)}`)
			.join(',\n')}\n\t}`;
	const { node, operations, parameters } = snapshot;
	return `{\n\t"node": ${JSON.stringify(node)},\n\t"operations": ${block(operations)},\n\t"parameters": ${block(parameters)}\n}\n`;
}

/**
 * The stored snapshot of a node. `jest -u` renews it on purpose; one that isn't there yet is written, except in continuous integration.
 * @throws Error where there is none and none may be written
 */
export function stored(name: string, now: Snapshot): Snapshot {
	const file = inRoot('test', 'contract', 'snapshots', `${name}.json`);
	// Jest's own word for its options: `all` with -u, `new` by default, `none` with --ci.
	const { _updateSnapshot: mode } = expect.getState().snapshotState as unknown as {
		_updateSnapshot: 'all' | 'new' | 'none';
	};
	if (mode === 'all' || (mode === 'new' && !existsSync(file))) writeFileSync(file, print(now));
	if (!existsSync(file))
		throw new Error(
			`There is no snapshot ${file}: run npx jest --selectProjects contract -u, and commit it`,
		);
	return JSON.parse(readFileSync(file, 'utf8')) as Snapshot;
}
