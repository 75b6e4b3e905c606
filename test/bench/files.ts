// File uploads and downloads, compared with curl. n8n stores binary data on disk, so memory
// must not grow with the size of the file.
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { filesFolder } from '../../tools/n8n/environment';
import type { NodeSpec } from '../host/kit/testN8n';
import { linesOf, type Setting } from './measure';
import { artifact, bareLoop, upload } from './nodes';
import { spreadOf, type Line } from './report';

const megabyte = 1024 * 1024;

export async function files(setting: Setting): Promise<Line[]> {
	const { n8n, upstream } = setting;
	const lines: Line[] = [];
	// Restart n8n, because memory allocated during other rows would hide the growth.
	await n8n.process.restart();
	await n8n.rest.signIn();
	const folder = filesFolder(n8n.process.userFolder);
	mkdirSync(folder, { recursive: true });
	for (const megabytes of [1, 10, 95]) {
		const path = join(folder, `${megabytes}.bin`);
		writeFileSync(path, Buffer.alloc(megabytes * megabyte, 3));
		const read: NodeSpec = {
			name: 'Read',
			type: 'n8n-nodes-base.readWriteFile',
			typeVersion: 1,
			parameters: { operation: 'read', fileSelector: path, options: {} },
		};
		const row = `${megabytes} MB upload`;
		lines.push(
			...(await linesOf(setting, row, [
				{ what: 'this pack', before: [read], node: upload(setting), expect: 1 },
				{
					what: 'bare request helper, without a form',
					before: [read],
					node: bareLoop(setting, { file: 'upload', url: `${upstream.url}/api/v2/uploads` }),
					expect: 1,
				},
			])),
		);
		lines.push(await curl(setting, row, '-F', `file=@${path}`, `${upstream.url}/api/v2/uploads`));
		rmSync(path);
	}
	const bytes = 200 * megabyte;
	const url = `${upstream.url}/repos/o/r/actions/artifacts/${bytes}/zip`;
	lines.push(
		...(await linesOf(setting, '200 MB download', [
			{ what: 'this pack', items: 1, node: artifact(setting, bytes), expect: 1 },
			{
				what: 'bare request helper',
				items: 1,
				node: bareLoop(setting, { file: 'download', url }),
				expect: 1,
			},
		])),
	);
	const path = join(folder, 'down.bin');
	lines.push(await curl(setting, '200 MB download', '-L', '-o', path, url));
	rmSync(path);
	return lines;
}

async function curl({ runs }: Setting, row: string, ...parameters: string[]): Promise<Line> {
	const times: number[] = [];
	for (let run = 0; run < runs; run++) {
		const start = performance.now();
		await promisify(execFile)('curl', [
			'-s',
			...(parameters.includes('-o') ? [] : ['-o', '/dev/null']),
			...parameters,
		]);
		times.push(performance.now() - start);
	}
	return { row, what: 'curl', ...spreadOf(times), runs };
}
