// The responses that are made from a published description.
import { describeExtract } from './kit/published/description';
import { exampleOf } from './kit/published/exampleOf';

const description = describeExtract({
	generatedBy: 'npm run published',
	copied: '2026-11-29',
	sources: [],
	operations: {},
	schemas: {
		Thing: {
			type: 'object',
			required: ['id'],
			properties: {
				id: { type: 'integer' },
				createdAt: { type: ['string', 'null'], format: 'date-time' },
				parent: { $ref: '#/schemas/Thing' },
			},
		},
	},
});
const Thing = { $ref: '#/schemas/Thing' };

test('prefers the values of the published example, and adds properties that it does not have', () => {
	const schema = { type: 'array', items: Thing };
	const example = [{ id: 42, createdAt: null, undescribed: 'kept' }, { id: 43 }];
	expect(exampleOf(description, { schema, example })).toEqual([
		{
			id: 42,
			createdAt: '2026-01-31T08:00:00Z',
			parent: expect.objectContaining({ id: 1 }) as object,
			undescribed: 'kept',
		},
	]);
});

test('contains only required properties if the size is minimal', () => {
	expect(exampleOf(description, { schema: Thing }, 'minimal')).toEqual({ id: 1 });
});

test('has the properties of all parts and of all alternatives', () => {
	const withName = { properties: { name: { type: 'string' } }, required: ['name'] };
	const withSize = { properties: { size: { enum: [null, 'small'] } } };
	const all = exampleOf(description, { schema: { allOf: [Thing, withName] } }, 'minimal');
	expect(all).toEqual({ id: 1, name: 'name' });
	const any = exampleOf(description, { schema: { anyOf: [withSize, { type: 'null' }, withName] } });
	expect(any).toEqual({ size: 'small', name: 'name' });
});
