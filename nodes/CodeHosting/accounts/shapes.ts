/** Shapes of users, organizations and their members, see `shapes.ts`. */
import { pathsOf, shapeOf } from '../../engine/describe';

export const minimalUser = shapeOf('login id:integer html_url type');

export const profile = {
	...minimalUser,
	...shapeOf(`
		name company blog location email bio public_repos:integer followers:integer following:integer
		created_at updated_at avatar_url
	`),
} as const;
export const profileBrief = Object.keys(profile);
export const member = { ...minimalUser, avatar_url: 'string', site_admin: 'boolean' } as const;
export const memberBrief = Object.keys(member);
export const organizationProfile = shapeOf(`
	login id:integer name description company blog location email public_repos:integer
	followers:integer created_at updated_at html_url avatar_url
`);
export const organizationProfileBrief = Object.keys(organizationProfile);
export const invitation = {
	...shapeOf('id:integer login email role created_at failed_at failed_reason'),
	inviter: minimalUser,
	team_count: 'integer',
} as const;
export const invitationBrief = pathsOf(`
	id login email role inviter=inviter.login team_count created_at failed_at failed_reason
`);
