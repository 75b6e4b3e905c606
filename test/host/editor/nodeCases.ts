// One case per node for the tests of the editor: the operation to fill in and execute, and the
// expected output.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface NodeCase {
	/** The action in the node panel that adds the node. */
	readonly action: string;
	/** Search texts for resource locator lists, by parameter. */
	readonly pick?: Readonly<Record<string, string>>;
	/** Texts for text fields, by parameter. */
	readonly fill?: Readonly<Record<string, string>>;
	/** Text that the output contains. */
	readonly output: string;
}

export const nodeCases = parse(readFileSync(join(__dirname, 'nodeCases.yaml'), 'utf8')) as Readonly<
	Record<string, NodeCase>
>;
