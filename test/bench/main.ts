// npm run bench: measures all rows with one n8n and one local service.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { startTestN8n } from '../host/kit/testN8n';
import { packFolder } from '../../tools/pack/pack';
import { inBuild, inRoot } from '../../tools/system/paths';
import { createCredentials } from './credentials';
import { files } from './files';
import { thousandItems } from './items';
import type { Setting } from './measure';
import { returnAll } from './pages';
import { pageFiles } from './page';
import { queueMode } from './queue';
import { rateLimits } from './rateLimits';
import { machine, printLines, type Line, type Results } from './report';
import { manySizes } from './sizes';
import { tls } from './tls';
import { startUpstream } from './upstream';
import { webhooks } from './webhooks';

/** In the order of the table. */
const rows: Record<string, (setting: Setting) => Promise<Line[]>> = {
	items: thousandItems,
	tls,
	sizes: manySizes,
	pages: returnAll,
	rateLimits,
	webhooks,
	files,
	queue: queueMode,
};

const usage = `Usage: npm run bench -- [rows] [options]

Rows: ${Object.keys(rows).join(', ')}. Default: all.

--runs=N    number of runs per line; default: 5
--profile   writes a CPU profile of each line's last run to build/bench/
--write     saves the results in docs/performance.json and updates the pages
--page      only updates the pages, without measuring`;

const savedResults = inRoot('docs', 'performance.json');

async function main(): Promise<void> {
	const { values, positionals: selected } = parseArgs({
		allowPositionals: true,
		options: {
			runs: { type: 'string', default: '5' },
			profile: { type: 'boolean', default: false },
			write: { type: 'boolean' },
			page: { type: 'boolean' },
			help: { type: 'boolean' },
		},
	});
	if (values.help) return console.log(usage);
	const unknown = selected.filter((name) => !(name in rows));
	if (unknown.length > 0) throw new Error(`Unknown row: ${unknown.join(', ')}\n${usage}`);
	if (values.page) {
		updatePage(JSON.parse(readFileSync(savedResults, 'utf8')) as Results);
		return;
	}
	mkdirSync(inBuild('bench'), { recursive: true });
	const upstream = await startUpstream();
	const n8n = await startTestN8n();
	try {
		// The comparison nodes are a separate pack, so that this pack contains no benchmark code.
		cpSync(
			inRoot('test', 'bench', 'probe'),
			packFolder(n8n.process.userFolder, 'n8n-nodes-tenfold-yardstick'),
			{ recursive: true },
		);
		await n8n.process.restart();
		await n8n.rest.signIn();
		const setting: Setting = {
			n8n,
			upstream,
			credentials: await createCredentials(n8n, upstream.url),
			runs: Number(values.runs),
			profile: values.profile,
		};
		const measured: Record<string, Results['rows'][string]> = {};
		for (const [name, row] of Object.entries(rows)) {
			if (selected.length > 0 && !selected.includes(name)) continue;
			const start = Date.now();
			const lines = await row(setting);
			measured[name] = { at: new Date(start).toISOString(), lines };
			console.log(`\n${name}, in ${Math.round((Date.now() - start) / 1000)} s`);
			printLines(lines);
			// After each benchmark, so that one that fails costs only its own results.
			const results: Results = { machine: machine(), rows: measured };
			save(inBuild('bench.json'), results);
			if (values.write) updateResults(results);
		}
	} finally {
		await n8n.close();
		upstream.close();
	}
}

const save = (file: string, results: Results): void => {
	writeFileSync(file, `${JSON.stringify(results, null, '\t')}\n`);
	console.log(`\nSaved to ${file}`);
};

/** Keeps rows that were not measured this time, unless they were measured on another machine. */
function updateResults(results: Results): void {
	const saved = existsSync(savedResults)
		? (JSON.parse(readFileSync(savedResults, 'utf8')) as Results)
		: results;
	const all: Results['rows'] = isDeepStrictEqual(saved.machine, results.machine)
		? { ...saved.rows, ...results.rows }
		: results.rows;
	const ordered = Object.fromEntries(
		Object.keys(rows).flatMap((name) => (all[name] ? [[name, all[name]]] : [])),
	);
	const merged: Results = { machine: results.machine, rows: ordered };
	save(savedResults, merged);
	updatePage(merged);
}

function updatePage(results: Results): void {
	const readPage = (path: string): string => readFileSync(inRoot(path), 'utf8');
	for (const [path, content] of Object.entries(pageFiles(readPage, results)))
		writeFileSync(inRoot(path), content);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
