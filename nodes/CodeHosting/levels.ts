/** Repositories, organizations and enterprises, which have many operations in common. */
import type { Fields, Scope } from '../engine/describe';
import { enterpriseScope, organizationScope, repositoryScope } from './fields';

export interface Level {
	readonly under: Scope<Fields>;
	/** For action labels, such as "Get a runner of a repository". */
	readonly phrase: string;
	/** Full level name in client library methods, such as `getAllowedActionsRepository`. */
	readonly longName: string;
	/** Abbreviated level name in client library methods, such as `getSelfHostedRunnerForRepo`. */
	readonly shortName: string;
}

export const repositoryLevel: Level = {
	under: repositoryScope,
	phrase: 'a repository',
	longName: 'Repository',
	shortName: 'Repo',
};
export const organizationLevel: Level = {
	under: organizationScope,
	phrase: 'an organization',
	longName: 'Organization',
	shortName: 'Org',
};
export const enterpriseLevel: Level = {
	under: enterpriseScope,
	phrase: 'an enterprise',
	longName: 'Enterprise',
	shortName: 'Enterprise',
};
