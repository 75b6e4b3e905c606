import { operationsIn, resource, text } from '../../engine/describe';
import { newVariableName, repositoryScope, variableName } from '../fields';
import { byLink } from '../paging';
import { variable as shape } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.variablesRead,
	tokenScopes.variablesWrite,
);

const variableValue = text('Value', {
	description: 'Value of the variable. Everyone with read access to the repository can see it.',
	apiName: 'value',
});

export const variable = resource('Variable', {
	default: 'getAll',
	operations: {
		create: operation({
			request: 'POST /actions/variables',
			fields: {
				newName: { ...newVariableName, apiName: 'name' },
				variableValue: { ...variableValue, required: true },
			},
			done: ({ newName: name }) => ({ name, created: true }),
		}),
		delete: operation({
			request: 'DELETE /actions/variables/{variableName}',
			effect: 'irreversible',
			fields: { variableName },
		}),
		getAll: operation({
			request: 'GET /actions/variables',
			paging: byLink({ rows: 'variables', maximum: 30 }),
			shape,
		}),
		update: operation({
			collection: 'updateFields',
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
			done: ({ variableName: name }) => ({ name, updated: true }),
		}),
	},
});
