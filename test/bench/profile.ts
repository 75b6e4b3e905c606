/** Whose the CPU time of a profile is, by what stands on the stack. */
import { readFileSync } from 'node:fs';

interface Frame {
	readonly functionName: string;
	readonly url: string;
}

interface Profile {
	readonly nodes: readonly {
		readonly id: number;
		readonly callFrame: Frame;
		readonly children?: readonly number[];
	}[];
	readonly samples: readonly number[];
	/** Microseconds. */
	readonly timeDeltas: readonly number[];
}

/** The first that is anywhere on the stack takes the sample. */
const parts: readonly (readonly [string, (frame: Frame, leaf: boolean) => boolean])[] = [
	[
		'',
		({ functionName, url }, leaf) =>
			url.includes('Clock.node') || (leaf && functionName === '(idle)'),
	],
	[
		'garbage and the machine',
		({ functionName }, leaf) => leaf && /^\((garbage collector|program)\)$/.test(functionName),
	],
	[
		'parameters and their expressions',
		({ functionName }) => /^_?(getNodeParameter|evaluateExpression)$/.test(functionName),
	],
	[
		'the credential',
		({ functionName, url }) =>
			/typeorm|sqlite|credentials-helper|encryption/.test(url) ||
			/^_?getCredentials$/.test(functionName),
	],
	[
		'the request',
		({ url }) =>
			/axios|backend-network|node:(_http|net|internal\/(http|streams|stream_base))/.test(url),
	],
	['this pack', ({ url }) => url.includes('/n8n-nodes-tenfold/dist/')],
];

/** One line: every part with its share. */
export function sharesIn(file: string): string {
	const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as Profile;
	const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
	const parents = new Map(
		nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
	);
	const times = new Map<string, number>();
	for (const [index, sample] of samples.entries()) {
		const stack: Frame[] = [];
		for (let at: number | undefined = sample; at !== undefined; at = parents.get(at))
			stack.push(frames.get(at)!);
		const [part] = parts.find(([, takes]) =>
			stack.some((frame, depth) => takes(frame, depth === 0)),
		) ?? ['the rest'];
		if (part !== '') times.set(part, (times.get(part) ?? 0) + timeDeltas[index]!);
	}
	const all = [...times.values()].reduce((sum, time) => sum + time, 0);
	return [...times]
		.sort(([, one], [, other]) => other - one)
		.map(([part, time]) => `${part} ${Math.round((100 * time) / all)} %`)
		.join(', ');
}
