// Attributes the CPU time of a profile to categories, based on the call stacks.
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
	/** In microseconds. */
	readonly timeDeltas: readonly number[];
}

/**
 * A sample belongs to the first category that matches any frame of its stack. A category with an
 * empty name excludes the sample.
 */
const categories: readonly (readonly [string, (frame: Frame, leaf: boolean) => boolean])[] = [
	[
		'',
		({ functionName, url }, leaf) =>
			url.includes('Clock.node') || (leaf && functionName === '(idle)'),
	],
	[
		'garbage collection and V8',
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

/** Returns one line with the share of each category. */
export function cpuShares(file: string): string {
	const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as Profile;
	const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
	const parents = new Map(
		nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
	);
	const times = new Map<string, number>();
	for (const [index, sample] of samples.entries()) {
		const stack: Frame[] = [];
		for (let id: number | undefined = sample; id !== undefined; id = parents.get(id))
			stack.push(frames.get(id)!);
		const [category] = categories.find(([, matches]) =>
			stack.some((frame, depth) => matches(frame, depth === 0)),
		) ?? ['other'];
		if (category !== '') times.set(category, (times.get(category) ?? 0) + timeDeltas[index]!);
	}
	const total = [...times.values()].reduce((sum, time) => sum + time, 0);
	return [...times]
		.sort(([, one], [, other]) => other - one)
		.map(([category, time]) => `${category} ${Math.round((100 * time) / total)} %`)
		.join(', ');
}
