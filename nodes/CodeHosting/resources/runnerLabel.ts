/** Custom labels of self-hosted runners. Removing answers with the labels that are left; one that is not there is a 404. */
import { operation, resource } from '../../engine/catalogue';
import { list, text } from '../../engine/fields';
import { organizationRunnerId, organizationScope, repositoryScope, runnerId } from '../fields';
import { needs } from '../scopes';
import { label, labels as shape } from '../shapes';

const several = { description: 'Labels, separated by commas', placeholder: 'e.g. gpu, no-gpu', maximum: 100 } as const;
const labels = list('Labels', { ...several, required: true, minimum: 1 });
/** An empty list takes all custom labels away, so it is sent. */
const allLabels = list('All Labels', { ...several, description: 'The labels that the runner has from now on, separated by commas. An empty list removes all custom labels.', wire: 'labels', minimum: 0, emptyCounts: true });
const labelName = text('Label', { description: 'The label to remove; one that the runner does not have is an error', placeholder: 'e.g. gpu', required: true });

export const repositoryRunnerLabel = resource('Runner Label (Repository)', {
	default: 'list',
	operations: {
		add: operation({ name: 'Add', action: 'Add labels to a runner of a repository', names: ['addCustomLabelsToSelfHostedRunnerForRepo'], under: repositoryScope, request: 'POST /actions/runners/{runnerId}/labels', fields: { runnerId, labels }, scope: needs.administrationWrite, shape }),
		list: operation({ name: 'List', action: 'List the labels of a runner of a repository', names: ['listLabelsForSelfHostedRunnerForRepo'], under: repositoryScope, request: 'GET /actions/runners/{runnerId}/labels', fields: { runnerId }, rows: 'labels', scope: needs.administrationRead, shape: label }),
		remove: operation({
			name: 'Remove',
			action: 'Remove a label from a runner of a repository',
			description: 'Remove a custom label, and get the remaining ones',
			names: ['removeCustomLabelFromSelfHostedRunnerForRepo'],
			under: repositoryScope,
			request: 'DELETE /actions/runners/{runnerId}/labels/{labelName}',
			fields: { runnerId, labelName },
			output: 'single',
			scope: needs.administrationWrite,
			shape,
		}),
		removeAll: operation({
			name: 'Remove All',
			action: 'Remove all labels from a runner of a repository',
			description: 'Remove all custom labels, and get the remaining ones',
			names: ['removeAllCustomLabelsFromSelfHostedRunnerForRepo'],
			under: repositoryScope,
			request: 'DELETE /actions/runners/{runnerId}/labels',
			fields: { runnerId },
			output: 'single',
			scope: needs.administrationWrite,
			shape,
		}),
		set: operation({ name: 'Set', action: 'Set all labels of a runner of a repository', names: ['setCustomLabelsForSelfHostedRunnerForRepo'], under: repositoryScope, request: 'PUT /actions/runners/{runnerId}/labels', fields: { runnerId, allLabels }, scope: needs.administrationWrite, shape }),
	},
});

const scope = needs.organizationRunners;

export const organizationRunnerLabel = resource('Runner Label (Organization)', {
	default: 'list',
	operations: {
		add: operation({ name: 'Add', action: 'Add labels to a runner of an organization', names: ['addCustomLabelsToSelfHostedRunnerForOrg'], under: organizationScope, request: 'POST /actions/runners/{organizationRunnerId}/labels', fields: { organizationRunnerId, labels }, scope, shape }),
		list: operation({ name: 'List', action: 'List the labels of a runner of an organization', names: ['listLabelsForSelfHostedRunnerForOrg'], under: organizationScope, request: 'GET /actions/runners/{organizationRunnerId}/labels', fields: { organizationRunnerId }, rows: 'labels', scope, shape: label }),
		remove: operation({
			name: 'Remove',
			action: 'Remove a label from a runner of an organization',
			description: 'Remove a custom label, and get the remaining ones',
			names: ['removeCustomLabelFromSelfHostedRunnerForOrg'],
			under: organizationScope,
			request: 'DELETE /actions/runners/{organizationRunnerId}/labels/{labelName}',
			fields: { organizationRunnerId, labelName },
			output: 'single',
			scope,
			shape,
		}),
		removeAll: operation({
			name: 'Remove All',
			action: 'Remove all labels from a runner of an organization',
			description: 'Remove all custom labels, and get the remaining ones',
			names: ['removeAllCustomLabelsFromSelfHostedRunnerForOrg'],
			under: organizationScope,
			request: 'DELETE /actions/runners/{organizationRunnerId}/labels',
			fields: { organizationRunnerId },
			output: 'single',
			scope,
			shape,
		}),
		set: operation({ name: 'Set', action: 'Set all labels of a runner of an organization', names: ['setCustomLabelsForSelfHostedRunnerForOrg'], under: organizationScope, request: 'PUT /actions/runners/{organizationRunnerId}/labels', fields: { organizationRunnerId, allLabels }, scope, shape }),
	},
});
