import { ownValue } from '../../../../nodes/engine/describe';

test('returns the value of an own property', () => {
	expect(ownValue({ a: 1 }, 'a')).toBe(1);
	expect(ownValue<object>(JSON.parse('{"__proto__":{"a":1}}'), '__proto__')).toEqual({ a: 1 });
});

test.each(Object.getOwnPropertyNames(Object.prototype))(
	'returns undefined for the inherited property %s',
	(name) => expect(ownValue({}, name)).toBeUndefined(),
);
