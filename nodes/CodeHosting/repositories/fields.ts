/** Fields of repositories and of those who have access to them. */
import { choice, flag, id, text } from '../../engine/describe';
import { nameRow, pagedLookup } from '../fields';

export const newRepositoryName = text('Repository Name', {
	description: 'Name of the repository',
	placeholder: 'e.g. hello-world',
	apiName: 'name',
	required: true,
});

export const repositoryVisibility = choice(
	'Visibility',
	{ public: 'Public', private: 'Private', internal: 'Internal' },
	{
		description:
			'Who can see the repository. Internal means all members of the enterprise, and is only available in enterprise editions.',
		apiName: 'visibility',
		default: 'private',
	},
);

/** Settings of new and existing repositories. */
export const repositorySettings = {
	allowAutoMerge: flag('Allow Auto-Merge', {
		description: 'Whether pull requests can be merged automatically when all requirements are met',
		apiName: 'allow_auto_merge',
	}),
	allowMergeCommits: flag('Allow Merge Commits', {
		description: 'Whether pull requests can be merged with a merge commit',
		apiName: 'allow_merge_commit',
		default: true,
	}),
	allowRebaseMerging: flag('Allow Rebase Merging', {
		description: 'Whether pull requests can be merged by rebasing their commits',
		apiName: 'allow_rebase_merge',
		default: true,
	}),
	allowSquashMerging: flag('Allow Squash Merging', {
		description: 'Whether pull requests can be merged as a single commit',
		apiName: 'allow_squash_merge',
		default: true,
	}),
	deleteMergedBranches: flag('Delete Merged Branches', {
		description: 'Whether the branch of a pull request is deleted when it is merged',
		apiName: 'delete_branch_on_merge',
	}),
	hasIssues: flag('Has Issues', {
		description: 'Whether the repository has issues',
		apiName: 'has_issues',
		default: true,
	}),
	hasProjects: flag('Has Projects', {
		description: 'Whether the repository has projects',
		apiName: 'has_projects',
		default: true,
	}),
	hasWiki: flag('Has Wiki', {
		description: 'Whether the repository has a wiki',
		apiName: 'has_wiki',
		default: true,
	}),
	homepage: text('Homepage', {
		description: 'URL of a page with more information',
		placeholder: 'e.g. https://example.com',
		clearable: true,
	}),
	isTemplate: flag('Is Template', {
		description: 'Whether new repositories can be created from this one',
		apiName: 'is_template',
	}),
	repositoryDescription: text('Description', {
		description: 'Short description of the repository',
		placeholder: 'e.g. My first repository',
		apiName: 'description',
		clearable: true,
	}),
};

/** What the service adds to a new repository. */
export const repositoryContents = {
	gitignoreTemplate: text('Gitignore Template', {
		description: 'Name of the template for the file .gitignore',
		placeholder: 'e.g. Node',
		apiName: 'gitignore_template',
	}),
	licenseTemplate: text('License Template', {
		description: 'Keyword of the license',
		placeholder: 'e.g. mit',
		apiName: 'license_template',
	}),
	withReadme: flag('With Readme', {
		description:
			'Whether to create a first commit with a readme. Without one, the repository has no branch.',
		apiName: 'auto_init',
	}),
};

/** What a user or a team may do in a repository. */
export const accessPermission = choice(
	'Permission',
	{ pull: 'Read', triage: 'Triage', push: 'Write', maintain: 'Maintain', admin: 'Admin' },
	{
		description:
			'Permission in a repository of an organization. With an expression, also the name of a custom role.',
		apiName: 'permission',
		acceptsOther: true,
	},
);

export const teamSlug = id('Team', {
	urlExample: 'https://github.com/orgs/octo-org/teams/justice-league',
	byName: true,
	description: 'Slug of the team, which is its name in the URL',
	placeholder: 'e.g. justice-league',
	urlPattern: '/orgs/[^/]+/teams/([^/?#]+)',
	listMethod: 'searchTeam',
	lookup: pagedLookup('GET /orgs/{organization}/teams?per_page=100', undefined, (row) => ({
		...nameRow(row, 'slug'),
		description: row.description === null ? undefined : nameRow(row, 'description').value,
	})),
});
