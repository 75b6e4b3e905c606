import { classify } from '../../../nodes/DocumentSearch/errors';

test('classify returns the place and the message of each validation error', () => {
	const detail = [
		{ loc: ['body', 'top_k'], msg: 'Input should be less than 100' },
		null,
		{ loc: 7, msg: 'No place' },
		{ loc: [{}, 'filter', 0], msg: {} },
	];
	expect(classify({ body: { detail } })).toEqual({
		text: 'top_k Input should be less than 100; No place; filter.0',
	});
});
