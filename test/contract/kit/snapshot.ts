// The parts of a node that saved workflows contain, stored in snapshots/<node>.json. A diff shows
// what a change would break.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { requestOptions } from '../../../nodes/engine/describe';
import { inRoot } from '../../../tools/system/paths';
import { allParameters, innerOf, isCollection, parametersShownFor, shapeOf } from './form';

type Shapes = Record<string, object>;

export interface Snapshot {
	readonly node: object;
	/**
	 * By `resource.operation`: the names of the parameters in order, with `!` after the name if
	 * required, and with the content of collections in parentheses.
	 */
	readonly operations: Record<string, string>;
	/** By path, such as `options.timeout` inside a collection. */
	readonly parameters: Shapes;
}

/** The parts of a description that saved workflows depend on. */
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
		// There is one Operation parameter per resource, so the key contains the resource.
		parameters[
			parameter.name === 'operation' ? `operation (${String(show?.resource)})` : parameter.name
		] = shapeOf(parameter);
		for (const [path, inner] of allParameters(innerOf(parameter), `${parameter.name}.`))
			parameters[path] = shapeOf(inner);
		if (parameter.name !== 'operation') continue;
		const resource = String(show?.resource);
		for (const { value } of parameter.options as Array<{ value: string }>) {
			operations[`${resource}.${value}`] = parametersShownFor(description, resource, value)
				.map(formatParameter)
				.join(' ');
		}
	}
	if (Object.keys(operations).length === 0)
		operations.all = properties.map(formatParameter).join(' ');
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

function formatParameter(parameter: INodeProperties): string {
	// Run options belong to every operation, so they are listed only once, among the parameters.
	const inner = innerOf(parameter).filter(({ name }) => !(name in requestOptions));
	return `${parameter.name}${parameter.required ? '!' : ''}${isCollection(parameter) && inner.length > 0 ? `(${inner.map(formatParameter).join(' ')})` : ''}`;
}

const sortedKeys = <T>(record: Record<string, T>): Record<string, T> =>
	Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b)));

/** Prints one value per line, so that each change is one line in a diff. */
function print(snapshot: Snapshot): string {
	const block = (record: Record<string, unknown>): string =>
		`{\n${Object.entries(record)
			.map(([key, value]) => `\t\t${JSON.stringify(key)}: ${JSON.stringify(value)}`)
			.join(',\n')}\n\t}`;
	const { node, operations, parameters } = snapshot;
	return `{\n\t"node": ${JSON.stringify(node)},\n\t"operations": ${block(operations)},\n\t"parameters": ${block(parameters)}\n}\n`;
}

/**
 * Reads the stored snapshot of a node. `jest -u` updates it. A missing snapshot is written, except
 * with `--ci`.
 * @throws Error if the snapshot is missing and may not be written
 */
export function storedSnapshot(name: string, current: Snapshot): Snapshot {
	const file = inRoot('test', 'contract', 'snapshots', `${name}.json`);
	// How Jest updates snapshots: `all` with -u, `new` by default, `none` with --ci.
	const { _updateSnapshot: mode } = expect.getState().snapshotState as unknown as {
		_updateSnapshot: 'all' | 'new' | 'none';
	};
	if (mode === 'all' || (mode === 'new' && !existsSync(file))) writeFileSync(file, print(current));
	if (!existsSync(file))
		throw new Error(
			`Snapshot ${file} is missing. Run npx jest --selectProjects contract -u, and commit the file.`,
		);
	return JSON.parse(readFileSync(file, 'utf8')) as Snapshot;
}
