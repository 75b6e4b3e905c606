/** `npm run bench`: one table, everything in one run, on one n8n and one local service. Writes build/bench.json with the machine's facts. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { openStage } from '../host/kit/stage';
import { packFolder } from '../host/pack';
import { inBuild, inRoot } from '../host/paths';
import { table } from '../host/table';
import { queueMode } from './queue';
import { files, manySizes, returnAll, thousandItems, type Line, type Setting } from './rows';
import { startUpstream } from './upstream';

const rows: Record<string, (setting: Setting) => Promise<Line[]>> = { items: thousandItems, sizes: manySizes, pages: returnAll, files, queue: queueMode };

async function main(): Promise<void> {
	const wanted = process.argv.slice(2).filter((argument) => argument in rows);
	const upstream = await startUpstream();
	const stage = await openStage();
	try {
		// The yardstick is a pack of its own, so that this pack holds nothing that only the benchmark needs.
		cpSync(inRoot('test', 'bench', 'probe'), packFolder(stage.n8n.userFolder, 'n8n-nodes-tenfold-yardstick'), { recursive: true });
		await stage.n8n.restart();
		await stage.rest.signIn();
		const credential = async (type: string, data: Record<string, string>) => {
			const { id, name } = await stage.credential(type, data);
			return { id, name };
		};
		const credentials = {
			mediaGenerationApi: await credential('mediaGenerationApi', { baseUrl: upstream.url, authentication: 'bearer', apiKey: 'key' }),
			bareLoopApi: await credential('bareLoopApi', { apiKey: 'key' }),
			httpHeaderAuth: await credential('httpHeaderAuth', { name: 'Authorization', value: 'Bearer key' }),
			githubApi: await credential('githubApi', { server: upstream.url, user: 'u', accessToken: 'key' }),
		};
		const setting = { stage, upstream, credentials, runs: 5 };
		const lines: Line[] = [];
		for (const [name, row] of Object.entries(rows)) {
			if (wanted.length > 0 && !wanted.includes(name)) continue;
			console.log(`Measuring ${name} …`);
			lines.push(...(await row(setting)));
		}
		console.log(`\n${printed(lines)}\n`);
		mkdirSync(inBuild(), { recursive: true });
		const machine = { platform: platform(), arch: arch(), cpu: cpus()[0]?.model, cores: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30), node: process.version, n8n: '2.41.1' };
		writeFileSync(inBuild('bench.json'), `${JSON.stringify({ at: new Date().toISOString(), machine, lines }, null, '\t')}\n`);
		console.log('Written to build/bench.json');
	} finally {
		await stage.close();
		upstream.close();
	}
}

const round = (value: number | undefined, digits = 0): string => (value === undefined ? '' : value.toFixed(digits));

/** Times beside the first line of their row, as ratios. */
function printed(lines: readonly Line[]): string {
	const first = new Map<string, Line>();
	for (const line of lines) if (!first.has(line.row)) first.set(line.row, line);
	return table(
		[{ title: 'Row' }, { title: 'What' }, { title: 'ms', right: true }, { title: 'min', right: true }, { title: 'max', right: true }, { title: '× first', right: true }, { title: 'CPU s', right: true }, { title: '+MB', right: true }, { title: 'in flight', right: true }, { title: 'requests', right: true }],
		lines.map((line) => [
			first.get(line.row) === line ? line.row : '',
			line.what,
			round(line.ms.median),
			round(line.ms.min),
			round(line.ms.max),
			round(line.ms.median / first.get(line.row)!.ms.median, 2),
			round(line.cpu, 2),
			round(line.growth),
			round(line.inFlight),
			round(line.requests),
		]),
	);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
