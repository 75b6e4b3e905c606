import {
	choice,
	flag,
	json,
	list,
	operation,
	operationsIn,
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
import { owner, repository as repositoryName, repositoryScope } from '../fields';
import { byLink } from '../paging';
import { repository as shape, repositoryBrief as simplify } from '../shapes';
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

export const repository = resource('Repository', {
	default: 'get',
	operations: {
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
		get: operation({
			description: 'Get a repository, including its numeric ID',
			request: 'GET /repos/{owner}/{repository}',
			fields: { owner, repository: repositoryName },
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
		getAllLabels: inRepository({
			action: 'Get many labels of a repository',
			description: 'Get the labels that issues and pull requests of a repository can have',
			...labelList,
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
	},
});
