// npm run published: compares the newest API descriptions with the extracts in
// test/contract/published/, and names the changelogs to read. With --write, updates the extracts.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Service } from '../../nodes/engine/describe';
import { readCommandLine, UsageError } from '../cli/options';
import { runMain } from '../cli/signals';
import { compareExtracts } from '../published/compare';
import { fromFolder, fromGitHub, newestVersion, type OpenRepository } from '../published/downloads';
import {
	extractFile,
	formatExtract,
	type DescriptionSource,
	type Extract,
} from '../published/extract';
import { descriptionSources, maintainedByHand } from '../published/sources';
import { changelogs, changesInSources } from '../published/watched';

const usage = `Usage: npm run published -- [options] [service ...]
  service        Name of a service, such as codeHosting. Default: all services.
  --write        Update the extracts.
  --check        Fail if a description changed.
  --from FOLDER  Read from FOLDER instead of the internet: clones in <owner>/<name>.`;

const storedExtract = (service: Service): Extract =>
	JSON.parse(readFileSync(extractFile(service), 'utf8')) as Extract;

const revisions = ({ sources }: Pick<Extract, 'sources'>): string =>
	sources.map(({ name, revision }) => `${name} ${revision}`).join(', ');

/** Prints what changed in a service since the copy. Returns whether anything did. */
function print(service: Service, stored: Extract | undefined, changes: readonly string[]): boolean {
	const copied = stored === undefined ? 'not copied yet' : `copied on ${stored.copied}`;
	console.log(`${service.label}: ${stored ? revisions(stored) : 'no extract'}, ${copied}`);
	for (const change of changes) console.log(`  ${change}`);
	if (changes.length === 0) console.log('  no changes');
	console.log(`  also read: ${(changelogs[service.name] ?? []).join(', ')}`);
	return changes.length > 0;
}

/** Compares one description, and updates its extract with `write`. */
async function update(
	{ service, extract }: DescriptionSource,
	open: OpenRepository,
	write: boolean,
): Promise<boolean> {
	const stored = existsSync(extractFile(service)) ? storedExtract(service) : undefined;
	const newest = await extract(open);
	// A new extract consists of new operations only.
	const changes = stored === undefined ? [] : compareExtracts(stored, newest);
	const hasChanged = print(service, stored, changes);
	if (stored === undefined || revisions(stored) !== revisions(newest))
		console.log(`  newest revision: ${revisions(newest)}`);
	const copied = new Date().toISOString().slice(0, 10);
	if (write) writeFileSync(extractFile(service), formatExtract({ ...newest, copied }));
	return hasChanged;
}

runMain(async () => {
	const { values, positionals } = readCommandLine(usage, {
		write: { type: 'boolean' },
		check: { type: 'boolean' },
		from: { type: 'string' },
	});
	const names = [...descriptionSources.map(({ service }) => service), ...maintainedByHand].map(
		({ name }) => name,
	);
	const unknown = positionals.filter((name) => !names.includes(name));
	if (unknown.length > 0) throw new UsageError(`Unknown service: ${unknown.join(', ')}\n${usage}`);
	const isSelected = ({ name }: Service): boolean =>
		positionals.length === 0 || positionals.includes(name);
	const open = values.from === undefined ? fromGitHub : fromFolder(values.from);
	const changed: boolean[] = [];
	for (const source of descriptionSources)
		if (isSelected(source.service)) changed.push(await update(source, open, values.write ?? false));
	for (const service of maintainedByHand.filter(isSelected)) {
		const stored = storedExtract(service);
		changed.push(print(service, stored, await changesInSources(stored, open, newestVersion)));
		console.log('  maintained by hand: see test/contract/published/README.md');
	}
	if (!changed.includes(true)) return 0;
	console.log('Add what you decide for each change to test/contract/published/CHANGES.md.');
	return values.check ? 1 : 0;
});
