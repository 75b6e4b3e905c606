/** Reads the defects in test/defects. test/defects/README.md describes their format. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { inRoot } from '../system/paths';

export interface Defect {
	/** Name of the file without `.patch`: `<area>-<what is wrong>`. */
	readonly name: string;
	/** Absolute path of the patch. */
	readonly file: string;
	/** What goes wrong for the user. */
	readonly description: string;
	/** Test files that are expected to fail, relative to the folder of package.json. */
	readonly caughtBy: readonly string[];
}

export const readDefects = (): Defect[] =>
	readdirSync(inRoot('test', 'defects'))
		.filter((name) => name.endsWith('.patch'))
		.sort()
		.map((name) => {
			const file = inRoot('test', 'defects', name);
			const [header = ''] = readFileSync(file, 'utf8').split(/^diff --git /m, 1);
			const [description = ''] = header.split('\n\n', 1);
			const [, caughtBy = ''] = /^Caught by: (.+)$/m.exec(header) ?? [];
			return {
				name: basename(name, '.patch'),
				file,
				description,
				caughtBy: caughtBy.split(', ').filter(Boolean),
			};
		});
