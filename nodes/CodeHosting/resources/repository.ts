import {
	choice,
	date,
	flag,
	json,
	integer,
	list,
	operation,
	operationsIn,
	outputFileOptions,
	resource,
	text,
} from '../../engine/describe';
import { notOnEnterpriseServer } from '../providers';
import { reference } from '../content/fields';
import {
	clones,
	communityProfile,
	communityProfileBrief,
	contributor,
	contributorBrief,
	language,
	licenseFile,
	licenseFileBrief,
	popularPath,
	referrer,
	textFile,
	textFileBrief,
	topics,
	views,
} from '../content/shapes';
import { withText } from '../content/decodeContent';
import { minimalUser } from '../accounts/shapes';
import { downloadFields, downloadFileOrLink } from '../downloads';
import {
	direction,
	organizationScope,
	owner,
	repository as repositoryName,
	repositoryScope,
	repositorySort,
	sortBy,
} from '../fields';
import { byLink } from '../paging';
import {
	newRepositoryName,
	repositoryContents,
	repositorySettings,
	repositoryVisibility,
} from '../repositories/fields';
import { stargazersHint, withWeekStart } from '../repositories/stars';
import { repository as shape, repositoryBrief as simplify, starsOfWeek } from '../shapes';
import { tokenScopes } from '../tokenScopes';
import { labelList } from './label';

const inRepository = operationsIn(repositoryScope, tokenScopes.metadata);

const trafficInterval = choice(
	'Interval',
	{ day: 'Day', week: 'Week' },
	{ description: 'Interval of the counts', apiName: 'per' },
);

/** Maximum number of top-level properties of a payload (public API). */
const maxPayloadProperties = 10;

const archiveFields = {
	archiveRef: text('Reference', {
		description: 'Branch, tag or commit to download. HEAD is the default branch.',
		placeholder: 'e.g. v1.2.0',
		default: 'HEAD',
		allowSlashes: true,
		required: true,
	}),
	...downloadFields,
};

/** The name of a branch can contain slashes. */
const archiveName = (
	{ repository: name, archiveRef }: { readonly repository: string; readonly archiveRef: string },
	extension: string,
): string => `${name}-${archiveRef.replaceAll('/', '-')}.${extension}`;

/** For operations on a repository itself: its path has no further part. */
const itself = {
	fields: { owner, repository: repositoryName },
	parents: ['owner', 'repository'],
} as const;

