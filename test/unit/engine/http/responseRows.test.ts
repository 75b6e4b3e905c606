import type { HttpResponse } from '../../../../nodes/engine/describe';
import { responseRows } from '../../../../nodes/engine/http/responseRows';
import { thrownError } from '../kit';

describe('responseRows', () => {
	const response = (body: unknown): HttpResponse => ({ status: 200, headers: {}, body });

	it('returns the named array, the response itself, or no rows if there is neither', () => {
		expect(responseRows(response({ notes: [{ id: 1 }] }), 'notes')).toEqual([{ id: 1 }]);
		expect(responseRows(response([{ id: 1 }]))).toEqual([{ id: 1 }]);
		for (const body of [undefined, {}, { notes: null }])
			expect(responseRows(response(body), 'notes')).toEqual([]);
		expect(responseRows(response(undefined))).toEqual([]);
	});

	it('rejects anything but an array', () => {
		expect(thrownError(() => responseRows(response({ notes: {} }), 'notes')).message).toBe(
			'The response does not contain a list named notes',
		);
		expect(thrownError(() => responseRows(response({ notes: [] }))).message).toBe(
			'The response does not contain a list',
		);
	});
});
