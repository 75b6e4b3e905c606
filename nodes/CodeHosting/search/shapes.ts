/** Shapes of search results, see `shapes.ts`. */
import { pathsOf, shapeOf } from '../../engine/describe';
import { commit, listedCommitBrief } from '../content/shapes';

/** What every search result contains in addition to the record that was found. */
export const searchResult = { total_count: 'integer', incomplete_results: 'boolean' } as const;
export const searchResultBrief = {
	total_count: 'total_count',
	incomplete_results: 'incomplete_results',
};
export const foundCode = {
	...searchResult,
	...shapeOf('name path sha html_url repository.full_name repository.owner.login'),
} as const;
export const foundCodeBrief = {
	...pathsOf(`
		name path sha owner=repository.owner.login repository=repository.full_name html_url
	`),
	...searchResultBrief,
};
export const foundTopic = {
	...shapeOf(`
		name display_name short_description description created_by released created_at updated_at
		featured:boolean curated:boolean score:number
	`),
	...searchResult,
} as const;
export const foundCommit = {
	...searchResult,
	...commit,
	repository: { full_name: 'string', owner: { login: 'string' } },
} as const;
export const foundCommitBrief = {
	...listedCommitBrief,
	owner: 'repository.owner.login',
	repository: 'repository.full_name',
	...searchResultBrief,
};
