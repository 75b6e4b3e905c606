// Loads the built nodes and service descriptions from dist/.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';
import type { Service } from '../../nodes/engine/describe';
import { inRoot } from '../system/paths';
import { buildPack } from './pack';

export interface Manifest {
	readonly name: string;
	readonly version: string;
	readonly dependencies?: Record<string, string>;
	readonly n8n: { readonly nodes: readonly string[]; readonly credentials: readonly string[] };
}

export interface BuiltNode {
	/** Name of the class and the file: `MediaGenerationTrigger`. */
	readonly name: string;
	/** Name of the folder in nodes/: `MediaGeneration`. */
	readonly folder: string;
	readonly description: INodeTypeDescription;
	readonly service?: Service;
}

const sources = ['nodes', 'credentials', 'icons', 'gulpfile.js', 'package.json', 'tsconfig.json'];
/** The file that the last build step writes. */
const lastOutput = inRoot('dist', 'types', 'nodes.json');

// The paths are known only at run time, so esbuild must not bundle these modules.
const load = createRequire(inRoot('package.json'));

/** @param folder folder of a package */
export const readManifest = (folder = inRoot()): Manifest =>
	load(join(folder, 'package.json')) as Manifest;

/** Builds the pack if dist/ is missing or older than its sources. */
export async function ensureBuilt(): Promise<void> {
	const isUpToDate =
		existsSync(lastOutput) &&
		Math.max(...sources.map((name) => newestChange(inRoot(name)))) <= statSync(lastOutput).mtimeMs;
	if (!isUpToDate) await buildPack();
}

/** All nodes in the order of package.json. @param root folder of the package */
export function builtNodes(root = inRoot()): BuiltNode[] {
	const services = load(inRoot('index.js')) as Readonly<Record<string, Service>>;
	return readManifest(root).n8n.nodes.map((file) => {
		const [name, folder] = [basename(file, '.node.js'), basename(dirname(file))];
		const classes = load(join(root, file)) as Record<
			string,
			new () => { description: INodeTypeDescription }
		>;
		const NodeClass = classes[name];
		if (NodeClass === undefined) throw new Error(`${file} does not export the class ${name}`);
		return {
			name,
			folder,
			description: new NodeClass().description,
			service: services[folder.charAt(0).toLowerCase() + folder.slice(1)],
		};
	});
}

/** Labels of the credential types in dist/, by name. */
export const builtCredentials = (): Record<string, string> =>
	Object.fromEntries(
		(load(inRoot('dist', 'types', 'credentials.json')) as ICredentialType[]).map(
			({ name, displayName }) => [name, displayName],
		),
	);

/**
 * Time of the newest change of a file, or of a folder and everything in it, in milliseconds. A
 * folder changes when one of its files is added, deleted or renamed.
 */
export function newestChange(path: string): number {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return 0;
	return Math.max(
		stats.mtimeMs,
		...(stats.isDirectory() ? readdirSync(path).map((name) => newestChange(join(path, name))) : []),
	);
}
