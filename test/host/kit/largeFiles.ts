// Creates large files, and measures n8n's memory while a file is transferred.
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { filesFolder } from '../../../tools/n8n/environment';
import type { N8nProcess } from '../../../tools/n8n/process';
import type { NodeSpec, TestN8n } from './testN8n';

const MiB = 1024 * 1024;

/** Writes a file of `size` bytes that workflows can access. Returns a node that reads it. */
export async function createLargeFile(
	{ process }: TestN8n,
	name: string,
	size: number,
): Promise<NodeSpec> {
	mkdirSync(filesFolder(process.userFolder), { recursive: true });
	const path = join(filesFolder(process.userFolder), name);
	const out = createWriteStream(path);
	for (let written = 0; written < size; written += MiB) out.write(Buffer.alloc(MiB, 7));
	out.end();
	await finished(out);
	return {
		name: 'Read',
		type: 'n8n-nodes-base.readWriteFile',
		typeVersion: 1,
		parameters: { operation: 'read', fileSelector: path, options: {} },
	};
}

/**
 * Runs `work` and measures by how many MB n8n's resident memory grows while the file is
 * transferred.
 * @param isTransferring whether the transfer is in progress. Memory is measured only during the
 * transfer, so that the memory used by earlier nodes is not included.
 * @throws Error if the transfer was never observed, in which case nothing was measured
 */
export async function measureMemoryGrowth<T>(
	name: string,
	process: N8nProcess,
	isTransferring: () => boolean,
	work: () => Promise<T>,
): Promise<{ result: T; grownMB: number }> {
	let before = 0;
	let max = 0;
	const timer = setInterval(() => {
		if (!isTransferring()) return;
		before ||= process.rss();
		max = Math.max(max, process.rss());
	}, 5);
	const result = await work().finally(() => clearInterval(timer));
	if (before === 0) throw new Error(`${name}: the transfer was not observed`);
	const grownMB = (max - before) / MiB;
	console.log(`${name}: n8n's memory grew by ${grownMB.toFixed(1)} MB`);
	return { result, grownMB };
}
