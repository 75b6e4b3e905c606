import { matchEntries } from '../../../nodes/InstanceCloud/matchEntries';

const byUuid = (...uuids: string[]) => uuids.map((uuid) => ({ uuid }));

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
