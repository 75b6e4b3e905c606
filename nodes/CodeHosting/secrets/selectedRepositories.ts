/** Which repositories have access to the secrets and variables of an organization. */
import type { IDataObject } from 'n8n-workflow';
import {
	choice,
	type Field,
	list,
	operationsIn,
	type RequestLine,
	withArticle,
} from '../../engine/describe';
import { organizationScope, repositoryId as anyRepositoryId, repositoryIdList } from '../fields';
import { byLink } from '../paging';
import { repository, repositoryBrief } from '../shapes';

export const visibilityFields = {
	visibility: choice(
		'Visibility',
		{
			all: 'All Repositories',
			private: 'Private Repositories',
			selected: 'Selected Repositories',
		},
		{ description: 'Which repositories have access', required: true, default: 'private' },
	),
	visibleTo: list('Selected Repository IDs', {
		...repositoryIdList,
		description: 'IDs of the repositories with access, separated by commas',
		show: { visibility: ['selected'] },
	}),
};

const selectedOnly = 'Only applies if the visibility is Selected Repositories';
const repositoryId = { ...anyRepositoryId, hint: selectedOnly };

/**
 * @param noun what the repositories have access to
 * @param fields the field that identifies it
 */
export const selectedRepositoryOperations = (
	noun: 'secret' | 'variable',
	fields: Readonly<Record<string, Field<string>>>,
	permission: string,
) => {
	const operation = operationsIn(organizationScope, permission);
	const nameField = Object.keys(fields).join();
	const path = `/actions/${noun}s/{${nameField}}/repositories`;
	const nameIn = (input: object) => ({ name: (input as IDataObject)[nameField] });
	const record = withArticle(noun);
	return {
		addRepository: operation({
			action: `Add a repository to ${record} of an organization`,
			description: `Give a repository access to ${record} that is visible to selected repositories; its workflows can read the value`,
			request: `PUT ${path}/{repositoryId}` as RequestLine,
			...(noun === 'secret' ? { effect: 'irreversible' as const } : {}),
			fields: { ...fields, repositoryId },
			done: (input) => ({ added: true, ...nameIn(input), repository_id: input.repositoryId }),
		}),
		getAllRepositories: operation({
			name: 'Get Many Selected Repositories',
			action: `Get many repositories with access to ${record} of an organization`,
			request: `GET ${path}` as RequestLine,
			fields,
			paging: byLink({ rows: 'repositories' }),
			simplify: repositoryBrief,
			shape: repository,
		}),
		removeRepository: operation({
			action: `Remove a repository from ${record} of an organization`,
			description: `Revoke the access of a repository to ${record} that is visible to selected repositories`,
			request: `DELETE ${path}/{repositoryId}` as RequestLine,
			effect: 'locksOut',
			fields: { ...fields, repositoryId },
			done: (input) => ({ removed: true, ...nameIn(input), repository_id: input.repositoryId }),
		}),
		setRepositories: operation({
			action: `Set the repositories with access to ${record} of an organization`,
			description: `Replace the repositories that have access to ${record} with selected visibility`,
			request: `PUT ${path}` as RequestLine,
			effect: 'locksOut',
			fields: {
				...fields,
				selectedRepositoryIds: list('Repository IDs', {
					...repositoryIdList,
					hint: selectedOnly,
					description:
						'IDs of all repositories with access, separated by commas. An empty list removes all of them.',
					clearable: true,
				}),
			},
			done: (input) => ({
				set: true,
				...nameIn(input),
				repository_ids: input.selectedRepositoryIds,
			}),
		}),
	};
};
