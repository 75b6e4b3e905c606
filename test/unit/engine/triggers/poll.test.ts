import type { IPollFunctions } from 'n8n-workflow';
import { createRowFilter } from '../../../../nodes/engine/triggers/poll';

test('rows that are not objects are skipped, with one warning per poll', () => {
	const warnings: unknown[] = [];
	const context = {
		getNode: () => ({ name: 'Trigger' }),
		getWorkflow: () => ({ id: 'w1' }),
		logger: { warn: (...warning: unknown[]) => warnings.push(warning) },
	} as unknown as IPollFunctions;
	const filterRows = createRowFilter(context);
	expect(filterRows([{ id: 1 }])).toEqual([{ id: 1 }]);
	expect(warnings).toEqual([]);
	expect(filterRows([null, { id: 1 }, undefined, 5, 'x', true, []])).toEqual([{ id: 1 }]);
	expect(filterRows([null])).toEqual([]);
	expect(warnings).toEqual([[expect.any(String), { nodeName: 'Trigger', workflowId: 'w1' }]]);
});
