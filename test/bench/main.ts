// npm run bench: measures all rows with one n8n and one local service.
// npm run bench -- items pages: measures only these rows.
//
// --runs=N    number of runs per line; default: 5
// --profile   writes a CPU profile of each line's last run to build/bench/
// --write     saves the results in docs/performance.json and updates the table in
// docs/performance.md
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { startTestN8n } from '../host/kit/testN8n';
import { packFolder } from '../../tools/pack/pack';
import { inBuild, inRoot } from '../../tools/system/paths';
import { files } from './files';
import { thousandItems } from './items';
import type { Setting } from './measure';
import { returnAll } from './pages';
import { withFigures } from './page';
import { polls } from './polls';
import { queueMode } from './queue';
import { machine, formatLines, type Line, type Results } from './report';
import { manySizes } from './sizes';
import { starts } from './starts';
import { startUpstream } from './upstream';
import { webhooks } from './webhooks';

/** In the order of the table. */
const rows: Record<string, (setting: Setting) => Promise<Line[]>> = {
	items: thousandItems,
	sizes: manySizes,
	pages: returnAll,
	webhooks,
	polls,
	files,
	starts,
	queue: queueMode,
};

async function main(): Promise<void> {
	const args = process.argv.slice(2);
	const unknown = args.filter(
		(argument) =>
			!(argument in rows) &&
			argument !== '--profile' &&
			argument !== '--write' &&
			!argument.startsWith('--runs='),
	);
	if (unknown.length > 0)
		throw new Error(
			`Unknown row or option: ${unknown.join(', ')}. Available rows: ${Object.keys(rows).join(', ')}`,
		);
	const selected = args.filter((argument) => argument in rows);
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
		const credential = async (type: string, data: Record<string, string>) => ({
			[type]: await n8n.createCredential(type, data),
		});
		const credentials = {
			...(await credential('mediaGenerationApi', {
				baseUrl: upstream.url,
				authentication: 'bearer',
				apiKey: 'key',
			})),
			...(await credential('workspaceTokenApi', { baseUrl: upstream.url, token: 'token' })),
			...(await credential('codeHostingApi', { baseUrl: upstream.url, token: 'token' })),
			...(await credential('financeDataApi', {
				provider: 'other',
				baseUrl: upstream.url,
				clientId: 'i',
				clientSecret: 'secret',
				vendor: 'Service',
			})),
			...(await credential('bareLoopApi', { apiKey: 'key' })),
			...(await credential('bareLoopFunctionApi', { apiKey: 'key' })),
			...(await credential('httpHeaderAuth', { name: 'Authorization', value: 'Bearer key' })),
			...(await credential('githubApi', { server: upstream.url, user: 'u', accessToken: 'key' })),
		};
		const runs = Number(
			args.find((argument) => argument.startsWith('--runs='))?.slice('--runs='.length) ?? 5,
		);
		const setting: Setting = {
			n8n,
			upstream,
			credentials,
			runs,
			profile: args.includes('--profile'),
		};
		const measured: Record<string, Results['rows'][string]> = {};
		for (const [name, row] of Object.entries(rows)) {
			if (selected.length > 0 && !selected.includes(name)) continue;
			const start = Date.now();
			const lines = await row(setting);
			measured[name] = { at: new Date(start).toISOString(), lines };
			console.log(
				`\n${name}, in ${Math.round((Date.now() - start) / 1000)} s\n${formatLines(lines)}`,
			);
		}
		const results: Results = { machine: machine(), rows: measured };
		save(inBuild('bench.json'), results);
		if (args.includes('--write')) updatePage(results);
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
function updatePage(results: Results): void {
	const file = inRoot('docs', 'performance.json');
	const saved = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : results;
	const all: Results['rows'] = isDeepStrictEqual(saved.machine, results.machine)
		? { ...saved.rows, ...results.rows }
		: results.rows;
	const ordered = Object.fromEntries(
		Object.keys(rows).flatMap((name) => (all[name] ? [[name, all[name]]] : [])),
	);
	save(file, { machine: results.machine, rows: ordered });
	const page = inRoot('docs', 'performance.md');
	writeFileSync(
		page,
		withFigures(readFileSync(page, 'utf8'), { machine: results.machine, rows: ordered }),
	);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
