import { operation, resource, text } from '../../engine/describe';
import { newVariableName, repositoryScope as basePath, variableName } from '../fields';
import { byLink } from '../paging';
import { variable as shape } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const variableValue = text('Value', {
	description: 'Value of the variable. Everyone with read access to the repository can see it.',
	apiName: 'value',
});

export const variable = resource('Variable', {
	default: 'getAll',
	operations: {
		create: operation({
			action: 'Create a variable',
			alsoKnownAs: ['createRepoVariable'],
			basePath,
			request: 'POST /actions/variables',
			fields: {
				newName: { ...newVariableName, apiName: 'name' },
				variableValue: { ...variableValue, required: true },
			},
			permission: tokenScopes.variablesWrite,
			done: ({ newName: name }) => ({ name, created: true }),
		}),
		delete: operation({
			action: 'Delete a variable',
			alsoKnownAs: ['deleteRepoVariable'],
			basePath,
			request: 'DELETE /actions/variables/{variableName}',
			effect: 'irreversible',
			fields: { variableName },
			permission: tokenScopes.variablesWrite,
		}),
		getAll: operation({
			action: 'Get many variables',
			alsoKnownAs: ['listRepoVariables'],
			basePath,
			request: 'GET /actions/variables',
			paging: byLink({ rows: 'variables', maximum: 30 }),
			permission: tokenScopes.variablesRead,
			shape,
		}),
		update: operation({
			action: 'Update a variable',
			collection: 'updateFields',
			alsoKnownAs: ['updateRepoVariable'],
			basePath,
			request: 'PATCH /actions/variables/{variableName}',
			fields: { variableName, variableValue },
			options: {
				renameTo: {
					...newVariableName,
					label: 'Rename To',
					description: 'New name of the variable',
					apiName: 'name',
					required: false as const,
				},
			},
			idempotency: 'safe',
			permission: tokenScopes.variablesWrite,
			done: ({ variableName: name }) => ({ name, updated: true }),
		}),
	},
});
