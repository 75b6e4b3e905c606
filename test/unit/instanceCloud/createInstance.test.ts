import type { IDataObject } from 'n8n-workflow';
import { instanceBody } from '../../../nodes/InstanceCloud/createInstance';

describe('the body of a new instance', () => {
	const body = (parts: IDataObject, input: IDataObject = {}) =>
		instanceBody({ image: 'nginx:latest', ...parts }, input);

	test('omits zeros and empty lists', () => {
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

	test('refers to volumes and other objects by UUID or name', () => {
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
			'Volumes 1 requires a volume reference or a size',
		);
	});

	test('merges environment variables from the list and from JSON, and additional fields override other fields', () => {
		expect(
			body(
				{ env: { A: '1', B: '2' } },
				{
					environment: [{ key: 'B', value: '3' }, { key: 'C' }],
					otherFields: { image: { url: 'x', pull_policy: 'always' } },
				},
			),
		).toEqual({
			image: { url: 'x', pull_policy: 'always' },
			env: { A: '1', B: '3', C: '' },
		});
	});

	test('requires an image, a template, a checkpoint or an instance to branch from', () => {
		expect(() => instanceBody({}, {})).toThrow('Image is required');
		expect(instanceBody({ template: { name: 'base' } }, {})).toEqual({
			template: { name: 'base' },
		});
	});
});
