import fc from 'fast-check';
import { land } from '../../../nodes/InstanceCloud/landing';

const uuids = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 40 });

/** Targets by UUID or by name over some objects, each object as often as it is asked for. */
const asked = uuids.chain((all) =>
	fc
		.array(fc.record({ at: fc.nat({ max: all.length - 1 }), byName: fc.boolean() }), {
			minLength: 1,
			maxLength: 60,
		})
		.map((picks) =>
			picks.map(({ at, byName }) => ({
				object: all[at]!,
				target: byName ? { name: `object-${at}` } : { uuid: all[at]! },
				name: `object-${at}`,
			})),
		),
);
const order = <T>(all: readonly T[], by: readonly number[]): T[] =>
	all
		.map((one, index) => [by[index % by.length]! * 1000 + index, one] as const)
		.sort(([a], [b]) => a - b)
		.map(([, one]) => one);
const shuffle = fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 60 });

test('every entry lands on its own target, in whatever order the service answers', () => {
	fc.assert(
		fc.property(asked, shuffle, (picks, by) => {
			const entries = order(
				picks.map(({ object, name }) => ({ uuid: object, name, status: 'success' })),
				by,
			);
			const landed = land(
				picks.map(({ target }) => target),
				entries,
			);
			expect(landed.map((entry) => entry?.uuid)).toEqual(picks.map(({ object }) => object));
			// The same object asked for twice gets both of its entries.
			expect(new Set(landed).size).toBe(picks.length);
		}),
	);
});

test('an object that the service answers once serves all targets that name it', () => {
	fc.assert(
		fc.property(asked, shuffle, (picks, by) => {
			const once = [
				...new Map(picks.map(({ object, name }) => [object, { uuid: object, name }])).values(),
			];
			const landed = land(
				picks.map(({ target }) => target),
				order(once, by),
			);
			expect(landed.map((entry) => entry?.uuid)).toEqual(picks.map(({ object }) => object));
		}),
	);
});

test('entries without a name or a UUID land by their place', () => {
	fc.assert(
		fc.property(uuids, (all) => {
			const landed = land(
				all.map((uuid) => ({ uuid })),
				all.map((uuid, index) => (index % 2 ? { uuid } : { message: `place ${index}` })),
			);
			expect(landed.map((entry) => entry?.uuid ?? entry?.message)).toEqual(
				all.map((uuid, index) => (index % 2 ? uuid : `place ${index}`)),
			);
		}),
	);
});

test('an entry that is about something else never lands', () => {
	fc.assert(
		fc.property(fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 20 }), (all) => {
			const [other, ...targets] = all;
			const entries = [{ uuid: other }, ...targets.slice(1).map((uuid) => ({ uuid }))];
			const landed = land(
				targets.map((uuid) => ({ uuid })),
				entries,
			);
			expect(landed[0]).toBeUndefined();
			expect(landed.slice(1).map((entry) => entry?.uuid)).toEqual(targets.slice(1));
		}),
	);
});

test('objects that the request made belong to the target of their place', () => {
	const made = [{ uuid: 'new-1' }, { uuid: 'new-2' }];
	expect(land([{ uuid: 'a' }, { uuid: 'b' }], made)).toEqual([undefined, undefined]);
	expect(land([{ uuid: 'a' }, { uuid: 'b' }], made, { made: true })).toEqual(made);
	expect(
		land([{ name: 'a' }, { name: 'b' }], [{ name: 'b' }, { name: 'c' }], { made: true, keys: [] }),
	).toEqual([{ name: 'b' }, { name: 'c' }]);
});

test('fewer entries than targets leave the others without one', () => {
	expect(land([{ uuid: 'a' }, { uuid: 'b' }], [{ uuid: 'b' }])).toEqual([undefined, { uuid: 'b' }]);
	expect(land([{ uuid: 'a' }, { uuid: 'b' }], [{ message: 'whose?' }])).toEqual([
		undefined,
		undefined,
	]);
});

test('an id tells several updates of one object apart', () => {
	const targets = [
		{ uuid: 'a', id: 'item-0' },
		{ uuid: 'a', id: 'item-1' },
	];
	expect(
		land(
			targets,
			[
				{ uuid: 'a', id: 'item-1' },
				{ uuid: 'a', id: 'item-0' },
			],
			{ keys: ['id', 'uuid', 'name'] },
		),
	).toEqual([
		{ uuid: 'a', id: 'item-0' },
		{ uuid: 'a', id: 'item-1' },
	]);
});
