import fc from 'fast-check';
import {
	isUuid,
	nameComplaint,
	referenceComplaint,
	targetOf,
} from '../../../nodes/InstanceCloud/targets';
import { slices } from '../../../nodes/InstanceCloud/requests';
import { validName } from '../../services/instanceCloud/objects';

const serviceTakes = (name: string): boolean => {
	try {
		validName(name);
		return true;
	} catch {
		return false;
	}
};

const label = fc
	.stringMatching(/^[A-Za-z]([A-Za-z0-9]|-[A-Za-z0-9]){0,30}$/)
	.filter((text) => text.length <= 63);
const name = fc
	.array(label, { minLength: 1, maxLength: 4 })
	.map((labels) => labels.join('.'))
	.filter((text) => text.length <= 121);

describe('a name', () => {
	test('of labels by the rule is taken, and sent in lower case', () => {
		fc.assert(
			fc.property(name, (text) => {
				fc.pre(!isUuid(text));
				expect(nameComplaint(text)).toBeUndefined();
				expect(targetOf(text)).toEqual({ name: text.toLowerCase() });
			}),
		);
	});

	test('is refused exactly where the service would refuse it', () => {
		const nearly = fc
			.array(fc.constantFrom('a', 'B', '7', '-', '.', 'é', '_', ' '), { maxLength: 12 })
			.map((letters) => letters.join(''));
		fc.assert(
			fc.property(
				fc.oneof(nearly, fc.string(), name),
				(text) => (nameComplaint(text) === undefined) === serviceTakes(text),
			),
			{ numRuns: 3000 },
		);
	});

	test('has labels of up to 63 characters, and 121 in all', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 130 }),
				(length) => (nameComplaint('a'.repeat(length)) === undefined) === length <= 63,
			),
		);
		const inAll = (length: number) => `${'a'.repeat(60)}.${'b'.repeat(length - 61)}`;
		expect(nameComplaint(inAll(121))).toBeUndefined();
		expect(nameComplaint(inAll(122))).toBe('must be at most 121 characters long, got 122');
	});

	test.each([
		['', 'must not be empty'],
		['app.example.', 'must not end with a dot'],
		['a..b', 'must not have two dots in a row'],
		['a--b', 'must not have two hyphens in a row'],
		['my_app', 'may have letters, digits, hyphens and dots only, got "_"'],
		['1app', 'must begin with a letter, also after a dot, got "1app"'],
		['app.-x', 'must begin with a letter, also after a dot, got "-x"'],
		['app-.x', 'must end with a letter or digit, also before a dot, got "app-"'],
		[`${'a'.repeat(64)}.b`, 'must have at most 63 characters between dots, got 64'],
	])('%j %s', (text, says) => {
		expect(nameComplaint(text)).toBe(says);
	});
});

describe('a reference', () => {
	test('is a UUID by its shape, else a name', () => {
		fc.assert(
			fc.property(fc.uuid(), fc.boolean(), (uuid, upper) =>
				expect(targetOf(upper ? uuid.toUpperCase() : uuid)).toEqual({ uuid }),
			),
		);
		expect(referenceComplaint('9f0c4c1e-3a58-4f6e-9a39')).toBe(
			'is no UUID, and as a name it must begin with a letter, also after a dot, got "9f0c4c1e-3a58-4f6e-9a39"',
		);
		expect(() => targetOf('a b', 'Instance')).toThrow(
			'Instance is no UUID, and as a name it may have letters',
		);
	});
});

test('targets of a reading request are cut where an address would get too long, and none is lost', () => {
	fc.assert(
		fc.property(
			fc.array(
				fc.oneof(
					fc.uuid().map((uuid) => ({ uuid })),
					name.map((one) => ({ name: one })),
				),
				{ maxLength: 600 },
			),
			(targets) => {
				const cuts = slices(targets);
				expect(cuts.flatMap(([from, to]) => targets.slice(from, to))).toEqual(targets);
				for (const [from, to] of cuts)
					expect(
						targets
							.slice(from, to)
							.map((target) => new URLSearchParams(target).toString())
							.join('&').length,
					).toBeLessThan(6500);
			},
		),
		{ numRuns: 50 },
	);
});
