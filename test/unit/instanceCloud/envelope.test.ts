import type { IDataObject } from 'n8n-workflow';
import { PackError } from '../../../nodes/engine/describe';
import {
	readError,
	entriesOf,
	isErrorEnvelope,
	outcomeOf,
} from '../../../nodes/InstanceCloud/envelope';
import { instanceBody } from '../../../nodes/InstanceCloud/create';
import { withValue } from '../../../nodes/InstanceCloud/fields';
import { addressOf } from '../../../nodes/InstanceCloud/service';

test('entries are the list in data, whatever it is called', () => {
	expect(entriesOf({ data: { service_groups: [{ uuid: 'a' }] } })).toEqual([{ uuid: 'a' }]);
	expect([entriesOf({ data: {} }), entriesOf({}), entriesOf(undefined), entriesOf([])]).toEqual([
		[],
		[],
		[],
		[],
	]);
});

test('a failed entry is refused with its message and number, and the name of the number as a hint', () => {
	const refusal = outcomeOf({
		status: 'error',
		uuid: 'u-1',
		message: 'No such instance.',
		error: 8,
	}) as PackError;
	expect(refusal.message).toBe('No such instance (error 8)');
	expect(refusal.details).toEqual({
		code: '8',
		hint: 'It is about u-1. Check the name or the UUID, and the metro of the credential. The vendor’s older client calls this error NotFound.',
	});
	expect((outcomeOf({ status: 'error', error: 99 }) as PackError).message).toBe(
		'The service refused this entry (error 99)',
	);
	expect((outcomeOf({ status: 'error' }) as PackError).message).toBe(
		'The service refused this entry',
	);
	expect(outcomeOf({ status: 'success', uuid: 'a' })).toEqual([
		{ json: { status: 'success', uuid: 'a' } },
	]);
});

test('an error envelope shows every entry of its errors', () => {
	expect(
		readError({
			status: 'error',
			message: 'Bad token.',
			errors: [{ status: 401 }, { status: 7, message: 'Expired' }],
		}),
	).toEqual({ text: 'Bad token; status 401; Expired, status 7' });
	expect(
		readError({
			status: 'error',
			data: { instances: [{ status: 'error', message: 'Gone', error: 8 }, { status: 'success' }] },
		}),
	).toEqual({ text: 'Gone (error 8)' });
	expect([readError({}), readError('<html>'), readError(undefined)]).toEqual([{}, {}, {}]);
});

test('an envelope refuses as a whole where it has no entries', () => {
	expect(isErrorEnvelope({ status: 'error', errors: [{ status: 3 }] })).toBe(true);
	expect(isErrorEnvelope({ status: 'error', data: { instances: [{ status: 'error' }] } })).toBe(
		false,
	);
	expect(isErrorEnvelope({ status: 'partial_success' })).toBe(false);
});

test.each([
	[
		{ baseUrl: 'https://api.{metro}.example.com/v1/', metro: 'fra' },
		'https://api.fra.example.com/v1',
	],
	[{ baseUrl: 'https://api.example.com', metro: 'fra' }, 'https://api.example.com/v1'],
	[
		{ baseUrl: ' https://api.{metro}.example.com ', metro: ' was1 ' },
		'https://api.was1.example.com/v1',
	],
])('%j is the address %s', (credential, address) => {
	expect(addressOf(credential)).toBe(address);
});

test.each(['', 'fra.evil.com/', '-fra', 'f a'])(
	'the metro %j is refused, since it would change more than its place in the address',
	(metro) => {
		expect(() => addressOf({ baseUrl: 'https://api.{metro}.example.com/v1', metro })).toThrow(
			'The metro of the credential has to be one word, such as fra',
		);
	},
);

describe('the body of a new instance', () => {
	const body = (parts: IDataObject, input: IDataObject = {}) =>
		instanceBody({ image: 'nginx:latest', ...parts }, input);

	test('has what was filled in, and nothing of what was left at unset', () => {
		expect(
			body({
				memory_mb: 0,
				autostart: true,
				service_group: { services: [{ port: 443, destination_port: 0, handlers: [] }] },
			}),
		).toEqual({
			image: 'nginx:latest',
			autostart: true,
			service_group: { services: [{ port: 443 }] },
		});
	});

	test('names volumes and other objects by UUID or name', () => {
		const uuid = '9f0c4c1e-3a58-4f6e-9a39-2a0c1f7b2d10';
		expect(
			body({
				volumes: [
					{ at: '/a', volume: uuid, readonly: true, size_mb: 0 },
					{ at: '/b', volume: 'My-Data', readonly: false, size_mb: 64 },
					{ at: '/c', size_mb: 8 },
				],
				service_group: { uuid: 'My-Group', soft_limit: 2 },
				branch_from: { uuid },
			}),
		).toEqual({
			image: 'nginx:latest',
			volumes: [
				{ at: '/a', uuid, readonly: true },
				{ at: '/b', name: 'my-data', size_mb: 64 },
				{ at: '/c', size_mb: 8 },
			],
			service_group: { name: 'my-group', soft_limit: 2 },
			branch_from: { uuid },
		});
		expect(() => body({ volumes: [{ at: '/c', size_mb: 0 }] })).toThrow(
			'Volumes 1 needs a volume that exists, or the size of a new one',
		);
	});

	test('joins variables of the form with those of JSON, and lets further fields win', () => {
		expect(
			body(
				{ env: { A: '1', B: '2' } },
				{
					environment: [{ key: 'B', value: '3' }, { key: 'C' }],
					additionalFields: { image: { url: 'x', pull_policy: 'always' } },
				},
			),
		).toEqual({
			image: { url: 'x', pull_policy: 'always' },
			env: { A: '1', B: '3', C: '' },
		});
	});

	test('needs an image, a template or something to go on from', () => {
		expect(() => instanceBody({}, {})).toThrow('Image is required');
		expect(instanceBody({ template: { name: 'base' } }, {})).toEqual({
			template: { name: 'base' },
		});
	});
});

test.each([
	['memory_mb', '512', 512],
	['delete_lock', 'true', true],
	['tags', '["a","b"]', ['a', 'b']],
	['env', { KEY: 'x' }, { KEY: 'x' }],
	['image', '1.10', '1.10'],
	['hostname', '42', '42'],
	['annotations', 'plain', 'plain'],
])('an update of %s with %j sends %j', (prop, value, sent) => {
	expect(withValue({ prop, value: value as never }).value).toEqual(sent);
});
