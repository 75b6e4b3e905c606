/** The event feeds, and the fields for selecting and filtering them. */
import type { IDataObject } from 'n8n-workflow';
import { fillPath } from '../../engine';
import {
	choice,
	type Field,
	type Fields,
	flag,
	list,
	rows,
	several,
	text,
} from '../../engine/describe';
import { organization, owner, repository, username } from '../fields';
import { tokenScopes } from '../tokenScopes';
import { eventTypes } from './eventTypes';
import type { FeedRequest } from './feedClient';

type NameField = 'owner' | 'repository' | 'organization' | 'username';

interface Feed extends FeedRequest {
	readonly label: string;
	/** The placeholders in the path. */
	readonly fields: readonly NameField[];
}

/**
 * The feeds in the specification (../README.md, Events feed), and the feeds of received events,
 * which the specification does not contain.
 */
export const feeds = {
	repository: {
		label: 'Repository',
		path: '/repos/{owner}/{repository}/events',
		fields: ['owner', 'repository'],
		permission: tokenScopes.metadata,
	},
	repositoryNetwork: {
		label: 'Repository and Its Forks',
		path: '/networks/{owner}/{repository}/events',
		fields: ['owner', 'repository'],
	},
	organization: {
		label: 'Organization',
		path: '/orgs/{organization}/events',
		fields: ['organization'],
	},
	user: { label: 'User', path: '/users/{username}/events', fields: ['username'] },
	userOrganization: {
		label: 'User in an Organization',
		path: '/users/{username}/events/orgs/{organization}',
		fields: ['username', 'organization'],
		permission: tokenScopes.organizationEvents,
	},
	userPublic: {
		label: 'User (Public Events)',
		path: '/users/{username}/events/public',
		fields: ['username'],
	},
	received: {
		label: 'Received by a User',
		path: '/users/{username}/received_events',
		fields: ['username'],
	},
	receivedPublic: {
		label: 'Received by a User (Public Events)',
		path: '/users/{username}/received_events/public',
		fields: ['username'],
	},
	everyone: { label: 'Everyone', path: '/events', fields: [] },
} as const satisfies Record<string, Feed>;

type FeedName = keyof typeof feeds;

const feedEntries = Object.entries(feeds) as Array<[FeedName, Feed]>;
const labels = Object.fromEntries(feedEntries.map(([name, { label }]) => [name, label]));

/** Shows a field only for feeds with this placeholder in their path. */
const showFor = (field: NameField): Pick<Field, 'show'> => ({
	show: {
		feed: feedEntries.filter(([, { fields }]) => fields.includes(field)).map(([name]) => name),
	},
});

const nameField = (label: string, field: NameField, placeholder: string): Field =>
	text(label, { placeholder, required: true, ...showFor(field) });

export const triggerFields = {
	feed: choice('Watch', labels, {
		description: 'Where the events come from',
		default: 'repository',
		required: true,
	}),
	username: { ...username, ...showFor('username') },
	owner: { ...owner, ...showFor('owner') },
	repository: { ...repository, ...showFor('repository') },
	organization: { ...organization, ...showFor('organization') },
	events: {
		...several('Events', [], {
			description:
				'Events that start the workflow. If empty, all events start it. For an event that is not in the list, use an expression that returns a list of types.',
			acceptsOther: true,
		}),
		choices: eventTypes,
	},
	begin: choice(
		'Begin With',
		{ now: 'New Events Only', window: 'Recent Events' },
		{
			description:
				'Which events start the workflow first. Recent events are up to 300 events from the past 30 days.',
			default: 'now',
		},
	),
} satisfies Fields;

export const filterFields = {
	actions: list('Actions', {
		description:
			'Only emit events with these actions, separated by commas. Events without an action, such as Push, are not filtered.',
		placeholder: 'e.g. opened, closed',
	}),
	actors: list('Actors', {
		description: 'Only emit events by these users, separated by commas',
		placeholder: 'e.g. octocat',
	}),
	repositories: list('Repositories', {
		description: 'Only emit events in these repositories, separated by commas',
		placeholder: 'e.g. octo-org/hello-world',
		// All events of a watched repository are in this repository.
		show: { '/feed': feedEntries.map(([name]) => name).filter((name) => name !== 'repository') },
	}),
	visibility: choice(
		'Visibility',
		{ public: 'Public', private: 'Private' },
		{ description: 'Only emit public or private events' },
	),
} satisfies Fields;

export const triggerOptions = {
	moreFeeds: rows('More to Watch', {
		description:
			'Other repositories, organizations or users to watch. An event that appears in several of them starts the workflow once.',
		collection: 'options',
		row: {
			feed: choice('Events From', labels, { default: 'repository', required: true }),
			organization: nameField('Organization', 'organization', 'e.g. octo-org'),
			owner: nameField('Owner', 'owner', 'e.g. octo-org'),
			repository: nameField('Repository', 'repository', 'e.g. hello-world'),
			username: nameField('Username', 'username', 'e.g. octocat'),
		},
	}),
	simplify: flag('Simplify', {
		description: 'Whether to return a simplified version of the response instead of the raw data',
		default: true,
		collection: 'options',
	}),
} satisfies Fields;

/**
 * The request for a selected feed.
 * @throws PackError if a name is missing or cannot be used in a path
 */
export const feedRequest = ({ feed, ...values }: IDataObject): FeedRequest => {
	const { path, permission }: Feed = feeds[feed as FeedName];
	return {
		path: fillPath(path, values, triggerFields),
		permission,
	};
};
