import { choice, flag, operation, resource, text } from '../../engine/describe';
import { batchWrite } from '../batches';
import {
	existing,
	jsonOption,
	newName,
	nonNegative,
	property,
	reference,
	tags,
	volumeId,
	volumeTemplateId,
} from '../fields';
import { createObject } from '../objects';
import { bodyOf, inputOf, withTargets } from '../requestBody';
import { changed, withState, volume as shape } from '../shapes';
import { standardOperations } from '../standardOperations';

const quotaPolicy = choice('Quota Policy', ['static', 'dynamic'], {
	apiName: 'quota_policy',
	description: 'How the size counts toward the quota',
});
const accessMode = choice(
	'Access Mode',
	{ rwo: 'Read and Write by One', rox: 'Read by Many', rwx: 'Read and Write by Many' },
	{ apiName: 'access_mode', description: 'How many instances can use the volume at the same time' },
);

const volumes = standardOperations({ noun: 'volume', path: 'volumes', id: { volumeId }, shape });
const templates = standardOperations({
	noun: 'volume template',
	part: 'Template',
	path: 'volumes/templates',
	id: { volumeTemplateId },
	shape,
});

export const volume = resource('Volume', {
	default: 'getAll',
	operations: {
		attach: operation({
			action: 'Attach a volume to an instance',
			request: 'PUT /volumes/attach',
			shape: changed,
			fields: {
				volumeId,
				attachTo: existing('Instance', 'searchInstance', 'instances', {
					apiName: 'attach_to.uuid',
					description: 'The instance to attach the volume to, by UUID or name',
				}),
				mountPath: text('Mount Path', {
					apiName: 'at',
					required: true,
					description: 'Path of the volume in the instance',
					placeholder: 'e.g. /data',
				}),
			},
			options: {
				readonly: flag('Read Only', {
					description: 'Whether the instance can only read the volume',
				}),
			},
			batch: batchWrite({ target: 'volumeId', entry: (parts) => withTargets(parts, 'attach_to') }),
		}),
		clone: operation({
			collection: 'additionalFields',
			request: 'POST /volumes/clone',
			effect: 'costs',
			output: 'single',
			shape: withState,
			fields: { volumeId },
			options: {
				cloneName: newName('Name of the Clone', 'vol_name'),
				quotaPolicy,
				tags,
				accessMode,
			},
			// The entries contain the names of the clones, not of the volumes to clone. A clone can have
			// the same name as one of these volumes, so entries are matched by position only.
			batch: batchWrite({ target: 'volumeId', created: true, keys: [] }),
		}),
		create: operation({
			collection: 'additionalFields',
			request: 'POST /volumes',
			effect: 'costs',
			output: 'single',
			shape: withState,
			fields: {
				size: nonNegative('Size (MiB)', {
					apiName: 'size_mb',
					description:
						'Size of the volume. Required unless Volume Template or Host Path is set in Additional Fields.',
					default: '',
				}),
			},
			options: {
				volumeName: newName('Volume Name'),
				hostPath: text('Host Path', {
					apiName: 'host_path',
					description: 'Path of a folder on the host, if the service allows it',
				}),
				volumeTemplate: reference('Volume Template', 'template.uuid', 'Template of the new volume'),
				quotaPolicy,
				filesystem: text('Filesystem', { description: 'Type of filesystem' }),
				tags,
				uid: nonNegative('User ID', { description: 'Owner of the files', default: 1000 }),
				gid: nonNegative('Group ID', { description: 'Group of the files', default: 1000 }),
				accessMode,
				volumeArgs: jsonOption('Arguments', 'Filesystem settings as a JSON object', 'args'),
			},
			async run(call) {
				return await createObject(
					call,
					'POST /volumes',
					withTargets(bodyOf(call.operation, inputOf(call)), 'template'),
				);
			},
		}),
		createTemplate: operation({
			action: 'Create a template from a volume',
			request: 'POST /volumes/templates',
			// The original becomes the template.
			effect: 'irreversible',
			output: 'single',
			shape: withState,
			fields: { volumeId },
			batch: batchWrite({ target: 'volumeId', created: true }),
		}),
		delete: volumes.delete({ description: 'Delete a volume and all its data' }),
		deleteTemplate: templates.delete(),
		detach: operation({
			request: 'PUT /volumes/detach',
			shape: changed,
			fields: { volumeId },
			options: {
				detachFrom: reference(
					'From Instance',
					'from.uuid',
					'Detach the volume only from this instance',
				),
			},
			batch: batchWrite({ target: 'volumeId', entry: (parts) => withTargets(parts, 'from') }),
		}),
		get: volumes.get(),
		getAll: volumes.getAll(),
		getAllTemplates: templates.getAll(),
		getTemplate: templates.get(),
		update: volumes.update({
			volumeProperty: property(['size_mb', 'tags', 'quota_policy', 'delete_lock']),
		}),
		updateTemplate: templates.update({ volumeTemplateProperty: property(['tags', 'delete_lock']) }),
	},
});
