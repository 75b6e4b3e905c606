import fc from 'fast-check';
import { matchEntries } from '../../../nodes/InstanceCloud/matchEntries';

const uuids = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 40 });

/**
 * Targets that refer to random objects by UUID or by name. Several targets can refer to the same
 * object.
 */
const targetLists = uuids.chain((objects) =>
	fc
		.array(fc.record({ at: fc.nat({ max: objects.length - 1 }), byName: fc.boolean() }), {
			minLength: 1,
			maxLength: 60,
		})
		.map((picks) =>
			picks.map(({ at, byName }) => ({
				uuid: objects[at]!,
				name: `object-${at}`,
				target: byName ? { name: `object-${at}` } : { uuid: objects[at]! },
			})),
		),
);
const shuffle = <T>(items: readonly T[], order: readonly number[]): T[] =>
	items
		.map((item, index) => [order[index % order.length]! * 1000 + index, item] as const)
		.sort(([a], [b]) => a - b)
		.map(([, item]) => item);
const orders = fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 60 });

test('every entry is matched to its own target, in whatever order the service returns them', () => {
	fc.assert(
		fc.property(targetLists, orders, (picks, order) => {
			const entries = shuffle(
				picks.map(({ uuid, name }) => ({ uuid, name, status: 'success' })),
				order,
			);
			const matched = matchEntries(
				picks.map(({ target }) => target),
				entries,
			);
			expect(matched.map((entry) => entry?.uuid)).toEqual(picks.map(({ uuid }) => uuid));
			// Each target gets its own entry, even if several targets refer to the same object.
			expect(new Set(matched).size).toBe(picks.length);
		}),
	);
});

test('an object that the service returns once is matched to all targets that refer to it', () => {
	fc.assert(
		fc.property(targetLists, orders, (picks, order) => {
			const uniqueEntries = [
				...new Map(picks.map(({ uuid, name }) => [uuid, { uuid, name }])).values(),
			];
			const matched = matchEntries(
				picks.map(({ target }) => target),
				shuffle(uniqueEntries, order),
			);
			expect(matched.map((entry) => entry?.uuid)).toEqual(picks.map(({ uuid }) => uuid));
		}),
	);
});

test('entries without a name or a UUID are matched by position', () => {
	fc.assert(
		fc.property(uuids, (all) => {
			const matched = matchEntries(
				all.map((uuid) => ({ uuid })),
				all.map((uuid, index) => (index % 2 ? { uuid } : { message: `position ${index}` })),
			);
			expect(matched.map((entry) => entry?.uuid ?? entry?.message)).toEqual(
				all.map((uuid, index) => (index % 2 ? uuid : `position ${index}`)),
			);
		}),
	);
});

test('an entry of an object that no target refers to is never matched', () => {
	fc.assert(
		fc.property(fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 20 }), (all) => {
			const [other, ...targets] = all;
			const entries = [{ uuid: other }, ...targets.slice(1).map((uuid) => ({ uuid }))];
			const matched = matchEntries(
				targets.map((uuid) => ({ uuid })),
				entries,
			);
			expect(matched[0]).toBeUndefined();
			expect(matched.slice(1).map((entry) => entry?.uuid)).toEqual(targets.slice(1));
		}),
	);
});

test('objects created by the request are matched to the targets by position', () => {
	const created = [{ uuid: 'new-1' }, { uuid: 'new-2' }];
	const targets = [{ uuid: 'a' }, { uuid: 'b' }];
	expect(matchEntries(targets, created)).toEqual([undefined, undefined]);
	expect(matchEntries(targets, created, { created: true })).toEqual(created);
	expect(
		matchEntries([{ name: 'a' }, { name: 'b' }], [{ name: 'b' }, { name: 'c' }], {
			created: true,
			keys: [],
		}),
	).toEqual([{ name: 'b' }, { name: 'c' }]);
});

test('if the response has fewer entries than targets, the other targets get none', () => {
	const targets = [{ uuid: 'a' }, { uuid: 'b' }];
	expect(matchEntries(targets, [{ uuid: 'b' }])).toEqual([undefined, { uuid: 'b' }]);
	expect(matchEntries(targets, [{ message: 'unknown' }])).toEqual([undefined, undefined]);
});

test('several updates of one object are matched by ID', () => {
	const targets = [
		{ uuid: 'a', id: 'item-0' },
		{ uuid: 'a', id: 'item-1' },
	];
	const entries = [
		{ uuid: 'a', id: 'item-1' },
		{ uuid: 'a', id: 'item-0' },
	];
	expect(matchEntries(targets, entries, { keys: ['id', 'uuid', 'name'] })).toEqual([
		{ uuid: 'a', id: 'item-0' },
		{ uuid: 'a', id: 'item-1' },
	]);
});
