// npm run published: compares the newest API descriptions with the extracts in
// test/contract/published/. With --write, updates the extracts.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compareExtracts } from '../published/compare';
import { folderDownloads, internetDownloads, type Downloads } from '../published/downloads';
import {
	extractFile,
	formatExtract,
	type DescriptionSource,
	type Extract,
} from '../published/extract';
import { descriptionSources } from '../published/sources';

const usage = `Usage: npm run published -- [options] [service ...]
  service        Name of a service, such as codeHosting. Default: all services.
  --write        Update the extracts.
  --from FOLDER  Read from FOLDER instead of the internet: unpacked packages in npm/<name> and
                 python/<name>, and clones in github/<owner>/<name>.`;

/** Compares one description, and updates its extract with `write`. */
async function update(
	{ service, extract }: DescriptionSource,
	downloads: Downloads,
	write: boolean,
): Promise<void> {
	const file = extractFile(service);
	const stored = existsSync(file)
		? (JSON.parse(readFileSync(file, 'utf8')) as Extract)
		: { sources: [], operations: {}, schemas: {} };
	const newest = await extract(downloads);
	const changes = compareExtracts(stored, newest);
	const revisions = (sources: Extract['sources']): string =>
		sources.map(({ name, revision }) => `${name} ${revision}`).join(', ');
	const isSame = revisions(stored.sources) === revisions(newest.sources);
	console.log(
		isSame
			? `${service.label}: no newer description than ${revisions(newest.sources)}`
			: `${service.label}: ${revisions(stored.sources) || 'no extract'} -> ${revisions(newest.sources)}`,
	);
	// A new extract consists of new operations only.
	if (stored.sources.length > 0) for (const change of changes) console.log(`  ${change}`);
	if (write) writeFileSync(file, formatExtract(newest));
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { write: { type: 'boolean' }, from: { type: 'string' }, help: { type: 'boolean' } },
	});
	const unknown = positionals.filter(
		(name) => !descriptionSources.some(({ service }) => service.name === name),
	);
	if (values.help) {
		console.log(usage);
		return;
	}
	if (unknown.length > 0) throw new Error(`Unknown service: ${unknown.join(', ')}\n${usage}`);
	const downloads = values.from === undefined ? internetDownloads() : folderDownloads(values.from);
	try {
		for (const source of descriptionSources)
			if (positionals.length === 0 || positionals.includes(source.service.name))
				await update(source, downloads, values.write ?? false);
	} finally {
		downloads.close();
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
});
