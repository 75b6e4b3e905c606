// The cost per item for different numbers of items.
import { lineOf, linesOf, type Measured, type Setting } from './measure';
import { bareLoop, generation, records } from './nodes';
import type { Line } from './report';

const many = 100_000;

export async function manySizes(setting: Setting): Promise<Line[]> {
	const row = 'number of items, 50 at once';
	const counts = await linesOf(
		setting,
		row,
		[1000, 10].map((items) => ({
			what: `${items.toLocaleString('en')} items`,
			node: generation(setting, { itemsAtOnce: 50 }),
			items,
			expect: items,
		})),
	);
	return [...counts, ...(await manyItems(setting, row))];
}

/**
 * A run with many items. Its memory is compared with that of a node that only returns the same
 * items, and with that of n8n's request function.
 */
async function manyItems(setting: Setting, row: string): Promise<Line[]> {
	const { n8n } = setting;
	const retained = 'bytes per item retained';
	const what = `${many.toLocaleString('en')} items`;
	const measure = async (measured: Pick<Measured, 'what' | 'node'>) => {
		// n8n's process keeps the memory of a run, so the next one would grow less.
		await n8n.process.restart();
		await n8n.rest.signIn();
		return await lineOf(setting, row, {
			...measured,
			items: many,
			expect: many,
			runs: 1,
			figures: ([sample]) => ({ [retained]: sample!.retainedBytes / many }),
		});
	};
	const without = await measure({ what: `${what}, without requests`, node: records });
	const helper = await measure({
		what: `${what}, bare request helper`,
		node: bareLoop(setting, { concurrency: 50 }, 'bareLoopFunctionApi'),
	});
	const withPack = await measure({ what, node: generation(setting, { itemsAtOnce: 50 }) });
	const added = withPack.beside![retained]! - without.beside![retained]!;
	return [
		{ ...withPack, beside: { ...withPack.beside, 'bytes per item added by this pack': added } },
		without,
		helper,
	];
}
