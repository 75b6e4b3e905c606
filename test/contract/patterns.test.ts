/** All patterns of the forms and lookups need little time for the longest value that reaches them. */
import { allFieldsOf, type Field } from '../../nodes/engine/describe';
import { maxIdLength } from '../../nodes/engine/read/validate';
import { operationsIn, services } from './kit/pack';

const withRows = (field: Field): Field[] => [
	field,
	...Object.values(field.row ?? {}).flatMap(withRows),
];

const fields = services.flatMap((service) =>
	operationsIn(service).flatMap(({ operation }) =>
		Object.values(allFieldsOf(operation)).flatMap(withRows),
	),
);

const patterns = [
	...new Set(
		fields.flatMap(({ pattern, resourceName, urlParents, urlPattern }) =>
			[pattern, resourceName, urlParents, urlPattern].flatMap((found) =>
				found === undefined ? [] : [typeof found === 'string' ? found : found.source],
			),
		),
	),
];

/** A value that repeats a part, with a beginning that patterns expect and an end that they do not. */
const values = [
	'a',
	'a/',
	'/',
	'a-',
	'a.',
	' ',
	'0',
	'%2F',
	'https://a/',
	'projects/a/',
	'a@',
	'=',
].flatMap((part) =>
	['', 'https://gist.github.com/', 'https://github.com/', 'projects/'].map(
		(start) => `${(start + part.repeat(maxIdLength)).slice(0, maxIdLength - 1)}\n`,
	),
);

test('there are patterns', () => expect(patterns.length).toBeGreaterThan(20));

test.each(patterns)('%s', (source) => {
	const begin = process.cpuUsage();
	for (const value of values) new RegExp(source).exec(value);
	expect(process.cpuUsage(begin).user / 1000).toBeLessThan(2000);
});
