import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { updateMaskOf } from '../../../nodes/MigrationAssessment/updateMask';
import { applyFieldMask, type Resource } from '../../services/migrationAssessment/store';

const key = fc.stringMatching(/^[a-z][A-Za-z0-9]{0,7}$/);
const leaf = fc.oneof(
	fc.string(),
	fc.integer(),
	fc.boolean(),
	fc.array(fc.string(), { maxLength: 3 }),
);
const { tree } = fc.letrec((tie) => ({
	tree: fc.dictionary(key, fc.oneof({ depthSize: 'small' }, leaf, tie('tree')), { maxKeys: 4 }),
}));
const bodies = tree as fc.Arbitrary<IDataObject>;
const paths = (mask: string): string[] => (mask === '' ? [] : mask.split(','));
/** Converts a value to plain JSON data, so that prototypes are not compared. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('patching an empty record with a body and its update mask results in that body', () => {
	fc.assert(
		fc.property(bodies, (body) => {
			fc.pre(Object.keys(body).length > 0);
			expect(plain(applyFieldMask({} as Resource, updateMaskOf(body), body as never))).toEqual(
				plain(body),
			);
		}),
	);
});

test('a patch does not change other fields', () => {
	fc.assert(
		fc.property(bodies, bodies, (body, other) => {
			fc.pre(Object.keys(body).length > 0);
			const before = { changed: body, unchanged: other } as unknown as Resource;
			const after = applyFieldMask(before, updateMaskOf({ changed: body } as IDataObject), {
				changed: body,
			});
			expect(plain(after.unchanged)).toEqual(plain(other));
		}),
	);
});

test('no path in a mask is repeated or inside another path', () => {
	fc.assert(
		fc.property(bodies, (body) => {
			const all = paths(updateMaskOf(body));
			expect(new Set(all).size).toBe(all.length);
			for (const one of all) expect(all.filter((other) => other.startsWith(`${one}.`))).toEqual([]);
		}),
	);
});

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
