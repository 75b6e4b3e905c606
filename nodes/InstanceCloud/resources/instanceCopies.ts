/** What instances are made from: checkpoints, which hold the memory of a moment, and templates. */
import { operation } from '../../engine/catalogue';
import { autokill, change, checkpointId, details, existing, newName, instanceId, property, propertyValue, seconds, taggedListOptions, tags, templateId, withTargets, withValue } from '../fields';
import { byLastUuid, reading, targetsIn, together } from '../requests';
import { changed, deleted, history, instance as shape, instanceBrief, stated } from '../shapes';

const templateProperty = property(['tags', 'delete_lock', 'autokill']);

export const checkpointOperations = {
	createCheckpoint: operation({
		name: 'Create Checkpoint',
		action: 'Create a checkpoint of an instance',
		request: 'POST /instances/checkpoints',
		output: 'single',
		shape: stated,
		fields: { checkpointOf: existing('Instance', 'instances', 'instances', { wire: 'from.uuid' }) },
		options: { checkpointName: newName('Checkpoint Name'), timeoutSeconds: seconds, tags, autokill },
		batch: together({ made: true, keys: ['name'], entry: (parts) => withTargets(parts, 'from') }),
	}),
	deleteCheckpoint: operation({
		name: 'Delete Checkpoint',
		action: 'Delete a checkpoint',
		request: 'DELETE /instances/checkpoints',
		output: 'single',
		agents: false,
		shape: deleted,
		fields: { checkpointId },
		batch: together({ target: 'checkpointId', adds: { deleted: true } }),
	}),
	getAllCheckpoints: operation({ name: 'Get Many Checkpoints', action: 'Get many checkpoints', description: 'Get the checkpoints of all instances', request: 'GET /instances/checkpoints', paging: byLastUuid('instances'), shape, simplify: instanceBrief, options: taggedListOptions }),
	getCheckpoint: operation({ name: 'Get Checkpoint', action: 'Get a checkpoint', request: 'GET /instances/checkpoints', shape, simplify: instanceBrief, fields: { checkpointId }, options: { details }, batch: reading({ target: 'checkpointId' }) }),
	getCheckpointHistory: operation({ name: 'Get Checkpoint History', action: 'Get the history of a checkpoint', request: 'GET /instances/checkpoints/history', shape: history, fields: { checkpointId }, options: targetsIn, batch: reading({ target: 'checkpointId' }) }),
	updateCheckpoint: operation({
		name: 'Update Checkpoint',
		action: 'Update a checkpoint',
		description: 'Change one property of a checkpoint',
		request: 'PATCH /instances/checkpoints',
		output: 'single',
		shape: changed,
		fields: { checkpointId, templateProperty, change, propertyValue },
		batch: together({ target: 'checkpointId', entry: withValue }),
	}),
};

export const templateOperations = {
	createTemplate: operation({
		name: 'Create Template',
		action: 'Make a template of an instance',
		request: 'POST /instances/templates',
		output: 'single',
		shape: stated,
		fields: { instanceId },
		options: { timeoutSeconds: seconds, autokill },
		batch: together({ target: 'instanceId', made: true }),
	}),
	deleteTemplate: operation({
		name: 'Delete Template',
		action: 'Delete an instance template',
		request: 'DELETE /instances/templates',
		output: 'single',
		agents: false,
		shape: deleted,
		fields: { templateId },
		batch: together({ target: 'templateId', adds: { deleted: true } }),
	}),
	getAllTemplates: operation({ name: 'Get Many Templates', action: 'Get many instance templates', request: 'GET /instances/templates', paging: byLastUuid('instances'), shape, simplify: instanceBrief, options: taggedListOptions }),
	getTemplate: operation({ name: 'Get Template', action: 'Get an instance template', request: 'GET /instances/templates', shape, simplify: instanceBrief, fields: { templateId }, options: { details }, batch: reading({ target: 'templateId' }) }),
	updateTemplate: operation({
		name: 'Update Template',
		action: 'Update an instance template',
		description: 'Change one property of an instance template',
		request: 'PATCH /instances/templates',
		output: 'single',
		shape: changed,
		fields: { templateId, templateProperty, change, propertyValue },
		batch: together({ target: 'templateId', entry: withValue }),
	}),
};
