/** Repositories, organizations and enterprises, which have many operations in common. */
import type { Fields, BasePath } from '../engine/describe';
import { enterpriseScope, organizationScope, repositoryScope } from './fields';

export interface Level {
	readonly basePath: BasePath<Fields>;
	/** For action labels, such as "Get a runner of a repository". */
	readonly phrase: string;
	/** Full level name in client library methods, such as `getAllowedActionsRepository`. */
	readonly longName: string;
	/** Abbreviated level name in client library methods, such as `getSelfHostedRunnerForRepo`. */
	readonly shortName: string;
}

export const repositoryLevel: Level = {
	basePath: repositoryScope,
	phrase: 'a repository',
	longName: 'Repository',
	shortName: 'Repo',
};
export const organizationLevel: Level = {
	basePath: organizationScope,
	phrase: 'an organization',
	longName: 'Organization',
	shortName: 'Org',
};
export const enterpriseLevel: Level = {
	basePath: enterpriseScope,
	phrase: 'an enterprise',
	longName: 'Enterprise',
	shortName: 'Enterprise',
};
