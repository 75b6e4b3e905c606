/** Shapes of users, organizations and their members, see `shapes.ts`. */

export const minimalUser = {
	login: 'string',
	id: 'integer',
	html_url: 'string',
	type: 'string',
} as const;

export const profile = {
	...minimalUser,
	name: 'string',
	company: 'string',
	blog: 'string',
	location: 'string',
	email: 'string',
	bio: 'string',
	public_repos: 'integer',
	followers: 'integer',
	following: 'integer',
	created_at: 'string',
	updated_at: 'string',
	avatar_url: 'string',
} as const;
export const profileBrief = Object.keys(profile);
export const member = { ...minimalUser, avatar_url: 'string', site_admin: 'boolean' } as const;
export const memberBrief = Object.keys(member);
export const organizationProfile = {
	login: 'string',
	id: 'integer',
	name: 'string',
	description: 'string',
	company: 'string',
	blog: 'string',
	location: 'string',
	email: 'string',
	public_repos: 'integer',
	followers: 'integer',
	created_at: 'string',
	updated_at: 'string',
	html_url: 'string',
	avatar_url: 'string',
} as const;
export const organizationProfileBrief = Object.keys(organizationProfile);
export const invitation = {
	id: 'integer',
	login: 'string',
	email: 'string',
	role: 'string',
	created_at: 'string',
	failed_at: 'string',
	failed_reason: 'string',
	inviter: minimalUser,
	team_count: 'integer',
} as const;
export const invitationBrief = {
	id: 'id',
	login: 'login',
	email: 'email',
	role: 'role',
	inviter: 'inviter.login',
	team_count: 'team_count',
	created_at: 'created_at',
	failed_at: 'failed_at',
	failed_reason: 'failed_reason',
};
