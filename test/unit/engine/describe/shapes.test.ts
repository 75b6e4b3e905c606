import { shapeOf } from '../../../../nodes/engine/describe';

describe('shapeOf', () => {
	it('describes records with types, lists and nested records, in order', () => {
		const shape = shapeOf('id:integer tags:string[] owner.login jobs[].id owner.id:integer name');
		expect(shape).toEqual({
			id: 'integer',
			tags: ['string'],
			owner: { login: 'string', id: 'integer' },
			jobs: [{ id: 'string' }],
			name: 'string',
		});
		expect(Object.keys(shape)).toEqual(['id', 'tags', 'owner', 'jobs', 'name']);
	});

	it('rejects an unknown type', () => {
		expect(() => shapeOf('id:text')).toThrow('The type of id in a shape is unknown: text');
		expect(() => shapeOf('ids:text[]')).toThrow('unknown: text[]');
	});
});
