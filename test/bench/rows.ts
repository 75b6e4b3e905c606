/** The rows of the benchmark: what is run, beside what. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import axios from 'axios';
import { Agent } from 'node:http';
import { filesFolder } from '../host/env';
import { manyItems, type NodeSpec, type Stage } from '../host/kit/stage';
import { sampled, spreadOf, type Sample, type Spread } from './measure';
import type { Upstream } from './upstream';

export interface Line {
	readonly row: string;
	readonly what: string;
	/** Milliseconds. */
	readonly ms: Spread;
	/** CPU seconds of n8n. */
	readonly cpu?: number;
	/** Megabytes that n8n grew by at the most. */
	readonly growth?: number;
	readonly inFlight?: number;
	readonly requests?: number;
	/** What the time is compared to, and how many times longer it is. */
	readonly beside?: string;
}

export interface Setting {
	readonly stage: Stage;
	readonly upstream: Upstream;
	/** Counted runs a line; one more warms up. */
	readonly runs: number;
	readonly credentials: Readonly<Record<string, { id: string; name: string }>>;
}

const line = (row: string, what: string, samples: readonly Sample[]): Line => ({
	row,
	what,
	ms: spreadOf(samples.map(({ ms }) => ms)),
	cpu: spreadOf(samples.map(({ cpu }) => cpu)).median,
	growth: spreadOf(samples.map(({ growth }) => growth)).max / 1024 / 1024,
	inFlight: Math.max(...samples.map(({ inFlight }) => inFlight)),
	requests: samples[0]!.requests,
});

const pack = (operation: string, credentials: Setting['credentials'], parameters: NodeSpec['parameters']): NodeSpec => ({
	name: 'Measured',
	type: 'n8n-nodes-tenfold.mediaGeneration',
	parameters: { resource: 'generation', operation, ...parameters },
	credentials: { mediaGenerationApi: credentials.mediaGenerationApi! },
});

const ofItem = { __rl: true, mode: 'id', value: '={{ $json.index }}' };

const bare = ({ upstream, credentials }: Setting, parameters: NodeSpec['parameters']): NodeSpec => ({
	name: 'Measured',
	type: 'n8n-nodes-tenfold-yardstick.bareLoop',
	parameters: { url: `=${upstream.url}/api/v2/generations/{{ $json.index }}`, ...parameters },
	credentials: { bareLoopApi: credentials.bareLoopApi! },
});

