import { operation, operationsIn, resource } from '../../engine/describe';
import {
	organization,
	organizationScope,
	owner,
	repository,
	repositoryScope,
	userScope,
} from '../fields';
import { byLink, eventWindow } from '../paging';
import { event as shape, eventBrief as simplify } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const byUser = operationsIn(userScope);

/** A feed contains up to 300 events from the past 30 days, newest first. */
const eventFeed = { paging: byLink({ window: eventWindow }), simplify, shape };

export const event = resource('Event', {
	default: 'getAllRepository',
	operations: {
		getAllOrganization: operation({
			...eventFeed,
			name: 'Get Many of an Organization',
			action: 'Get many events of an organization',
			description: 'Get the public events of an organization, newest first',
			basePath: organizationScope,
			request: 'GET /events',
		}),
		getAllPublic: operation({
			...eventFeed,
			action: 'Get many public events',
			description:
				'Get public events of all users and repositories, with a delay of about five minutes',
			request: 'GET /events',
		}),
		getAllReceived: byUser({
			...eventFeed,
			name: 'Get Many Received by a User',
			action: 'Get many events received by a user',
			description:
				'Get events of repositories that a user watches and users that they follow; private events require that user’s credential',
			request: 'GET /received_events',
		}),
		getAllReceivedPublic: byUser({
			...eventFeed,
			name: 'Get Many Public Received by a User',
			action: 'Get many public events received by a user',
			description:
				'Get public events of repositories that a user watches and users that they follow',
			request: 'GET /received_events/public',
		}),
		getAllRepository: operation({
			...eventFeed,
			name: 'Get Many of a Repository',
			action: 'Get many events of a repository',
			description: 'Get the events of a repository, newest first',
			basePath: repositoryScope,
			request: 'GET /events',
			permission: tokenScopes.metadata,
		}),
		getAllRepositoryNetwork: operation({
			...eventFeed,
			name: 'Get Many of a Repository Network',
			action: 'Get many events of a repository network',
			description: 'Get the public events of a repository and its forks',
			request: 'GET /networks/{owner}/{repository}/events',
			fields: { owner, repository },
		}),
		getAllUser: byUser({
			...eventFeed,
			name: 'Get Many by a User',
			action: 'Get many events by a user',
			description: 'Get the events of a user; private events require that user’s credential',
			request: 'GET /events',
		}),
		getAllUserOrganization: byUser({
			...eventFeed,
			name: 'Get Many by a User in an Organization',
			action: 'Get many events by a user in an organization',
			description: 'Get the events of an organization that are visible to a member',
			request: 'GET /events/orgs/{organization}',
			fields: { organization },
			permission: tokenScopes.organizationEvents,
		}),
		getAllUserPublic: byUser({
			...eventFeed,
			name: 'Get Many Public by a User',
			action: 'Get many public events by a user',
			description: 'Get the public events of a user',
			request: 'GET /events/public',
		}),
	},
});
