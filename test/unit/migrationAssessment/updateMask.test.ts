import type { IDataObject } from 'n8n-workflow';
import { updateMaskOf } from '../../../nodes/MigrationAssessment/updateMask';

test.each([
	[{}, ''],
	[{ displayName: '' }, 'displayName'],
	[{ labels: { env: 'prod' }, description: 'x' }, 'labels,description'],
	[
		{ virtualMachinePreferences: { targetProduct: 'A', vmware: { ratio: 2 } } },
		'virtualMachinePreferences.targetProduct,virtualMachinePreferences.vmware.ratio',
	],
	[{ regionPreferences: { preferredRegions: ['a', 'b'] } }, 'regionPreferences.preferredRegions'],
	[{ inventory: {} }, 'inventory'],
	[{ values: { 'a key.with dots': 1 } }, 'values'],
	[{ hideReason: null }, 'hideReason'],
])('the update mask of %j is %j', (body, mask) => {
	expect(updateMaskOf(body as IDataObject)).toBe(mask);
});
