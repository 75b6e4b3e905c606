/** The levels at which the service offers the same operations: repositories, organizations and enterprises. */
import type { Fields, Scope } from '../engine/describe';
import { enterpriseScope, organizationScope, repositoryScope } from './fields';

export interface Level {
	readonly under: Scope<Fields>;
	/** As in "Get a runner of a repository". */
	readonly phrase: string;
	/** As in `getAllowedActionsRepository`, a method name in the client libraries. */
	readonly longName: string;
	/** As in `getSelfHostedRunnerForRepo`. */
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
