import { matchEntries } from '../../../nodes/InstanceCloud/matchEntries';

const byUuid = (...uuids: string[]) => uuids.map((uuid) => ({ uuid }));

test('every entry is matched to its own target, in whatever order the service returns them', () => {
	const targets = [{ uuid: 'A' }, { name: 'two' }, { uuid: 'a' }, { name: 'Three' }];
	const entries = [
		{ uuid: 'c', name: 'three' },
		{ uuid: 'a', name: 'one' },
		{ uuid: 'b', name: 'two' },
		{ uuid: 'a', name: 'one', again: true },
	];
	const matched = matchEntries(targets, entries);
	expect(matched).toEqual([entries[1], entries[2], entries[3], entries[0]]);
});

test('an object that the service returns once is matched to all targets that refer to it', () => {
	const entries = [
		{ uuid: 'b', name: 'two' },
		{ uuid: 'a', name: 'one' },
	];
	expect(matchEntries([{ uuid: 'a' }, { name: 'two' }, { name: 'one' }], entries)).toEqual([
		entries[1],
		entries[0],
		entries[1],
	]);
});

test('entries without a name or a UUID are matched by position', () => {
	const entries = [{ message: 'position 0' }, { uuid: 'b' }, { message: 'position 2' }];
	expect(matchEntries(byUuid('a', 'b', 'c'), entries)).toEqual(entries);
	const other = [{ uuid: 'b' }, { message: 'position 1' }];
	expect(matchEntries(byUuid('a', 'b'), other)).toEqual([undefined, other[0]]);
});

test('an entry of an object that no target refers to is never matched', () => {
	expect(matchEntries(byUuid('a', 'b', 'c'), byUuid('other', 'b', 'c'))).toEqual([
		undefined,
		...byUuid('b', 'c'),
	]);
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
