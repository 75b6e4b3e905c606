/** Repositories, organizations, enterprises and environments, which have many operations in common. */
import type { BasePath, Fields } from '../engine/describe';
import { enterpriseScope, environmentScope, organizationScope, repositoryScope } from './fields';

export interface Level {
	readonly basePath: BasePath<Fields>;
	/** For action labels, such as "Get a runner of a repository". */
	readonly phrase: string;
	readonly noun: string;
}

export const repositoryLevel: Level = {
	basePath: repositoryScope,
	phrase: 'a repository',
	noun: 'repository',
};
export const organizationLevel: Level = {
	basePath: organizationScope,
	phrase: 'an organization',
	noun: 'organization',
};
export const enterpriseLevel: Level = {
	basePath: enterpriseScope,
	phrase: 'an enterprise',
	noun: 'enterprise',
};
export const environmentLevel: Level = {
	basePath: environmentScope,
	phrase: 'an environment',
	noun: 'environment',
};
