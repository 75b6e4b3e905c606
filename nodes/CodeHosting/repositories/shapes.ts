/** Shapes of what belongs to a repository, and of teams, see `shapes.ts`. */
import { pathsOf, shapeOf } from '../../engine/describe';
import { member, memberBrief, minimalUser as user } from '../accounts/shapes';
import { allPropertiesOf, repository, repositoryBrief } from '../shapes';

export const deployKey = shapeOf(`
	id:integer title key read_only:boolean verified:boolean enabled:boolean added_by last_used
	created_at url
`);
export const deployKeyBrief = Object.keys(deployKey);

export const webhook = shapeOf(`
	id:integer type name active:boolean events:string[] config.url config.content_type
	config.insecure_ssl config.secret last_response.code:integer last_response.status
	last_response.message created_at updated_at url
`);
export const webhookBrief = pathsOf(`
	id active events url=config.url content_type=config.content_type
	insecure_ssl=config.insecure_ssl last_status=last_response.status created_at updated_at hook_url=url
`);
/** The service replaces the characters of the secret with asterisks. */
export const webhookDelivery = shapeOf('url content_type insecure_ssl secret');

const access = { permissions: 'object', role_name: 'string' } as const;
export const collaborator = { ...member, ...access } as const;
export const collaboratorBrief = [...memberBrief, ...Object.keys(access)];
export const collaboratorPermission = { permission: 'string', role_name: 'string', user } as const;
export const collaboratorPermissionBrief = pathsOf('username=user.login permission role_name');

export const repositoryInvitation = {
	id: 'integer',
	repository: shapeOf('id:integer name full_name owner.login html_url'),
	invitee: user,
	inviter: user,
	...shapeOf('permissions expired:boolean created_at html_url'),
} as const;
export const repositoryInvitationBrief = pathsOf(`
	id invitee=invitee.login inviter=inviter.login permissions expired created_at html_url
`);
/** Invitations of a user, which are to several repositories. */
export const ownInvitationBrief = {
	...repositoryInvitationBrief,
	...pathsOf('owner=repository.owner.login repository=repository.name'),
};

export const team = shapeOf(`
	id:integer name slug description privacy permission parent.name parent.slug html_url
`);
export const teamBrief = allPropertiesOf(team, { parent: 'parent.slug' });
export const teamProfile = {
	...team,
	...shapeOf(`
		members_count:integer repos_count:integer organization.login created_at updated_at
	`),
} as const;
export const teamProfileBrief = {
	...teamBrief,
	...pathsOf('members_count repos_count created_at updated_at'),
};
/** Teams of a user, which are in several organizations. */
export const ownTeamBrief = { ...teamProfileBrief, organization: 'organization.login' };
export const teamRepository = { ...repository, ...access } as const;
export const teamRepositoryBrief = {
	...repositoryBrief,
	...pathsOf('permissions role_name'),
};
export const teamMembership = shapeOf('role state url');
