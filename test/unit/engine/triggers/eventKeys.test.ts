import { serialize } from 'node:v8';
import {
	boundedKey,
	eventKeyOf,
	RecentKeys,
	RecentValues,
} from '../../../../nodes/engine/triggers/eventKeys';

test('an event key joins its parts with colons, and a missing part is empty', () => {
	expect(eventKeyOf('INVOICE', 7, undefined, true)).toBe('INVOICE:7::true');
});

test('boundedKey keeps short keys, and replaces long keys and keys with whitespace by a hash', () => {
	expect(boundedKey('12345678901')).toBe('12345678901');
	const hashes = ['', 'a b', 'a\nb', 'x'.repeat(129), 'x'.repeat(130)].map(boundedKey);
	expect(new Set(hashes).size).toBe(hashes.length);
	for (const hash of hashes) expect(hash).toMatch(/^sha256:[0-9a-f]{32}$/);
});

test('RecentKeys recognizes repeated keys, can forget a key, and drops the oldest keys', () => {
	const keys = new RecentKeys(2);
	expect([keys.add('a'), keys.add('a'), keys.has('a'), keys.has('b')]).toEqual([
		true,
		false,
		true,
		false,
	]);
	keys.delete('a');
	expect([keys.add('a'), keys.add('b'), keys.add('c'), keys.has('a'), keys.has('b')]).toEqual([
		true,
		true,
		true,
		false,
		true,
	]);
});

test('RecentKeys does not keep long keys', () => {
	const keys = new RecentKeys(1000);
	const long = 'x'.repeat(100_000);
	for (let index = 0; index < 20; index++) expect(keys.add(`${long}${index}`)).toBe(true);
	expect(keys.add(`${long}0`)).toBe(false);
	expect(serialize(keys).length).toBeLessThan(10_000);
	keys.delete(`${long}0`);
	expect(keys.add(`${long}0`)).toBe(true);
});

test('RecentValues drops the least recently set entry', () => {
	const values = new RecentValues(2);
	values.set('a', '1');
	values.set('b', '1');
	values.set('a', '2');
	values.set('c', '1');
	expect([values.get('a'), values.get('b'), values.get('c')]).toEqual(['2', undefined, '1']);
});

test('RecentKeys with a lifetime keeps a limited number of keys for a limited time', () => {
	const clock = jest.spyOn(performance, 'now').mockReturnValue(5000);
	const keys = new RecentKeys(2, 1000);
	keys.add('a');
	clock.mockReturnValue(5999);
	expect([keys.has('a'), keys.has('b')]).toEqual([true, false]);
	clock.mockReturnValue(6000);
	expect(keys.has('a')).toBe(false);
	for (const key of ['a', 'b', 'c']) keys.add(key);
	expect(['a', 'b', 'c'].map((key) => keys.has(key))).toEqual([false, true, true]);
	clock.mockRestore();
});
