// The pack as it was built: what package.json lists, loaded from dist/. Built first where dist/ is missing or older than its sources.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import type { Service } from '../../nodes/engine/catalogue';
import { inRoot, logFile, root } from '../system/paths';
import { npm, runStep } from '../bootstrap/step.cjs';

/** The parts of package.json that say what the pack is. */
export interface Manifest {
	readonly name: string;
	readonly dependencies?: Record<string, string>;
	readonly n8n: { readonly nodes: readonly string[]; readonly credentials: readonly string[] };
}

export interface BuiltNode {
	/** Class and file name: `MediaGenerationTrigger`. */
	readonly name: string;
	/** Folder below nodes/: `MediaGeneration`. */
	readonly folder: string;
	readonly description: INodeTypeDescription;
	/** The catalogue beside the node file. */
	readonly service?: Service;
}

const sources = ['nodes', 'credentials', 'icons', 'gulpfile.js', 'package.json', 'tsconfig.json'];
/** What the last step of the build writes. */
const lastBuilt = inRoot('dist', 'types', 'nodes.json');

// Paths are known at run time only, and the bundler is to leave them alone.
const load = createRequire(inRoot('package.json'));

export const manifest = (): Manifest => load(inRoot('package.json')) as Manifest;

/** Builds the pack where dist/ is missing or older than what it is made of. */
export async function ensureBuilt(): Promise<void> {
	if (
		existsSync(lastBuilt) &&
		Math.max(...sources.map((name) => newest(inRoot(name)))) <= statSync(lastBuilt).mtimeMs
	)
		return;
	await runStep({
		title: 'Building the pack',
		usually: 'a few seconds',
		command: npm('run', 'build'),
		cwd: root,
		log: logFile('build'),
	});
}

/** All nodes of the pack, in the order of package.json. */
export function builtNodes(): BuiltNode[] {
	return manifest().n8n.nodes.map((file) => {
		const name = basename(file, '.node.js');
		const classes = load(inRoot(file)) as Record<
			string,
			new () => { description: INodeTypeDescription }
		>;
		const NodeClass = classes[name];
		if (NodeClass === undefined) throw new Error(`${file} exports no class ${name}`);
		return {
			name,
			folder: basename(dirname(file)),
			description: new NodeClass().description,
			service: serviceIn(inRoot(dirname(file))),
		};
	});
}

/** The catalogues of the pack, each once: a node and its trigger share one. */
export const builtServices = (): Service[] => [
	...new Set(builtNodes().flatMap(({ service }) => (service ? [service] : []))),
];

function serviceIn(folder: string): Service | undefined {
	const file = join(folder, 'service.js');
	if (!existsSync(file)) return undefined;
	const exported = Object.values(load(file) as Record<string, Service | undefined>);
	return exported.find((value) => value?.resources !== undefined);
}

/** Time of the newest file at or below a path, in milliseconds. */
function newest(path: string): number {
	const found = statSync(path);
	return Math.max(
		found.mtimeMs,
		...(found.isDirectory() ? readdirSync(path).map((name) => newest(join(path, name))) : []),
	);
}
