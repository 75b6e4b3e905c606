import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { maskOf } from '../../../nodes/MigrationAssessment/mask';
import {
	applyFieldMask as patched,
	type Resource as Stored,
} from '../../services/migrationAssessment/store';

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
/** Plain objects on both sides, so that prototypes don't count. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('a record that is patched by a body and its mask holds the body', () => {
	fc.assert(
		fc.property(bodies, (body) => {
			fc.pre(Object.keys(body).length > 0);
			expect(plain(patched({} as Stored, maskOf(body), body as never))).toEqual(plain(body));
		}),
	);
});

test('a patch touches nothing that was not given', () => {
	fc.assert(
		fc.property(bodies, bodies, (body, other) => {
			fc.pre(Object.keys(body).length > 0);
			const before = { mine: body, others: other } as unknown as Stored;
			const after = patched(before, maskOf({ mine: body } as IDataObject), { mine: body });
			expect(plain(after.others)).toEqual(plain(other));
		}),
	);
});

test('no path lies below another, and none is there twice', () => {
	fc.assert(
		fc.property(bodies, (body) => {
			const all = paths(maskOf(body));
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
])('%j changes %s', (body, mask) => {
	expect(maskOf(body as IDataObject)).toBe(mask);
});
