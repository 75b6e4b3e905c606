/**
 * Custom labels of self-hosted runners. Removing a label returns the remaining labels, or 404 if
 * the runner does not have the label.
 */
import {
	type Fields,
	list,
	operationsIn,
	type RequestLine,
	resource,
	text,
} from '../../engine/describe';
import { organizationRunnerId, runnerId } from '../fields';
import { type Level, organizationLevel, repositoryLevel } from '../levels';
import { label, labels as shape } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const labelList = {
	description: 'Labels, separated by commas',
	placeholder: 'e.g. gpu, no-gpu',
	maximum: 100,
} as const;
const labels = list('Labels', { ...labelList, required: true, minimum: 1 });
const allLabels = list('All Labels', {
	...labelList,
	description:
		'New labels of the runner, separated by commas. An empty list removes all custom labels.',
	apiName: 'labels',
	minimum: 0,
	sendEmpty: true,
});
const labelName = text('Label', {
	description: 'Label to remove. The operation fails if the runner does not have this label.',
	placeholder: 'e.g. gpu',
	required: true,
});

/** @param id the field that identifies a runner at this level */
const labelOperations = (
	{ basePath, phrase }: Level,
	id: Fields,
	readScope: string,
	writeScope: string,
) => {
	const operation = operationsIn(basePath, readScope, writeScope);
	const labelsPath = `/actions/runners/{${Object.keys(id).join()}}/labels`;
	const add = { fields: { ...id, labels }, shape };
	const remove = { output: 'single', shape } as const;
	return {
		add: operation({
			...add,
			action: `Add labels to a runner of ${phrase}`,
			request: `POST ${labelsPath}` as RequestLine,
		}),
		list: operation({
			action: `List the labels of a runner of ${phrase}`,
			request: `GET ${labelsPath}` as RequestLine,
			fields: id,
			rows: 'labels',
			shape: label,
		}),
		remove: operation({
			...remove,
			action: `Remove a label from a runner of ${phrase}`,
			description: 'Remove a custom label, and return the remaining labels',
			request: `DELETE ${labelsPath}/{labelName}` as RequestLine,
			effect: 'reversible',
			fields: { ...id, labelName },
		}),
		removeAll: operation({
			...remove,
			action: `Remove all labels from a runner of ${phrase}`,
			description: 'Remove all custom labels, and return the remaining labels',
			request: `DELETE ${labelsPath}` as RequestLine,
			effect: 'reversible',
			fields: id,
		}),
		set: operation({
			...add,
			action: `Set all labels of a runner of ${phrase}`,
			request: `PUT ${labelsPath}` as RequestLine,
			fields: { ...id, allLabels },
		}),
	};
};

export const repositoryRunnerLabel = resource('Runner Label (Repository)', {
	default: 'list',
	operations: labelOperations(
		repositoryLevel,
		{ runnerId },
		tokenScopes.administrationRead,
		tokenScopes.administrationWrite,
	),
});
export const organizationRunnerLabel = resource('Runner Label (Organization)', {
	default: 'list',
	operations: labelOperations(
		organizationLevel,
		{ organizationRunnerId },
		tokenScopes.organizationRunners,
		tokenScopes.organizationRunners,
	),
});