const httpRequest = ({ upstream, credentials }: Setting, parameters: NodeSpec['parameters']): NodeSpec => ({
	name: 'Measured',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: { url: `=${upstream.url}/api/v2/generations/{{ $json.index }}`, authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth', ...parameters },
	credentials: { httpHeaderAuth: credentials.httpHeaderAuth! },
});

const github = ({ credentials }: Setting): NodeSpec => ({
	name: 'Measured',
	type: 'n8n-nodes-base.github',
	typeVersion: 1,
	parameters: {
		resource: 'issue',
		operation: 'get',
		owner: { __rl: true, mode: 'name', value: 'o' },
		repository: { __rl: true, mode: 'name', value: 'r' },
		issueNumber: '={{ $json.index }}',
	},
	credentials: { githubApi: credentials.githubApi! },
});

/** Axios with keep-alive, outside n8n: the floor of the wire itself. */
async function axiosFloor({ upstream, runs }: Setting, count: number, width: number): Promise<Spread> {
	const client = axios.create({ httpAgent: new Agent({ keepAlive: true, maxSockets: width }), proxy: false });
	const times: number[] = [];
	for (let run = 0; run <= runs; run++) {
		const began = performance.now();
		let next = 0;
		await Promise.all(
			Array.from({ length: width }, async () => {
				while (next < count) await client.get(`${upstream.url}/api/v2/generations/${next++}`, { headers: { authorization: 'Bearer key' } });
			}),
		);
		if (run > 0) times.push(performance.now() - began);
	}
	return spreadOf(times);
}

/** Row 1: a thousand items, one authenticated request each. */
export async function thousandItems(setting: Setting): Promise<Line[]> {
	const { stage, upstream, runs, credentials } = setting;
	const lines: Line[] = [];
	for (const latencyMs of [0, 50]) {
		upstream.latencyMs = latencyMs;
		const row = `1000 items, service answers in ${latencyMs} ms`;
		const run = async (what: string, node: NodeSpec, times = runs) => lines.push(line(row, what, await sampled(stage, upstream, what, manyItems(1000), node, times)));
		const get = { generationId: ofItem, simplify: false };
		await run('this pack, defaults', pack('get', credentials, get));
		await run('this pack, 50 at once', pack('get', credentials, { ...get, options: { itemsAtOnce: 50 } }));
		await run('HTTP Request node, defaults', httpRequest(setting, {}));
		await run('HTTP Request node, batches of 50', httpRequest(setting, { options: { batching: { batch: { batchSize: 50, batchInterval: 0 } } } }));
		await run('GitHub node', github(setting), latencyMs > 0 ? 1 : runs);
		await run('bare authenticated helper, 50 at once', bare(setting, { width: 50 }));
		lines.push({ row, what: 'axios with keep-alive outside n8n, 50 at once', ms: await axiosFloor(setting, 1000, 50) });
	}
	upstream.latencyMs = 0;
	return lines;
}

/** Row 2: the time grows with the number of items and no faster. */
export async function manySizes(setting: Setting): Promise<Line[]> {
	const lines: Line[] = [];
	for (const count of [10, 1000, 10_000]) {
		const node = pack('get', setting.credentials, { generationId: ofItem, simplify: false, options: { itemsAtOnce: 50 } });
		lines.push(line('items from 10 to 10000', `${count} items`, await sampled(setting.stage, setting.upstream, `${count} items`, manyItems(count), node, Math.min(setting.runs, 3))));
	}
	return lines;
}

/** Row 3: Return All over many records in pages of 100. */
export async function returnAll(setting: Setting): Promise<Line[]> {
	const { stage, upstream, credentials } = setting;
	upstream.records = 20_000;
	const url = `${upstream.url}/api/v2/generations?limit=100`;
	const pagination = {
		pagination: {
			pagination: {
				paginationMode: 'updateAParameterInEachRequest',
				parameters: { parameters: [{ type: 'qs', name: 'cursor', value: '={{ $response.body?.next_cursor ?? "0" }}' }] },
				paginationCompleteWhen: 'other',
				completeExpression: '={{ !$response.body.next_cursor }}',
				limitPagesFetched: true,
				maxRequests: 200,
			},
		},
	};
	const row = 'Return All, 20000 records in pages of 100';
	const run = async (what: string, node: NodeSpec) => line(row, what, await sampled(stage, upstream, what, [], node, Math.min(setting.runs, 3)));
	return [
		await run('this pack', pack('getAll', credentials, { returnAll: true, simplify: false })),
		await run('HTTP Request node with pagination (an item a page)', httpRequest(setting, { url, options: pagination })),
		await run('bare authenticated helper', bare(setting, { url, pages: true })),
	];
}

/** Row 6: files up, against curl. */
export async function files(setting: Setting): Promise<Line[]> {
	const { stage, upstream, credentials } = setting;
	const lines: Line[] = [];
	const folder = filesFolder(stage.n8n.userFolder);
	mkdirSync(folder, { recursive: true });
	for (const megabytes of [1, 10, 95]) {
		const path = join(folder, `${megabytes}.bin`);
		writeFileSync(path, Buffer.alloc(megabytes * 1024 * 1024, 3));
		const read: NodeSpec = { name: 'Read', type: 'n8n-nodes-base.readWriteFile', typeVersion: 1, parameters: { operation: 'read', fileSelector: path, options: {} } };
		const upload: NodeSpec = { ...pack('upload', credentials, { resource: 'file', binaryPropertyName: 'data' }) };
		const row = `a file of ${megabytes} MB goes up`;
		lines.push(line(row, 'this pack', await sampled(stage, upstream, row, [read], upload, Math.min(setting.runs, 3))));
		const times: number[] = [];
		for (let run = 0; run < setting.runs; run++) {
			const began = performance.now();
			await promisify(execFile)('curl', ['-s', '-o', '/dev/null', '-F', `file=@${path}`, `${upstream.url}/api/v2/uploads`]);
			times.push(performance.now() - began);
		}
		lines.push({ row, what: 'curl', ms: spreadOf(times) });
	}
	return lines;
}
