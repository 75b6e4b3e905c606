import fc from 'fast-check';
import { DateTime } from 'luxon';
import { date, id, text } from '../../../../nodes/engine/describe';
import { validate } from '../../../../nodes/engine/input/validate';

test('a number that has lost digits is no text', () => {
	expect(() => validate(id('Effort'), 2_700_000_000_000_000_001)).toThrow(
		'Effort is too large for a number',
	);
	expect(validate(id('Effort'), '2700000000000000001')).toBe('2700000000000000001');
	fc.assert(
		fc.property(fc.maxSafeInteger(), (number) => validate(text('Any'), number) === String(number)),
	);
});

test('a local moment keeps the reading of the clock, whatever offset stands behind it', () => {
	const local = date('From', { format: 'local' });
	for (const value of [
		'2026-01-31T08:00:00',
		'2026-01-31 08:00:00',
		'2026-01-31T08:00:00Z',
		'2026-01-31T08:00:00+13:00',
		DateTime.fromISO('2026-01-31T08:00:00', { zone: 'Asia/Tokyo' }),
	]) {
		expect(String(validate(local, value)).replace('.000', '')).toBe('2026-01-31T08:00:00');
	}
	expect(validate(local, '2026-01-31')).toBe('2026-01-31');
	expect(() => validate(local, 'yesterday')).toThrow('From must be a date');
});

test('a moment can be sent in whole seconds', () => {
	expect(validate(date('After', { format: 'epoch-s' }), '2026-01-31T08:00:00.900Z')).toBe(
		1_769_846_400,
	);
});
