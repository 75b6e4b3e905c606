import fc from 'fast-check';
import { effortId } from '../../../nodes/ActivityTracking/fields';
import { validate } from '../../../nodes/engine/read/validate';

const message = 'Segment Effort must be a numeric ID of up to 19 digits';

test('an ID must have 1 to 19 digits, and is kept unchanged', () => {
	const digits = fc
		.array(fc.constantFrom(...'0123456789'), { minLength: 1, maxLength: 22 })
		.map((all) => all.join(''));
	fc.assert(
		fc.property(digits, (value) => {
			if (value.length <= 19) expect(validate(effortId, value)).toBe(value);
			else expect(() => validate(effortId, value)).toThrow(message);
		}),
	);
	for (const value of ['12/34', '..', '1e5', '-1', '12 34', 'starred'])
		expect(() => validate(effortId, value)).toThrow(message);
	expect(validate(effortId, ' 42 ')).toBe('42');
});
