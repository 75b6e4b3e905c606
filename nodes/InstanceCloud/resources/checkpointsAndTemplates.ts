/**
 * Operations on checkpoints and templates of instances. A checkpoint contains the memory of an
 * instance at one point in time.
 */
import { operation } from '../../engine/describe';
import { batchRead, batchWrite } from '../batches';
import {
	autokill,
	checkpointId,
	existing,
	newName,
	instanceId,
	property,
	tags,
	templateId,
	timeoutSeconds,
} from '../fields';
import { withTargets } from '../requestBody';
import { history, instance as shape, instanceBrief, withState } from '../shapes';
import { standardOperations } from '../standardOperations';

const templateProperty = property(['tags', 'delete_lock', 'autokill']);

const checkpoints = standardOperations({
	noun: 'checkpoint',
	part: 'Checkpoint',
	path: 'instances/checkpoints',
	id: { checkpointId },
	shape,
	simplify: instanceBrief,
});
const templates = standardOperations({
	noun: 'instance template',
	part: 'Template',
	path: 'instances/templates',
	id: { templateId },
	shape,
	simplify: instanceBrief,
});

export const checkpointOperations = {
	createCheckpoint: operation({
		action: 'Create a checkpoint of an instance',
		collection: 'additionalFields',
		request: 'POST /instances/checkpoints',
		output: 'single',
		shape: withState,
		fields: {
			checkpointOf: existing('Instance', 'searchInstance', 'instances', {
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
	deleteCheckpoint: checkpoints.delete(),
	getAllCheckpoints: checkpoints.getAll({ description: 'Get the checkpoints of all instances' }),
	getCheckpoint: checkpoints.get(),
	getCheckpointHistory: operation({
		action: 'Get the history of a checkpoint',
		request: 'GET /instances/checkpoints/history',
		shape: history,
		fields: { checkpointId },
		batch: batchRead({
			target: 'checkpointId',
			local: 'GET /instances/checkpoints/{uuid}/history',
		}),
	}),
	updateCheckpoint: checkpoints.update({ templateProperty }),
};

export const templateOperations = {
	createTemplate: operation({
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
	deleteTemplate: templates.delete(),
	getAllTemplates: templates.getAll(),
	getTemplate: templates.get(),
	updateTemplate: templates.update({ templateProperty }),
};
