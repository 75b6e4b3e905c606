/** Large files in a real n8n: made, read, and how far n8n grows while one is under way. */
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { filesFolder } from '../../../tools/n8n/environment';
import type { N8n } from '../../../tools/n8n/process';
import type { NodeSpec, Stage } from './testN8n';

const MiB = 1024 * 1024;

/** Writes a file of so many bytes where workflows may read it, and answers the node that does. */
export async function largeFile({ n8n }: Stage, name: string, size: number): Promise<NodeSpec> {
	mkdirSync(filesFolder(n8n.userFolder), { recursive: true });
	const path = join(filesFolder(n8n.userFolder), name);
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
 * Does some work and answers what came of it, and by how many MB n8n's resident memory rose meanwhile.
 * @param underWay whether the file itself is on its way: what nodes before do with memory does not count
 * @throws Error when that was never seen, as nothing was measured then
 */
export async function grownDuring<T>(
	what: string,
	n8n: N8n,
	underWay: () => boolean,
	work: () => Promise<T>,
): Promise<{ result: T; grownMB: number }> {
	let before = 0;
	let most = 0;
	const watch = setInterval(() => {
		if (!underWay()) return;
		before ||= n8n.rss();
		most = Math.max(most, n8n.rss());
	}, 5);
	const result = await work().finally(() => clearInterval(watch));
	if (before === 0) throw new Error(`${what}: the file was never seen under way`);
	const grownMB = (most - before) / MiB;
	console.log(`${what}: n8n grew by ${grownMB.toFixed(1)} MB`);
	return { result, grownMB };
}
