/** Example input for the fields of a plan. */
import type { Field } from '../../nodes/engine/describe';

export function inputOf(field: Field): unknown {
	const { kind, placeholder, choices = [], minimum, maximum, itemKind } = field;
	if (field.default !== undefined && field.default !== '') return field.default;
	const several = (valueAt: (index: number) => unknown): unknown[] =>
		Array.from({ length: minimum ?? 1 }, (_, index) => valueAt(index));
	switch (kind) {
		case 'integer':
		case 'number':
			return minimum ?? Math.min(1, maximum ?? 1);
		case 'flag':
			return true;
		case 'choice':
			return choices[0]!.value;
		case 'choices':
			return several((index) => choices[index % choices.length]!.value);
		case 'list':
			return several((index) => (itemKind ? index + 1 : `text ${index + 1}`));
		case 'json':
			return field.acceptsList ? [] : {};
		case 'date':
			return '2026-01-31T08:00:00Z';
		default:
			return (placeholder?.replace(/^e\.g\. /, '') ?? 'text').slice(0, field.maxLength);
	}
}
