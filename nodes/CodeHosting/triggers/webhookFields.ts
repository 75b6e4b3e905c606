/** The fields of the trigger node. */
import {
	choice,
	type Field,
	type Fields,
	flag,
	integer,
	list,
	several,
} from '../../engine/describe';
import { authenticationOf } from '../../engine';
import { credentials } from '../credentials';
import { organization, owner, repository } from '../fields';
import { eventChoices, type WebhookSource } from './webhookEvents';

/** Shows a field only if the trigger creates the webhook, optionally only for one source. */
export const showFor = (...source: WebhookSource[]): Pick<Field, 'show'> => ({
	show: { webhook: ['create'], ...(source.length > 0 ? { source } : {}) },
});

/**
 * How the trigger authenticates to create its webhook. Creating one always requires a credential.
 * The field has no condition, because n8n's editor hides every parameter that the condition of an
 * authentication field refers to, such as Webhook.
 */
export const authentication = authenticationOf({
	credentials: credentials.filter(({ type }) => type !== undefined),
}).map((one) => ({ ...one, required: true }));

export const webhookField = choice(
	'Webhook',
	{ create: 'Create Automatically', existing: 'Use an Existing Webhook' },
	{
		description:
			'Whether the trigger creates the webhook when the workflow starts to listen and removes it ' +
			'afterwards, or you enter the URL of the trigger yourself, for example in the settings of an app',
		default: 'create',
		required: true,
	},
);

export const sourceFields = {
	source: choice(
		'Source',
		{ repository: 'Repository', organization: 'Organization' },
		{
			description: 'Whether to receive the events of a repository or of an organization',
			default: 'repository',
			required: true,
			...showFor(),
		},
	),
	owner: { ...owner, ...showFor('repository') },
	repository: { ...repository, ...showFor('repository') },
	organization: { ...organization, ...showFor('organization') },
} satisfies Fields;

export const eventsField: Field<string[]> & { required: true } = {
	...several('Events', [], { description: 'Events that start the workflow', required: true }),
	choices: eventChoices,
};

const patternHint =
	'* stands for any characters except a slash, ** for any characters. Patterns that start with ! ' +
	'exclude.';

export const filterFields = {
	actions: list('Actions', {
		description:
			'Only emit events with these actions, separated by commas. To filter one kind of event, ' +
			'precede the action with its name. Events without an action, such as Push, are not filtered.',
		placeholder: 'e.g. opened, pull_request.closed',
	}),
	actors: list('Actors', {
		description: `Only emit events that these users caused, separated by commas. ${patternHint}`,
		placeholder: 'e.g. octocat, !dependabot[bot]',
	}),
	branches: list('Branches', {
		description:
			'Only emit events on these branches, separated by commas. For pull requests, the base ' +
			`branch counts. Events without a branch, such as Issues, are not filtered. ${patternHint}`,
		placeholder: 'e.g. main, releases/**',
	}),
	discussionCategories: list('Discussion Categories', {
		description:
			'Only emit events of discussions in these categories, separated by commas. Other events are ' +
			`not filtered. ${patternHint}`,
		placeholder: 'e.g. Ideas, Q&A',
	}),
	paths: list('Paths', {
		description:
			'Only emit pushes that change files with these paths, separated by commas. Other events ' +
			`are not filtered. ${patternHint}`,
		placeholder: 'e.g. docs/**, !**/*.png',
	}),
	projectIds: list('Project IDs', {
		description:
			'Only emit events of the projects with these node IDs, separated by commas. Other events are ' +
			`not filtered. ${patternHint}`,
		placeholder: 'e.g. PVT_kwDOABCD1234',
	}),
	repositories: list('Repositories', {
		description:
			'Only emit events of these repositories, separated by commas. Events without a ' +
			`repository, such as Organization, are not filtered. ${patternHint}`,
		placeholder: 'e.g. octo-org/hello-world',
	}),
} satisfies Fields;

/** Maximum number of times that each delivery is requested again. */
export const defaultRedeliveries = 3;

export const triggerOptions = {
	ignoreSslIssues: flag('Ignore SSL Issues (Insecure)', {
		description:
			"Whether the service delivers events even if it cannot verify the certificate of n8n's URL. " +
			'Only applies to webhooks that the trigger creates.',
		default: true,
		collection: 'options',
	}),
	redeliveries: integer('Redeliveries', {
		description:
			'How often each delivery that did not reach n8n is requested again. 0 turns this off. Only ' +
			'applies to webhooks that the trigger creates.',
		default: defaultRedeliveries,
		minimum: 0,
		maximum: 10,
		collection: 'options',
	}),
} satisfies Fields;