export const repository = resource('Repository', {
	default: 'get',
	operations: {
		create: operation({
			action: 'Create a repository of the authenticated user',
			collection: 'additionalFields',
			description: 'Create a repository that belongs to the authenticated user',
			request: 'POST /user/repos',
			fields: {
				newRepositoryName,
				privateRepository: flag('Private', {
					description: 'Whether only the user and collaborators can see the repository',
					apiName: 'private',
					default: true,
				}),
			},
			options: {
				...repositorySettings,
				...repositoryContents,
				hasDiscussions: flag('Has Discussions', {
					description: 'Whether the repository has discussions',
					apiName: 'has_discussions',
				}),
			},
			permission: tokenScopes.administrationWrite,
			simplify,
			shape,
		}),
		createDispatchEvent: inRepository({
			action: 'Create a dispatch event of a repository',
			description:
				'Start the workflows that have the repository_dispatch trigger for an event type',
			request: 'POST /dispatches',
			fields: {
				eventType: text('Event Type', {
					description: 'Name of the event, up to 100 characters',
					placeholder: 'e.g. deploy',
					apiName: 'event_type',
					maxLength: 100,
					required: true,
				}),
				clientPayload: json('Client Payload', {
					description:
						'Data for the workflows, for example {"stage": "production"}. Up to ten properties.',
					apiName: 'client_payload',
					default: '{}',
				}),
			},
			check({ clientPayload = {} }) {
				const count = Object.keys(clientPayload).length;
				return count > maxPayloadProperties
					? {
							field: 'clientPayload',
							problem: `must have at most ${maxPayloadProperties} properties, got ${count}`,
						}
					: undefined;
			},
			permission: tokenScopes.contentsWrite,
			done: ({ eventType }) => ({ dispatched: true, event_type: eventType }),
		}),
		createInOrganization: operation({
			name: 'Create in Organization',
			action: 'Create a repository in an organization',
			basePath: organizationScope,
			collection: 'additionalFields',
			request: 'POST /repos',
			fields: { newRepositoryName, repositoryVisibility },
			options: {
				...repositorySettings,
				...repositoryContents,
				accessTeamId: integer('Team ID', {
					description: 'ID of a team that gets access',
					placeholder: 'e.g. 12',
					apiName: 'team_id',
					minimum: 1,
				}),
			},
			permission: tokenScopes.administrationWrite,
			simplify,
			shape,
		}),
		delete: operation({
			...itself,
			description: 'Delete a repository with its issues, pull requests and releases',
			request: 'DELETE /repos/{owner}/{repository}',
			effect: 'irreversible',
			permission: tokenScopes.deleteRepository,
		}),
		downloadTarball: inRepository({
			name: 'Download as Tarball',
			action: 'Download a repository as a tarball',
			description: 'Download the files of a branch, tag or commit as a .tar.gz file',
			request: 'GET /tarball/{archiveRef}',
			fields: archiveFields,
			options: outputFileOptions,
			permission: tokenScopes.contentsRead,
			run: async (call) => await downloadFileOrLink(call, archiveName(call.input, 'tar.gz')),
		}),
		downloadZipball: inRepository({
			name: 'Download as ZIP',
			action: 'Download a repository as a ZIP file',
			description: 'Download the files of a branch, tag or commit as a ZIP file',
			request: 'GET /zipball/{archiveRef}',
			fields: archiveFields,
			options: outputFileOptions,
			permission: tokenScopes.contentsRead,
			run: async (call) => await downloadFileOrLink(call, archiveName(call.input, 'zip')),
		}),
		fork: inRepository({
			collection: 'additionalFields',
			description:
				'Fork a repository to the account of the user or to an organization; the service copies the files afterwards',
			request: 'POST /forks',
			options: {
				defaultBranchOnly: flag('Default Branch Only', {
					description: 'Whether to copy only the default branch',
					apiName: 'default_branch_only',
				}),
				forkName: text('Name', {
					description: 'Name of the fork. Default: the name of the repository.',
					placeholder: 'e.g. hello-world-fork',
					apiName: 'name',
				}),
				forkOrganization: text('Organization', {
					description: 'Organization that owns the fork. Default: the authenticated user.',
					placeholder: 'e.g. octo-org',
					apiName: 'organization',
				}),
			},
			permission: tokenScopes.fork,
			simplify,
			shape,
		}),
		get: operation({
			description: 'Get a repository, including its numeric ID',
			request: 'GET /repos/{owner}/{repository}',
			fields: itself.fields,
			permission: tokenScopes.metadata,
			simplify,
			shape,
		}),
		getAllContributors: inRepository({
			action: 'Get many contributors of a repository',
			description: 'Get the contributors of a repository, sorted by their number of commits',
			request: 'GET /contributors',
			options: {
				anonymous: flag('Anonymous', {
					description: 'Whether to include contributors who are not users of the service',
					apiName: 'anon',
					collection: 'options',
				}),
			},
			paging: byLink(),
			simplify: contributorBrief,
			shape: contributor,
		}),
		getAllForks: inRepository({
			action: 'Get many forks of a repository',
			request: 'GET /forks',
			options: {
				forkSort: sortBy({
					newest: 'Newest',
					oldest: 'Oldest',
					stargazers: 'Stars',
					watchers: 'Watchers',
				}),
			},
			paging: byLink(),
			// The forks have owners and names of their own.
			parents: [],
			simplify,
			shape,
		}),
		getAllLabels: inRepository({
			action: 'Get many labels of a repository',
			description: 'Get the labels that issues and pull requests of a repository can have',
			...labelList,
		}),
		getAllMine: operation({
			name: 'Get Many of the User',
			action: 'Get many repositories of the authenticated user',
			description: 'Get the repositories that the authenticated user has access to',
			request: 'GET /user/repos',
			options: {
				affiliation: choice(
					'Affiliation',
					{
						owner: 'Owner',
						collaborator: 'Collaborator',
						organization_member: 'Organization Member',
					},
					{
						description:
							'Only return repositories that the user has access to in this way. With an expression, also several values, separated by commas.',
						acceptsOther: true,
					},
				),
				direction,
				ownVisibility: choice(
					'Visibility',
					{ all: 'All', private: 'Private', public: 'Public' },
					{ description: 'Only return repositories with this visibility', apiName: 'visibility' },
				),
				repositorySort,
				updatedBefore: date('Updated Before', {
					description: 'Only return repositories that were last updated before this time',
					apiName: 'before',
				}),
				updatedSince: date('Updated Since', {
					description: 'Only return repositories that were updated after this time',
					apiName: 'since',
				}),
			},
			paging: byLink(),
			permission: tokenScopes.metadata,
			simplify,
			shape,
		}),
		getAllStargazers: inRepository({
			action: 'Get many stargazers of a repository',
			description:
				'Get the users who starred a repository, for its administrators and collaborators only',
			request: 'GET /stargazers',
			permission: tokenScopes.stargazers,
			paging: byLink(),
			simplify: Object.keys(minimalUser),
			shape: minimalUser,
			rejectionHint: stargazersHint,
			emptyHint: () => stargazersHint,
		}),
		getStarHistory: inRepository({
			action: 'Get the star history of a repository',
			description:
				'Get the number of stars of each week and day since the repository was created, newest week first',
			request: 'GET /stargazers/history',
			missingIn: notOnEnterpriseServer,
			paging: byLink({ maximum: 30 }),
			refine: withWeekStart,
			shape: starsOfWeek,
		}),
		getClones: inRepository({
			action: 'Get the clones of a repository',
			description: 'Get the number of clones in the last 14 days',
			request: 'GET /traffic/clones',
			missingIn: notOnEnterpriseServer,
			options: { trafficInterval },
			permission: tokenScopes.traffic,
			shape: clones,
		}),
		getCommunityProfile: inRepository({
			action: 'Get the community profile of a repository',
			description: 'Get which community files a public repository has, and its health percentage',
			request: 'GET /community/profile',
			missingIn: notOnEnterpriseServer,
			permission: tokenScopes.contentsRead,
			simplify: communityProfileBrief,
			shape: communityProfile,
		}),
		getLanguages: inRepository({
			action: 'Get the languages of a repository',
			description: 'Get the programming languages of a repository, with the bytes of code in each',
			request: 'GET /languages',
			shape: language,
			refine: ([row]) =>
				Object.entries(row?.json ?? {}).map(([name, bytes]) => ({
					json: { language: name, bytes },
				})),
		}),
		getLicense: inRepository({
			action: 'Get the license of a repository',
			description: 'Get the license of a repository and the text of its license file',
			request: 'GET /license',
			options: { reference },
			permission: tokenScopes.contentsRead,
			refine: withText,
			simplify: licenseFileBrief,
			shape: licenseFile,
		}),
		getPopularPaths: inRepository({
			action: 'Get the popular paths of a repository',
			description: 'Get the ten most popular paths of the last 14 days',
			request: 'GET /traffic/popular/paths',
			missingIn: notOnEnterpriseServer,
			output: 'rows',
			permission: tokenScopes.traffic,
			shape: popularPath,
		}),
		getReadme: inRepository({
			action: 'Get the readme of a repository',
			description: 'Get the readme of a repository as text',
			request: 'GET /readme',
			options: { reference },
			permission: tokenScopes.contentsRead,
			refine: withText,
			simplify: textFileBrief,
			shape: textFile,
		}),
		getReferrers: inRepository({
			action: 'Get the referrers of a repository',
			description: 'Get the ten websites that most visitors of the last 14 days came from',
			request: 'GET /traffic/popular/referrers',
			missingIn: notOnEnterpriseServer,
			output: 'rows',
			permission: tokenScopes.traffic,
			shape: referrer,
		}),
		getTopics: inRepository({
			action: 'Get the topics of a repository',
			request: 'GET /topics',
			shape: topics,
		}),
		getViews: inRepository({
			action: 'Get the views of a repository',
			description: 'Get the number of page views in the last 14 days',
			request: 'GET /traffic/views',
			missingIn: notOnEnterpriseServer,
			options: { trafficInterval },
			permission: tokenScopes.traffic,
			shape: views,
		}),
		replaceTopics: inRepository({
			action: 'Replace the topics of a repository',
			description: 'Replace all topics of a repository; without topics, all of them are removed',
			request: 'PUT /topics',
			fields: {
				topicNames: list('Topics', {
					description: 'All topics that the repository should have, separated by commas',
					placeholder: 'e.g. automation, n8n',
					apiName: 'names',
					clearable: true,
				}),
			},
			permission: tokenScopes.topicsWrite,
			shape: topics,
		}),
		setVisibility: operation({
			...itself,
			action: 'Set the visibility of a repository',
			description:
				'Make a repository public, private or internal; one that becomes private loses its stars and watchers',
			request: 'PATCH /repos/{owner}/{repository}',
			effect: 'irreversible',
			fields: { ...itself.fields, repositoryVisibility },
			permission: tokenScopes.administrationWrite,
			simplify,
			shape,
		}),
		transfer: inRepository({
			collection: 'additionalFields',
			description:
				'Transfer a repository to another owner; a user has to accept it, and the service moves it afterwards',
			request: 'POST /transfer',
			effect: 'irreversible',
			fields: {
				newOwner: text('New Owner', {
					description: 'User or organization that gets the repository',
					placeholder: 'e.g. octo-org',
					apiName: 'new_owner',
					required: true,
				}),
			},
			options: {
				newOwnerTeamIds: list('Team IDs', {
					itemKind: 'integer',
					description: 'IDs of the teams of the organization that get access, separated by commas',
					placeholder: 'e.g. 12, 26',
					apiName: 'team_ids',
				}),
				transferredName: text('New Name', {
					description: 'Name of the repository at its new owner. Default: its name.',
					placeholder: 'e.g. hello-world',
					apiName: 'new_name',
				}),
			},
			permission: tokenScopes.administrationWrite,
			simplify,
			shape,
		}),
		update: operation({
			...itself,
			collection: 'updateFields',
			description: 'Update the settings of a repository, rename it or archive it',
			request: 'PATCH /repos/{owner}/{repository}',
			options: {
				...repositorySettings,
				allowForking: flag('Allow Forking', {
					description: 'Whether a private repository of an organization can be forked',
					apiName: 'allow_forking',
				}),
				allowUpdateBranch: flag('Allow Update Branch', {
					description: 'Whether pull requests offer to update their branch from the base branch',
					apiName: 'allow_update_branch',
				}),
				archived: flag('Archived', { description: 'Whether the repository is read only' }),
				defaultBranch: text('Default Branch', {
					description: 'Name of the default branch',
					placeholder: 'e.g. main',
					apiName: 'default_branch',
				}),
				newRepositoryName: { ...newRepositoryName, required: false as const },
			},
			permission: tokenScopes.administrationWrite,
			// The name in the input is the old one if the repository is renamed.
			simplify: { ...simplify, repository: 'name' },
			shape,
		}),
	},
});
