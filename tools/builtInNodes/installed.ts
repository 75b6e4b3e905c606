/** Reads the descriptions of n8n's own nodes from an installed n8n. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import type { InstalledN8n } from '../n8n/install';

/** All versions of a node's description, newest last. */
export function builtInDescriptions(
	{ folder }: InstalledN8n,
	name: string,
): INodeTypeDescription[] {
	const file = join(folder, 'node_modules', 'n8n-nodes-base', 'dist', 'types', 'nodes.json');
	const descriptions = JSON.parse(readFileSync(file, 'utf8')) as INodeTypeDescription[];
	const found = descriptions.filter((description) => description.name === name);
	if (found.length === 0) throw new Error(`The installed n8n has no node ${name}`);
	return found;
}
