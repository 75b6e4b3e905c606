import fc from 'fast-check';
import {
	isUuid,
	nameProblem,
	referenceProblem,
	targetOf,
} from '../../../nodes/InstanceCloud/targets';
import { validName } from '../../services/instanceCloud/objects';
import { validNames } from './validNames';

const isValidForService = (name: string): boolean => {
	try {
		validName(name);
		return true;
	} catch {
		return false;
	}
};

describe('a name', () => {
	test('is accepted if its labels are valid, and sent in lowercase', () => {
		fc.assert(
			fc.property(validNames, (name) => {
				fc.pre(!isUuid(name));
				expect(nameProblem(name)).toBeUndefined();
				expect(targetOf(name)).toEqual({ name: name.toLowerCase() });
			}),
		);
	});

	test('is rejected exactly if the service would reject it', () => {
		const almostValidNames = fc
			.array(fc.constantFrom('a', 'B', '7', '-', '.', 'é', '_', ' '), { maxLength: 12 })
			.map((letters) => letters.join(''));
		fc.assert(
			fc.property(
				fc.oneof(almostValidNames, fc.string(), validNames),
				(name) => (nameProblem(name) === undefined) === isValidForService(name),
			),
			{ numRuns: 3000 },
		);
	});

	test('can have up to 63 characters per label, and up to 121 characters in total', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 130 }),
				(length) => (nameProblem('a'.repeat(length)) === undefined) === length <= 63,
			),
		);
		const ofLength = (length: number) => `${'a'.repeat(60)}.${'b'.repeat(length - 61)}`;
		expect(nameProblem(ofLength(121))).toBeUndefined();
		expect(nameProblem(ofLength(122))).toBe('must be at most 121 characters long, got 122');
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
		[`${'a'.repeat(64)}.b`, 'must have at most 63 characters between dots, got 64'],
	])('%j is rejected: %s', (name, problem) => {
		expect(nameProblem(name)).toBe(problem);
	});
});

describe('a reference', () => {
	test('is treated as a UUID if it has the format of a UUID, and otherwise as a name', () => {
		fc.assert(
			fc.property(fc.uuid(), fc.boolean(), (uuid, isUpperCase) =>
				expect(targetOf(isUpperCase ? uuid.toUpperCase() : uuid)).toEqual({ uuid }),
			),
		);
		expect(referenceProblem('9f0c4c1e-3a58-4f6e-9a39')).toBe(
			'is neither a UUID nor a valid name. A name must start with a letter, including after each dot, got "9f0c4c1e-3a58-4f6e-9a39"',
		);
		expect(() => targetOf('a b', 'Instance')).toThrow(
			'Instance is neither a UUID nor a valid name. A name can contain only letters',
		);
	});
});
