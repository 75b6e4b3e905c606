/**
 * Operations on checkpoints and templates of instances. A checkpoint contains the memory of an
 * instance at one point in time.
 */
import { operation } from '../../engine/describe';
import { batchRead, batchWrite } from '../batches';
import {
	autokill,
	change,
	checkpointId,
	details,
	existing,
	newName,
	instanceId,
	property,
	propertyValue,
	taggedListOptions,
	tags,
	templateId,
	timeoutSeconds,
} from '../fields';
import { byLastUuid } from '../pagination';
import { withParsedValue, withTargets } from '../requestBody';
import { changed, deleted, history, instance as shape, instanceBrief, withState } from '../shapes';

const templateProperty = property(['tags', 'delete_lock', 'autokill']);

export const checkpointOperations = {
	createCheckpoint: operation({
		name: 'Create Checkpoint',
		action: 'Create a checkpoint of an instance',
		collection: 'additionalFields',
		request: 'POST /instances/checkpoints',
		output: 'single',
		shape: withState,
		fields: {
			checkpointOf: existing('Instance', 'instances', {
				apiName: 'from.uuid',
			}),
		},
		options: {
			checkpointName: newName('Checkpoint Name'),
			timeoutSeconds,
			tags,
			autokill,
		},
		batch: batchWrite({
			created: true,
			keys: ['name'],
			entry: (parts) => withTargets(parts, 'from'),
		}),
	}),
	deleteCheckpoint: operation({
		name: 'Delete Checkpoint',
		action: 'Delete a checkpoint',
		request: 'DELETE /instances/checkpoints',
		effect: 'irreversible',
		output: 'single',
		shape: deleted,
		fields: { checkpointId },
		batch: batchWrite({ target: 'checkpointId', adds: { deleted: true } }),
	}),
	getAllCheckpoints: operation({
		name: 'Get Many Checkpoints',
		action: 'Get many checkpoints',
		description: 'Get the checkpoints of all instances',
		request: 'GET /instances/checkpoints',
		paging: byLastUuid('instances'),
		shape,
		simplify: instanceBrief,
		options: taggedListOptions,
	}),
	getCheckpoint: operation({
		name: 'Get Checkpoint',
		action: 'Get a checkpoint',
		request: 'GET /instances/checkpoints',
		shape,
		simplify: instanceBrief,
		fields: { checkpointId },
		options: { details },
		batch: batchRead({ target: 'checkpointId', local: 'GET /instances/checkpoints/{uuid}' }),
	}),
	getCheckpointHistory: operation({
		name: 'Get Checkpoint History',
		action: 'Get the history of a checkpoint',
		request: 'GET /instances/checkpoints/history',
		shape: history,
		fields: { checkpointId },
		batch: batchRead({
			target: 'checkpointId',
			local: 'GET /instances/checkpoints/{uuid}/history',
		}),
	}),
	updateCheckpoint: operation({
		name: 'Update Checkpoint',
		action: 'Update a checkpoint',
		description: 'Change one property of a checkpoint',
		request: 'PATCH /instances/checkpoints',
		output: 'single',
		shape: changed,
		fields: { checkpointId, templateProperty, change, propertyValue },
		batch: batchWrite({ target: 'checkpointId', entry: withParsedValue }),
	}),
};

export const templateOperations = {
	createTemplate: operation({
		name: 'Create Template',
		action: 'Create a template from an instance',
		collection: 'additionalFields',
		request: 'POST /instances/templates',
		// The original becomes the template.
		effect: 'irreversible',
		output: 'single',
		shape: withState,
		fields: { instanceId },
		options: { timeoutSeconds, autokill },
		batch: batchWrite({ target: 'instanceId', created: true }),
	}),
	deleteTemplate: operation({
		name: 'Delete Template',
		action: 'Delete an instance template',
		request: 'DELETE /instances/templates',
		effect: 'irreversible',
		output: 'single',
		shape: deleted,
		fields: { templateId },
		batch: batchWrite({ target: 'templateId', adds: { deleted: true } }),
	}),
	getAllTemplates: operation({
		name: 'Get Many Templates',
		action: 'Get many instance templates',
		request: 'GET /instances/templates',
		paging: byLastUuid('instances'),
		shape,
		simplify: instanceBrief,
		options: taggedListOptions,
	}),
	getTemplate: operation({
		name: 'Get Template',
		action: 'Get an instance template',
		request: 'GET /instances/templates',
		shape,
		simplify: instanceBrief,
		fields: { templateId },
		options: { details },
		batch: batchRead({ target: 'templateId', local: 'GET /instances/templates/{uuid}' }),
	}),
	updateTemplate: operation({
		name: 'Update Template',
		action: 'Update an instance template',
		description: 'Change one property of an instance template',
		request: 'PATCH /instances/templates',
		output: 'single',
		shape: changed,
		fields: { templateId, templateProperty, change, propertyValue },
		batch: batchWrite({ target: 'templateId', entry: withParsedValue }),
	}),
};
