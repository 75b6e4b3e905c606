/** What repositories, organizations and enterprises have alike is written once, for each of these. */
import type { Fields, Scope } from '../engine/describe';
import { enterpriseScope, organizationScope, repositoryScope } from './fields';

export interface Owner {
	readonly under: Scope<Fields>;
	/** As in "a runner of a repository". */
	readonly words: string;
	/** As in `getAllowedActionsRepository`, a name in the client libraries. */
	readonly long: string;
	/** As in `getSelfHostedRunnerForRepo`. */
	readonly short: string;
}

export const ofRepository: Owner = {
	under: repositoryScope,
	words: 'a repository',
	long: 'Repository',
	short: 'Repo',
};
export const ofOrganization: Owner = {
	under: organizationScope,
	words: 'an organization',
	long: 'Organization',
	short: 'Org',
};
export const ofEnterprise: Owner = {
	under: enterpriseScope,
	words: 'an enterprise',
	long: 'Enterprise',
	short: 'Enterprise',
};
