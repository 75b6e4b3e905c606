import {
	choice,
	choices,
	id,
	integer,
	operation,
	scope,
	several,
	text,
	toTitleCase,
} from '../../../../nodes/engine/describe';

describe('a label made of a name', () => {
	it.each([
		['output_quality', 'Output Quality'],
		['outputQuality', 'Output Quality'],
		['n', 'N'],
		['first_clip_url', 'First Clip URL'],
		['veo31_image_urls', 'Veo31 Image URLs'],
		['fileIds', 'File IDs'],
		['fps', 'FPS'],
		['id', 'ID'],
		['price_per_unit', 'Price per Unit'],
		['of_interest', 'Of Interest'],
		['TEXT_2_VIDEO', 'TEXT 2 VIDEO'],
		['flux-dev', 'Flux Dev'],
		['lora_scale_transformer_2', 'Lora Scale Transformer 2'],
		['__private__ name ', 'Private Name'],
		['', ''],
	])('%p is %p', (name, label) => expect(toTitleCase(name)).toBe(label));
});

describe('choices', () => {
	it('label themselves, or have labels of their own', () => {
		expect(choices(['in_progress', 'done'])).toEqual([
			{ name: 'In Progress', value: 'in_progress' },
			{ name: 'Done', value: 'done' },
		]);
		expect(choices({ asc: 'Oldest First' })).toEqual([{ name: 'Oldest First', value: 'asc' }]);
	});

	it('stand in their field, whatever else it says', () => {
		expect(choice('Order', ['asc'], { default: 'asc' })).toEqual({
			kind: 'choice',
			label: 'Order',
			default: 'asc',
			choices: choices(['asc']),
		});
		expect(several('Order', ['asc'])).toEqual({
			kind: 'choices',
			label: 'Order',
			choices: choices(['asc']),
		});
	});
});

it('an id is always required', () => {
	expect(id('Note')).toEqual({ kind: 'id', label: 'Note', required: true });
	expect(integer('Count', { maximum: 3 })).toEqual({ kind: 'integer', label: 'Count', maximum: 3 });
});

describe('an operation, unless it says otherwise,', () => {
	const of = (request: `${'GET' | 'HEAD' | 'PUT' | 'DELETE' | 'POST' | 'PATCH'} /x`, more = {}) =>
		operation({ name: 'Do', action: 'Do it', request, ...more });

	it.each([
		['GET', 'safe', 'single'],
		['HEAD', 'safe', 'single'],
		['PUT', 'safe', 'single'],
		['DELETE', 'safe', 'done'],
		['POST', 'never', 'single'],
		['PATCH', 'never', 'single'],
	] as const)('with %s is %s to repeat and answers %s', (method, replay, output) => {
		expect(of(`${method} /x`)).toMatchObject({ replay, output, fields: {}, options: {} });
	});

	it('under a scope has its path and its fields before its own', () => {
		const under = scope('/books/{bookId}', { bookId: id('Book') });
		const made = operation({
			name: 'Do',
			action: 'Do it',
			under,
			request: 'DELETE /pages/{pageId}',
			fields: { pageId: id('Page') },
			options: { why: text('Why') },
		});
		expect(made).toMatchObject({
			request: 'DELETE /books/{bookId}/pages/{pageId}',
			replay: 'safe',
			output: 'done',
		});
		expect([Object.keys(made.fields), Object.keys(made.options)]).toEqual([
			['bookId', 'pageId'],
			['why'],
		]);
		expect(made).not.toHaveProperty('under');
	});

	it('answers rows where it has pages or a named list', () => {
		expect(of('GET /x', { paging: { next: () => undefined } }).output).toBe('rows');
		expect(of('POST /x', { rows: 'notes' }).output).toBe('rows');
		expect(of('POST /x', { replay: 'keyed', output: 'text' })).toMatchObject({
			replay: 'keyed',
			output: 'text',
		});
	});
});
