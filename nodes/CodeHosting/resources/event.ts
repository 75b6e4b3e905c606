import { operation, resource } from '../../engine/describe';
import {
	organization,
	organizationScope,
	owner,
	repository,
	repositoryScope,
	userScope,
} from '../fields';
import { byLink, eventWindow } from '../paging';
import { needs } from '../scopes';
import { event as shape, eventBrief as simplify } from '../shapes';

/** A timeline is newest first, and holds at most 300 events of the past 30 days. */
const timeline = { paging: byLink({ window: eventWindow }), simplify, shape };

export const event = resource('Event', {
	default: 'getAllRepository',
	operations: {
		getAllOrganization: operation({
			...timeline,
			name: 'Get Many of an Organization',
			action: 'Get many events of an organization',
			description: 'Get the public events of an organization, newest first',
			alsoKnownAs: ['listPublicOrgEvents'],
			under: organizationScope,
			request: 'GET /events',
		}),
		getAllPublic: operation({
			...timeline,
			name: 'Get Many From Everyone',
			action: 'Get many public events',
			description: 'Get public events of the whole service, about five minutes late',
			alsoKnownAs: ['listPublicEvents'],
			request: 'GET /events',
		}),
		getAllReceived: operation({
			...timeline,
			name: 'Get Many Received by a User',
			action: 'Get many events that a user received',
			description:
				'Get the events of what a user watches and follows; private ones for that user alone',
			alsoKnownAs: ['listReceivedEventsForUser'],
			under: userScope,
			request: 'GET /received_events',
		}),
		getAllReceivedPublic: operation({
			...timeline,
			name: 'Get Many Received by a User in Public',
			action: 'Get many public events that a user received',
			description: 'Get the public events of what a user watches and follows',
			alsoKnownAs: ['listReceivedPublicEventsForUser'],
			under: userScope,
			request: 'GET /received_events/public',
		}),
		getAllRepository: operation({
			...timeline,
			name: 'Get Many of a Repository',
			action: 'Get many events of a repository',
			description: 'Get the events of a repository, newest first',
			alsoKnownAs: ['listRepoEvents'],
			under: repositoryScope,
			request: 'GET /events',
			scope: needs.metadata,
		}),
		getAllRepositoryNetwork: operation({
			...timeline,
			name: 'Get Many of a Repository Network',
			action: 'Get many events of a repository network',
			description: 'Get the public events of a repository and its forks',
			alsoKnownAs: ['listPublicEventsForRepoNetwork'],
			request: 'GET /networks/{owner}/{repository}/events',
			fields: { owner, repository },
		}),
		getAllUser: operation({
			...timeline,
			name: 'Get Many by a User',
			action: 'Get many events by a user',
			description: 'Get what a user did; private events for that user alone',
			alsoKnownAs: ['listEventsForAuthenticatedUser'],
			under: userScope,
			request: 'GET /events',
		}),
		getAllUserOrganization: operation({
			...timeline,
			name: 'Get Many by a User in an Organization',
			action: 'Get many events by a user in an organization',
			description: 'Get the events of an organization as a member sees them',
			alsoKnownAs: ['listOrgEventsForAuthenticatedUser'],
			under: userScope,
			request: 'GET /events/orgs/{organization}',
			fields: { organization },
			scope: needs.organizationEvents,
		}),
		getAllUserPublic: operation({
			...timeline,
			name: 'Get Many by a User in Public',
			action: 'Get many public events by a user',
			description: 'Get what a user did in public',
			alsoKnownAs: ['listPublicEventsForUser'],
			under: userScope,
			request: 'GET /events/public',
		}),
	},
});
