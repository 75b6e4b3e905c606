/** Lists that the parameter Limit cuts, in operations that read more than they return. */
import type { IDataObject } from 'n8n-workflow';
import { hintsOf } from '../kit/executor';
import { byId } from '../kit/locator';
import { rawServersPerTest } from '../kit/rawServer';
import { rawRunner } from '../kit/rawService';
import { respondByLine } from '../kit/routes';

const runRaw = rawRunner(rawServersPerTest());

/** The hints of a run that returns two items. */
async function hintsOfTwo(
	name: string,
	routes: Readonly<Record<string, unknown>>,
	parameters: IDataObject,
): Promise<string[]> {
	const result = await runRaw(
		name,
		{ returnAll: false, limit: 2, ...parameters },
		respondByLine(routes),
	);
	expect(result.error).toBeUndefined();
	expect(result.items).toHaveLength(2);
	return hintsOf(result);
}

// https://developers.google.com/workspace/tasks/reference/rest/v1/tasks/list: no order by title
test.each([
	[3, 1],
	[2, 0],
])('Task List: Get Many of %d tasks sorted by title shows %d hints', async (count, hints) => {
	const items = Array.from({ length: count }, (_, index) => ({
		id: `${index}`,
		title: `${index}`,
	}));
	const shown = await hintsOfTwo(
		'taskList',
		{ 'GET /tasks/v1/lists/l1/tasks': { items } },
		{
			resource: 'task',
			operation: 'getAll',
			taskListId: byId('l1'),
			options: { sortBy: 'title' },
		},
	);
	expect(shown).toHaveLength(hints);
});
