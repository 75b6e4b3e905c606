import { PackError } from '../../../nodes/engine/describe';
import { entriesOf, entryResult, classify } from '../../../nodes/InstanceCloud/envelope';

test('entries are read from the list in data, whatever its name', () => {
	expect(entriesOf({ data: { service_groups: [{ uuid: 'a' }] } })).toEqual([{ uuid: 'a' }]);
	expect([entriesOf({ data: {} }), entriesOf({}), entriesOf(undefined), entriesOf([])]).toEqual([
		[],
		[],
		[],
		[],
	]);
});

test('a failed entry becomes an error with the message of the entry, the error number, and a hint for this number', () => {
	const error = entryResult({
		status: 'error',
		uuid: 'u-1',
		message: 'No such instance.',
		error: 8,
	}) as PackError;
	expect(error.message).toBe('No such instance (error 8)');
	expect(error.details).toEqual({
		code: '8',
		hint: 'Object: u-1. Check its name or UUID and the credential’s metro.',
	});
	const entry = { status: 'error', message: 'No such instance.', error: 8 };
	expect(entryResult(entry, 'Instance nope')).toMatchObject({
		message: 'Instance nope not found',
		details: {
			hint: 'The service returned: No such instance (error 8). Check its name or UUID and the credential’s metro.',
		},
	});
	expect(entryResult({ ...entry, error: 15 }, 'Instance nope')).toMatchObject({
		message: 'No such instance (error 15)',
	});
	expect((entryResult({ status: 'error', error: 99 }) as PackError).message).toBe(
		'The service rejected this entry (error 99)',
	);
	expect((entryResult({ status: 'error' }) as PackError).message).toBe(
		'The service rejected this entry',
	);
	expect(entryResult({ status: 'success', uuid: 'a' })).toEqual([
		{ json: { status: 'success', uuid: 'a' } },
	]);
});

const classifyBody = (body: unknown) => classify({ status: 400, body });

test('the message of an error envelope contains all of its errors', () => {
	expect(
		classifyBody({
			status: 'error',
			message: 'Bad token.',
			errors: [{ status: 401 }, { status: 7, message: 'Expired' }],
		}),
	).toEqual({ text: 'Bad token; status 401; Expired, status 7' });
	expect(
		classifyBody({
			status: 'error',
			data: { instances: [{ status: 'error', message: 'Gone', error: 8 }, { status: 'success' }] },
		}),
	).toEqual({ text: 'Gone (error 8)' });
	expect([{}, '<html>', undefined].map(classifyBody)).toEqual([{}, {}, {}]);
});

test('an error response counts as an error of the complete request only if it has no entries', () => {
	const actionOf = (body: unknown) => classify({ status: 200, body }).action;
	expect(actionOf({ status: 'error', errors: [{ status: 3 }] })).toBe('fail');
	expect(actionOf({ status: 'error', data: { instances: [{ status: 'error' }] } })).toBeUndefined();
	expect(actionOf({ status: 'partial_success' })).toBeUndefined();
});
