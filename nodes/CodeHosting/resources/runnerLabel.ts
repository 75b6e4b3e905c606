/** Custom labels of self-hosted runners. Removing answers with the labels that are left; one that is not there is a 404. */
import {
	type Fields,
	list,
	operation,
	type RequestLine,
	resource,
	text,
} from '../../engine/describe';
import { organizationRunnerId, runnerId } from '../fields';
import { ofOrganization, ofRepository, type Owner } from '../owners';
import { needs } from '../scopes';
import { label, labels as shape } from '../shapes';

const several = {
	description: 'Labels, separated by commas',
	placeholder: 'e.g. gpu, no-gpu',
	maximum: 100,
} as const;
const labels = list('Labels', { ...several, required: true, minimum: 1 });
/** An empty list takes all custom labels away, so it is sent. */
const allLabels = list('All Labels', {
	...several,
	description:
		'The labels that the runner has from now on, separated by commas. An empty list removes all custom labels.',
	wire: 'labels',
	minimum: 0,
	sendEmpty: true,
});
const labelName = text('Label', {
	description: 'The label to remove; one that the runner does not have is an error',
	placeholder: 'e.g. gpu',
	required: true,
});

/** @param id the one field that names a runner of this owner */
const labelsOf = ({ under, words, short }: Owner, id: Fields, reads: string, writes: string) => {
	const all = `/actions/runners/{${Object.keys(id).join()}}/labels`;
	const add = { under, fields: { ...id, labels }, scope: writes, shape };
	const remove = { under, output: 'single', scope: writes, shape } as const;
	return {
		add: operation({
			...add,
			name: 'Add',
			action: `Add labels to a runner of ${words}`,
			alsoKnownAs: [`addCustomLabelsToSelfHostedRunnerFor${short}`],
			request: `POST ${all}` as RequestLine,
		}),
		list: operation({
			name: 'List',
			action: `List the labels of a runner of ${words}`,
			alsoKnownAs: [`listLabelsForSelfHostedRunnerFor${short}`],
			under,
			request: `GET ${all}` as RequestLine,
			fields: id,
			rows: 'labels',
			scope: reads,
			shape: label,
		}),
		remove: operation({
			...remove,
			name: 'Remove',
			action: `Remove a label from a runner of ${words}`,
			description: 'Remove a custom label, and get the remaining ones',
			alsoKnownAs: [`removeCustomLabelFromSelfHostedRunnerFor${short}`],
			request: `DELETE ${all}/{labelName}` as RequestLine,
			fields: { ...id, labelName },
		}),
		removeAll: operation({
			...remove,
			name: 'Remove All',
			action: `Remove all labels from a runner of ${words}`,
			description: 'Remove all custom labels, and get the remaining ones',
			alsoKnownAs: [`removeAllCustomLabelsFromSelfHostedRunnerFor${short}`],
			request: `DELETE ${all}` as RequestLine,
			fields: id,
		}),
		set: operation({
			...add,
			name: 'Set',
			action: `Set all labels of a runner of ${words}`,
			alsoKnownAs: [`setCustomLabelsForSelfHostedRunnerFor${short}`],
			request: `PUT ${all}` as RequestLine,
			fields: { ...id, allLabels },
		}),
	};
};

export const repositoryRunnerLabel = resource('Runner Label (Repository)', {
	default: 'list',
	operations: labelsOf(
		ofRepository,
		{ runnerId },
		needs.administrationRead,
		needs.administrationWrite,
	),
});
export const organizationRunnerLabel = resource('Runner Label (Organization)', {
	default: 'list',
	operations: labelsOf(
		ofOrganization,
		{ organizationRunnerId },
		needs.organizationRunners,
		needs.organizationRunners,
	),
});
