import { operation, resource } from '../../engine/catalogue';
import { choice, flag, text } from '../../engine/fields';
import {
	change,
	count,
	details,
	existing,
	jsonOption,
	newName,
	other,
	property,
	propertyValue,
	taggedListOptions,
	tags,
	volumeId,
	volumeTemplateId,
	withTargets,
	withValue,
} from '../fields';
import { byLastUuid, createOne, inputOf, partsOf, reading, targetsIn, together } from '../requests';
import { changed, deleted, stated, volume as shape } from '../shapes';

const quotaPolicy = choice('Quota Policy', ['static', 'dynamic'], {
	wire: 'quota_policy',
	description: 'How the size counts',
});
const accessMode = choice(
	'Access Mode',
	{ rwo: 'Read and Write by One', rox: 'Read by Many', rwx: 'Read and Write by Many' },
	{ wire: 'access_mode', description: 'Who may use it at a time' },
);

export const volume = resource('Volume', {
	default: 'getAll',
	operations: {
		attach: operation({
			name: 'Attach',
			action: 'Attach a volume to an instance',
			request: 'PUT /volumes/attach',
			shape: changed,
			fields: {
				volumeId,
				attachTo: existing('Instance', 'instances', 'instances', {
					wire: 'attach_to.uuid',
					description: 'The instance that gets it, by UUID or name',
				}),
				mountPath: text('Mount Path', {
					wire: 'at',
					required: true,
					description: 'Where the instance sees it',
					placeholder: 'e.g. /data',
				}),
			},
			options: {
				readonly: flag('Read Only', { description: 'Whether the instance may only read it' }),
			},
			batch: together({ target: 'volumeId', entry: (parts) => withTargets(parts, 'attach_to') }),
		}),
		clone: operation({
			name: 'Clone',
			action: 'Clone a volume',
			request: 'POST /volumes/clone',
			output: 'single',
			shape: stated,
			fields: { volumeId },
			options: {
				cloneName: newName('Name of the Clone', 'vol_name'),
				quotaPolicy,
				tags,
				accessMode,
			},
			// Entries are of the clones, whose names may be those of other targets: their places tell whose they are.
			batch: together({ target: 'volumeId', made: true, keys: [] }),
		}),
		create: operation({
			name: 'Create',
			action: 'Create a volume',
			request: 'POST /volumes',
			output: 'single',
			shape: stated,
			options: {
				volumeName: newName('Volume Name'),
				size: count('Size (MiB)', {
					wire: 'size_mb',
					description: 'How much it holds; needed unless a template is given',
				}),
				hostPath: text('Host Path', {
					wire: 'host_path',
					description: 'A folder of the host, where the service allows that',
				}),
				volumeTemplate: other('Volume Template', 'template.uuid', 'A template to start from'),
				quotaPolicy,
				filesystem: text('Filesystem', { description: 'Kind of filesystem' }),
				tags,
				uid: count('User ID', { description: 'Owner of the files' }),
				gid: count('Group ID', { description: 'Group of the files' }),
				accessMode,
				volumeArgs: jsonOption('Arguments', 'Settings of the filesystem, as an object', 'args'),
			},
			async run(call) {
				return await createOne(
					call,
					'POST /volumes',
					withTargets(partsOf(call.operation, inputOf(call)), 'template'),
				);
			},
		}),
		createTemplate: operation({
			name: 'Create Template',
			action: 'Make a template of a volume',
			request: 'POST /volumes/templates',
			output: 'single',
			shape: stated,
			fields: { volumeId },
			batch: together({ target: 'volumeId', made: true }),
		}),
		delete: operation({
			name: 'Delete',
			action: 'Delete a volume',
			description: 'Delete a volume with all that is on it',
			request: 'DELETE /volumes',
			output: 'single',
			agents: false,
			shape: deleted,
			fields: { volumeId },
			batch: together({ target: 'volumeId', adds: { deleted: true } }),
		}),
		deleteTemplate: operation({
			name: 'Delete Template',
			action: 'Delete a volume template',
			request: 'DELETE /volumes/templates',
			output: 'single',
			agents: false,
			shape: deleted,
			fields: { volumeTemplateId },
			batch: together({ target: 'volumeTemplateId', adds: { deleted: true } }),
		}),
		detach: operation({
			name: 'Detach',
			action: 'Detach a volume',
			request: 'PUT /volumes/detach',
			shape: changed,
			fields: { volumeId },
			options: { detachFrom: other('From Instance', 'from.uuid', 'Only from this instance') },
			batch: together({ target: 'volumeId', entry: (parts) => withTargets(parts, 'from') }),
		}),
		get: operation({
			name: 'Get',
			action: 'Get a volume',
			request: 'GET /volumes',
			shape,
			fields: { volumeId },
			options: { details, ...targetsIn },
			batch: reading({ target: 'volumeId' }),
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many volumes',
			request: 'GET /volumes',
			paging: byLastUuid('volumes'),
			shape,
			options: taggedListOptions,
		}),
		getAllTemplates: operation({
			name: 'Get Many Templates',
			action: 'Get many volume templates',
			request: 'GET /volumes/templates',
			paging: byLastUuid('volumes'),
			shape,
			options: taggedListOptions,
		}),
		getTemplate: operation({
			name: 'Get Template',
			action: 'Get a volume template',
			request: 'GET /volumes/templates',
			shape,
			fields: { volumeTemplateId },
			options: { details },
			batch: reading({ target: 'volumeTemplateId' }),
		}),
		update: operation({
			name: 'Update',
			action: 'Update a volume',
			description: 'Change one property of a volume',
			request: 'PATCH /volumes',
			output: 'single',
			shape: changed,
			fields: {
				volumeId,
				volumeProperty: property(['size_mb', 'tags', 'quota_policy', 'delete_lock']),
				change,
				propertyValue,
			},
			batch: together({ target: 'volumeId', entry: withValue }),
		}),
		updateTemplate: operation({
			name: 'Update Template',
			action: 'Update a volume template',
			description: 'Change one property of a volume template',
			request: 'PATCH /volumes/templates',
			output: 'single',
			shape: changed,
			fields: {
				volumeTemplateId,
				volumeTemplateProperty: property(['tags', 'delete_lock']),
				change,
				propertyValue,
			},
			batch: together({ target: 'volumeTemplateId', entry: withValue }),
		}),
	},
});
