/** The feeds that a person may watch, and the form in which they say so. */
import type { IDataObject } from 'n8n-workflow';
import { choice, type Field, type Fields, flag, list, rows, text } from '../../engine/describe';
import { fillPath } from '../../engine/request/path';
import { organization, owner, repository, username } from '../fields';
import { needs } from '../scopes';
import type { Watch } from './reader';

interface Feed {
	readonly label: string;
	readonly path: string;
	/** What its path names. */
	readonly needs: readonly ('owner' | 'repository' | 'organization' | 'username')[];
	/** What a credential needs for it. */
	readonly scope?: string;
}

/** Paths of the specification (part A, Events feed), and of the received events, which it does not show. */
export const feeds = {
	repository: {
		label: 'Repository',
		path: '/repos/{owner}/{repository}/events',
		needs: ['owner', 'repository'],
		scope: needs.metadata,
	},
	repositoryNetwork: {
		label: 'Repository and Its Forks',
		path: '/networks/{owner}/{repository}/events',
		needs: ['owner', 'repository'],
	},
	organization: {
		label: 'Organization',
		path: '/orgs/{organization}/events',
		needs: ['organization'],
	},
	user: { label: 'User', path: '/users/{username}/events', needs: ['username'] },
	userOrganization: {
		label: 'User in an Organization',
		path: '/users/{username}/events/orgs/{organization}',
		needs: ['username', 'organization'],
		scope: needs.organizationEvents,
	},
	userPublic: {
		label: 'User in Public',
		path: '/users/{username}/events/public',
		needs: ['username'],
	},
	received: {
		label: 'Received by a User',
		path: '/users/{username}/received_events',
		needs: ['username'],
	},
	receivedPublic: {
		label: 'Received by a User in Public',
		path: '/users/{username}/received_events/public',
		needs: ['username'],
	},
	everyone: { label: 'Everyone', path: '/events', needs: [] },
} as const satisfies Record<string, Feed>;

type FeedName = keyof typeof feeds;

const named = Object.entries(feeds) as Array<[FeedName, Feed]>;
const labels = Object.fromEntries(named.map(([name, { label }]) => [name, label]));

/** Shown for the feeds whose path names it. */
const shownFor = (part: Feed['needs'][number]): Pick<Field, 'show'> => ({
	show: { feed: named.filter(([, feed]) => feed.needs.includes(part)).map(([name]) => name) },
});

const word = (label: string, part: Feed['needs'][number], placeholder: string): Field =>
	text(label, { placeholder, required: true, ...shownFor(part) });

export const triggerFields = {
	feed: choice('Feed', labels, {
		description: 'Whose events start the workflow',
		default: 'repository',
		required: true,
	}),
	username: { ...username, ...shownFor('username') },
	owner: { ...owner, ...shownFor('owner') },
	repository: { ...repository, ...shownFor('repository') },
	organization: { ...organization, ...shownFor('organization') },
	begin: choice(
		'Begin With',
		{ now: 'Events From Now On', window: 'All That the Feed Holds' },
		{
			description:
				'What happens when the workflow is activated: a feed holds up to 300 events of the past 30 days',
			default: 'now',
		},
	),
} satisfies Fields;

export const filterFields = {
	eventTypes: list('Event Types', {
		description: 'Only events of these types, separated by commas',
		placeholder: 'e.g. PushEvent, WatchEvent',
	}),
	actors: list('Actors', {
		description: 'Only what these users did, separated by commas',
		placeholder: 'e.g. octocat',
	}),
	repositories: list('Repositories', {
		description: 'Only what happened in these repositories, separated by commas',
		placeholder: 'e.g. octo-org/hello-world',
	}),
	visibility: choice(
		'Visibility',
		{ public: 'Public', private: 'Private' },
		{ description: 'Only public or only private events' },
	),
} satisfies Fields;

export const moreFeeds = rows('Further Feeds', {
	description:
		'Feeds to watch as well. An event that shows up in several starts the workflow once.',
	row: {
		feed: choice('Feed', labels, { default: 'repository', required: true }),
		organization: word('Organization', 'organization', 'e.g. octo-org'),
		owner: word('Owner', 'owner', 'e.g. octo-org'),
		repository: word('Repository', 'repository', 'e.g. hello-world'),
		username: word('Username', 'username', 'e.g. octocat'),
	},
});

export const simplify = flag('Simplify', {
	description: 'Whether to return a simplified version of the response instead of the raw data',
	default: true,
});

/** A feed as a person named it. @throws Refusal for a name that is missing or would leave its place */
export const watchOf = ({ feed, ...values }: IDataObject): Watch => {
	const { path, scope }: Feed = feeds[feed as FeedName];
	return {
		path: fillPath(
			path,
			(name) => values[name],
			(name) => triggerFields[name as 'owner'].label,
		),
		scope,
	};
};
