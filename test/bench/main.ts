/**
 * `npm run bench`: one table, everything in one run, on one n8n and one local service. Rows may be named: `npm run bench -- items pages`.
 *
 * --profile   writes a CPU profile of every line's last run into build/bench/
 * --write     keeps the results in docs/performance.json, and the table in docs/performance.md
 */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { openStage } from '../host/kit/testN8n';
import { packFolder } from '../../tools/pack/pack';
import { inBuild, inRoot } from '../../tools/system/paths';
import { files } from './files';
import { thousandItems } from './items';
import type { Setting } from './measure';
import { returnAll } from './pages';
import { withFigures } from './page';
import { polls } from './polls';
import { queueMode } from './queue';
import { machine, printed, type Line, type Results } from './report';
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
	const asked = process.argv.slice(2);
	const unknown = asked.filter(
		(argument) =>
			!(argument in rows) &&
			argument !== '--profile' &&
			argument !== '--write' &&
			!argument.startsWith('--runs='),
	);
	if (unknown.length > 0)
		throw new Error(
			`There is no row ${unknown.join(', ')}. There are: ${Object.keys(rows).join(', ')}`,
		);
	const wanted = asked.filter((argument) => argument in rows);
	mkdirSync(inBuild('bench'), { recursive: true });
	const upstream = await startUpstream();
	const stage = await openStage();
	try {
		// The yardstick is a pack of its own, so that this pack holds nothing that only the benchmark needs.
		cpSync(
			inRoot('test', 'bench', 'probe'),
			packFolder(stage.n8n.userFolder, 'n8n-nodes-tenfold-yardstick'),
			{ recursive: true },
		);
		await stage.n8n.restart();
		await stage.rest.signIn();
		const credential = async (type: string, data: Record<string, string>) => ({
			[type]: await stage.credential(type, data),
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
				environment: 'custom',
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
			asked.find((argument) => argument.startsWith('--runs='))?.slice('--runs='.length) ?? 5,
		);
		const setting: Setting = {
			stage,
			upstream,
			credentials,
			runs,
			profile: asked.includes('--profile'),
		};
		const measured: Record<string, Results['rows'][string]> = {};
		for (const [name, row] of Object.entries(rows)) {
			if (wanted.length > 0 && !wanted.includes(name)) continue;
			const began = Date.now();
			const lines = await row(setting);
			measured[name] = { at: new Date(began).toISOString(), lines };
			console.log(`\n${name}, in ${Math.round((Date.now() - began) / 1000)} s\n${printed(lines)}`);
		}
		const results: Results = { machine: machine(), rows: measured };
		store(inBuild('bench.json'), results);
		if (asked.includes('--write')) renewPage(results);
	} finally {
		await stage.close();
		upstream.close();
	}
}

const store = (file: string, results: Results): void => {
	writeFileSync(file, `${JSON.stringify(results, null, '\t')}\n`);
	console.log(`\nWritten to ${file}`);
};

/** Rows that were not measured this time stay, unless they are of another machine. */
function renewPage(results: Results): void {
	const file = inRoot('docs', 'performance.json');
	const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : results;
	const all: Results['rows'] = isDeepStrictEqual(kept.machine, results.machine)
		? { ...kept.rows, ...results.rows }
		: results.rows;
	const ordered = Object.fromEntries(
		Object.keys(rows).flatMap((name) => (all[name] ? [[name, all[name]]] : [])),
	);
	store(file, { machine: results.machine, rows: ordered });
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
