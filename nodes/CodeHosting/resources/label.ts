import { id, operationsIn, resource, text, toText } from '../../engine/describe';
import { pagedLookup, repositoryPath, repositoryScope } from '../fields';
import { byLink } from '../paging';
import { issueLabel as shape, issueLabelBrief as simplify } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(repositoryScope, tokenScopes.issues, tokenScopes.issuesWrite);

/** Also Repository: Get Many Labels. */
export const labelList = {
	request: 'GET /labels',
	paging: byLink(),
	permission: tokenScopes.issues,
	simplify,
	shape,
} as const;

const repositoryLabel = id('Label', {
	byName: true,
	allowSlashes: true,
	description: 'Name of the label',
	placeholder: 'e.g. bug',
	listMethod: 'searchRepositoryLabel',
	lookup: pagedLookup(
		`GET ${repositoryPath}/labels?per_page=100`,
		undefined,
		({ name, description }) => ({
			name: toText(name),
			value: toText(name),
			description: toText(description),
		}),
	),
});

const newLabelName = text('Name', {
	description: 'Name of the label',
	placeholder: 'e.g. bug',
	apiName: 'name',
	required: true,
});

const values = {
	labelHexCode: text('Color (Hex Code)', {
		description: 'Color as six hexadecimal digits, without #',
		placeholder: 'e.g. f29513',
		apiName: 'color',
		pattern: /^[0-9a-f]{6}$/i,
		expected: 'six hexadecimal digits, without #',
	}),
	labelDescription: text('Description', {
		description: 'Short description of the label, up to 100 characters',
		placeholder: "e.g. Something isn't working",
		apiName: 'description',
		maxLength: 100,
	}),
};

export const label = resource('Label', {
	default: 'getAll',
	operations: {
		create: operation({
			collection: 'additionalFields',
			request: 'POST /labels',
			fields: { newLabelName },
			options: values,
			simplify,
			shape,
		}),
		delete: operation({
			description: 'Delete a label of a repository, and remove it from all issues',
			request: 'DELETE /labels/{repositoryLabel}',
			effect: 'irreversible',
			fields: { repositoryLabel },
		}),
		get: operation({
			request: 'GET /labels/{repositoryLabel}',
			fields: { repositoryLabel },
			simplify,
			shape,
		}),
		getAll: operation({
			...labelList,
			description: 'Get the labels that issues and pull requests of a repository can have',
		}),
		update: operation({
			collection: 'updateFields',
			description: 'Update a label of a repository; issues keep it under its new name',
			request: 'PATCH /labels/{repositoryLabel}',
			fields: { repositoryLabel },
			options: {
				...values,
				newLabelName: { ...newLabelName, apiName: 'new_name', required: false as const },
			},
			simplify,
			shape,
		}),
	},
});
