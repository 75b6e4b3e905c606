import { nameProblem, referenceProblem, targetOf } from '../../../nodes/InstanceCloud/targets';

describe('a name', () => {
	const longest = `${'a'.repeat(60)}.${'b'.repeat(60)}`;
	test.each(['app', 'My-App7.example.com', 'a'.repeat(63), longest])('%s is accepted', (name) => {
		expect(nameProblem(name)).toBeUndefined();
		expect(targetOf(name)).toEqual({ name: name.toLowerCase() });
	});

	test.each([
		['', 'must not be empty'],
		['app.example.', 'must not end with a dot'],
		['a..b', 'must not contain consecutive dots'],
		['a--b', 'must not contain consecutive hyphens'],
		['my_app', 'can contain only letters, digits, hyphens and dots, got "_"'],
		['1app', 'must start with a letter, including after each dot, got "1app"'],
		['app.-x', 'must start with a letter, including after each dot, got "-x"'],
		['app-.x', 'must end with a letter or digit, including before each dot, got "app-"'],
		[`${longest}b`, 'must be at most 121 characters long, got 122'],
		[`${'a'.repeat(64)}.b`, 'must have at most 63 characters between dots, got 64'],
	])('%j is rejected: %s', (name, problem) => {
		expect(nameProblem(name)).toBe(problem);
	});
});

describe('a reference', () => {
	test('is treated as a UUID if it has the format of a UUID, and otherwise as a name', () => {
		const uuid = '9f0c4c1e-3a58-4f6e-9a39-2a0c1f7b2d10';
		for (const text of [uuid, uuid.toUpperCase()]) expect(targetOf(text)).toEqual({ uuid });
		expect(referenceProblem('9f0c4c1e-3a58-4f6e-9a39')).toBe(
			'is neither a UUID nor a valid name. A name must start with a letter, including after each dot, got "9f0c4c1e-3a58-4f6e-9a39"',
		);
		expect(() => targetOf('a b', 'Instance')).toThrow(
			'Instance is neither a UUID nor a valid name. A name can contain only letters',
		);
	});
});
