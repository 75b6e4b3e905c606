// npm run published: compares the newest API descriptions with the extracts in
// test/contract/published/. With --write, updates the extracts.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Service } from '../../nodes/engine/describe';
import { compareExtracts } from '../published/compare';
import { fromFolder, fromGitHub, type OpenRepository } from '../published/downloads';
import {
	extractFile,
	formatExtract,
	type DescriptionSource,
	type Extract,
} from '../published/extract';
import { descriptionSources, maintainedByHand } from '../published/sources';

const usage = `Usage: npm run published -- [options] [service ...]
  service        Name of a service, such as codeHosting. Default: all services.
  --write        Update the extracts.
  --from FOLDER  Read from FOLDER instead of the internet: clones in <owner>/<name>.`;

const storedExtract = (service: Service): Extract =>
	JSON.parse(readFileSync(extractFile(service), 'utf8')) as Extract;

const revisions = ({ sources }: Pick<Extract, 'sources'>): string =>
	sources.map(({ name, revision }) => `${name} ${revision}`).join(', ');

/** Compares one description, and updates its extract with `write`. */
async function update(
	{ service, extract }: DescriptionSource,
	open: OpenRepository,
	write: boolean,
): Promise<void> {
	const stored = existsSync(extractFile(service))
		? storedExtract(service)
		: { sources: [], operations: {}, schemas: {} };
	const newest = await extract(open);
	console.log(
		revisions(stored) === revisions(newest)
			? `${service.label}: no newer description than ${revisions(newest)}`
			: `${service.label}: ${revisions(stored) || 'no extract'} -> ${revisions(newest)}`,
	);
	// A new extract consists of new operations only.
	if (stored.sources.length > 0)
		for (const change of compareExtracts(stored, newest)) console.log(`  ${change}`);
	if (write) writeFileSync(extractFile(service), formatExtract(newest));
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { write: { type: 'boolean' }, from: { type: 'string' }, help: { type: 'boolean' } },
	});
	if (values.help) {
		console.log(usage);
		return;
	}
	const names = [...descriptionSources.map(({ service }) => service), ...maintainedByHand].map(
		({ name }) => name,
	);
	const unknown = positionals.filter((name) => !names.includes(name));
	if (unknown.length > 0) throw new Error(`Unknown service: ${unknown.join(', ')}\n${usage}`);
	const isSelected = ({ name }: Service): boolean =>
		positionals.length === 0 || positionals.includes(name);
	const open = values.from === undefined ? fromGitHub : fromFolder(values.from);
	for (const source of descriptionSources)
		if (isSelected(source.service)) await update(source, open, values.write ?? false);
	for (const service of maintainedByHand.filter(isSelected))
		console.log(
			`${service.label}: maintained by hand, from ${revisions(storedExtract(service))}. See test/contract/published/README.md.`,
		);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
});
