/** Variables of repositories, organizations and environments. */
import type { IDataObject } from 'n8n-workflow';
import {
	choice,
	list,
	type Field,
	type Fields,
	type Operation,
	operationsIn,
	type RequestLine,
	resource,
	type Shape,
	text,
} from '../../engine/describe';
import {
	environmentVariableName,
	newVariableName,
	organizationVariableName,
	repositoryIdList,
	variableName,
} from '../fields';
import { environmentLevel, type Level, organizationLevel, repositoryLevel } from '../levels';
import { byLink } from '../paging';
import { selectedRepositoryOperations, visibilityFields } from '../secrets/selectedRepositories';
import { organizationVariable as organizationShape, variable as shape } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const variableValue = text('Value', {
	description: 'Value of the variable. Everyone with read access to the repository can see it.',
	apiName: 'value',
});

/**
 * @param path path of the variables at this level
 * @param field the field that identifies a variable at this level
 * @param more what else a new variable has at this level, and what else can be changed
 */
function variableOperations(
	{ basePath, phrase }: Level,
	path: string,
	field: Readonly<Record<string, Field<string>>>,
	[readScope, writeScope]: readonly [string, string],
	variableShape: Shape = shape,
	more: { readonly fields?: Fields; readonly options?: Fields } = {},
): Record<'create' | 'delete' | 'get' | 'getAll' | 'update', Operation> {
	const operation = operationsIn(basePath, readScope, writeScope);
	const nameField = Object.keys(field).join();
	const variablePath = `${path}/{${nameField}}`;
	return {
		create: operation({
			action: `Create a variable of ${phrase}`,
			request: `POST ${path}` as RequestLine,
			fields: {
				newName: { ...newVariableName, apiName: 'name' },
				variableValue: { ...variableValue, required: true },
				...more.fields,
			},
			done: ({ newName: name }) => ({ name, created: true }),
		}),
		delete: operation({
			action: `Delete a variable of ${phrase}`,
			request: `DELETE ${variablePath}` as RequestLine,
			effect: 'irreversible',
			fields: field,
		}),
		get: operation({
			action: `Get a variable of ${phrase}`,
			request: `GET ${variablePath}` as RequestLine,
			fields: field,
			shape: variableShape,
		}),
		getAll: operation({
			action: `Get many variables of ${phrase}`,
			request: `GET ${path}` as RequestLine,
			paging: byLink({ rows: 'variables', maximum: 30 }),
			shape: variableShape,
		}),
		update: operation({
			action: `Update a variable of ${phrase}`,
			collection: 'updateFields',
			request: `PATCH ${variablePath}` as RequestLine,
			fields: { ...field, variableValue },
			options: {
				renameTo: {
					...newVariableName,
					label: 'Rename To',
					description: 'New name of the variable',
					apiName: 'name',
					required: false as const,
				},
				...more.options,
			},
			idempotency: 'safe',
			done: (input) => ({
				name: input.renameTo ?? (input as IDataObject)[nameField],
				updated: true,
			}),
		}),
	};
}

export const variable = resource('Variable (Repository)', {
	default: 'getAll',
	operations: variableOperations(repositoryLevel, '/actions/variables', { variableName }, [
		tokenScopes.variablesRead,
		tokenScopes.variablesWrite,
	]),
});

export const environmentVariable = resource('Variable (Environment)', {
	default: 'getAll',
	operations: variableOperations(environmentLevel, '/variables', { environmentVariableName }, [
		tokenScopes.environmentsRead,
		tokenScopes.environmentsWrite,
	]),
});

const organizationField = { organizationVariableName };
const newVisibilityFields = {
	newVisibility: choice(
		'Visibility',
		{
			selected: 'Selected Repositories',
			private: 'Private Repositories',
			all: 'All Repositories',
		},
		{ description: 'Which repositories have access', apiName: 'visibility' },
	),
	newVisibleTo: list('Selected Repository IDs', {
		...repositoryIdList,
		description: 'IDs of the repositories with access, separated by commas',
		hint: 'Only applies if the visibility is Selected Repositories',
	}),
};

export const organizationVariable = resource('Variable (Organization)', {
	default: 'getAll',
	operations: {
		...selectedRepositoryOperations(
			'variable',
			organizationField,
			tokenScopes.organizationVariables,
		),
		...variableOperations(
			organizationLevel,
			'/actions/variables',
			organizationField,
			[tokenScopes.organizationVariables, tokenScopes.organizationVariables],
			organizationShape,
			{
				fields: visibilityFields,
				options: newVisibilityFields,
			},
		),
	},
});
