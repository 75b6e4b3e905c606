import { choice, flag, id, operationsIn, resource, text, toText } from '../../engine/describe';
import { releaseId } from '../content/fields';
import { release as shape, releaseBrief as simplify, releaseNotes } from '../content/shapes';
import { pagedLookup, repositoryScope, repositoryUrl } from '../fields';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.contentsRead,
	tokenScopes.contentsWrite,
);

const releaseTag = text('Tag', {
	description: 'Name of the tag. If it does not exist, it is created with the release.',
	placeholder: 'e.g. v1.2.0',
	apiName: 'tag_name',
	required: true,
});

const targetCommitish = text('Target', {
	description: 'Branch or commit for a new tag. Default: the default branch.',
	placeholder: 'e.g. main',
	apiName: 'target_commitish',
});

/** Values that can be set when a release is created, and changed later. */
const values = {
	discussionCategory: text('Discussion Category', {
		description: 'Category of a new discussion about the release',
		placeholder: 'e.g. Announcements',
		apiName: 'discussion_category_name',
	}),
	releaseDraft: flag('Draft', {
		description: 'Whether the release is not published yet',
		apiName: 'draft',
	}),
	makeLatest: choice(
		'Latest Release',
		{ true: 'Yes', false: 'No', legacy: 'By Date and Version' },
		{ description: 'Whether this is the latest release of the repository', apiName: 'make_latest' },
	),
	prerelease: flag('Prerelease', { description: 'Whether the release is a prerelease' }),
	releaseBody: text('Body', {
		description: 'Description of the release, in Markdown',
		lines: 5,
		apiName: 'body',
	}),
	releaseName: text('Name', {
		description: 'Name of the release',
		placeholder: 'e.g. Version 1.2.0',
		apiName: 'name',
	}),
	targetCommitish,
};

export const release = resource('Release', {
	default: 'getAll',
	operations: {
		create: operation({
			collection: 'additionalFields',
			request: 'POST /releases',
			fields: { releaseTag },
			options: {
				...values,
				generateNotes: flag('Generate Release Notes', {
					description:
						'Whether the service generates the name and the body. A body of your own is placed before the generated one.',
					apiName: 'generate_release_notes',
				}),
			},
			simplify,
			shape,
		}),
		delete: operation({
			description: 'Delete a release; its tag remains',
			request: 'DELETE /releases/{releaseId}',
			effect: 'irreversible',
			fields: { releaseId },
		}),
		generateNotes: operation({
			action: 'Generate the notes of a release',
			description: 'Generate name and body of a release from merged pull requests; saves nothing',
			request: 'POST /releases/generate-notes',
			fields: { releaseTag },
			options: {
				configurationFilePath: text('Configuration File Path', {
					description: 'File in the repository with the settings. Default: .github/release.yml.',
					placeholder: 'e.g. .github/release.yml',
					apiName: 'configuration_file_path',
				}),
				previousTag: text('Previous Tag', {
					description: 'Tag to start from. Default: the previous release.',
					placeholder: 'e.g. v1.1.0',
					apiName: 'previous_tag_name',
				}),
				targetCommitish,
			},
			idempotency: 'safe',
			shape: releaseNotes,
		}),
		get: operation({
			request: 'GET /releases/{releaseId}',
			fields: { releaseId },
			simplify,
			shape,
		}),
		getAll: operation({
			description: 'Get the releases of a repository, newest first',
			request: 'GET /releases',
			paging: byLink(),
			simplify,
			shape,
		}),
		getByTag: operation({
			name: 'Get by Tag',
			action: 'Get a release by its tag',
			request: 'GET /releases/tags/{publishedTag}',
			fields: {
				publishedTag: id('Release Tag', {
					urlExample: 'https://github.com/octo-org/hello-world/releases/tag/v1.2.0',
					byName: true,
					allowSlashes: true,
					description: 'Tag of a published release',
					placeholder: 'e.g. v1.2.0',
					urlPattern: '/releases/tag/([^/?#]+)',
					urlParents: repositoryUrl,
					listMethod: 'searchReleaseTag',
					lookup: pagedLookup(
						'GET /repos/{owner}/{repository}/releases?per_page=100',
						undefined,
						({ tag_name: tag, name, draft }) =>
							draft === true
								? undefined
								: {
										name: [...new Set([tag, name].map(toText))].filter(Boolean).join(' · '),
										value: toText(tag),
									},
					),
				}),
			},
			simplify,
			shape,
		}),
		getLatest: operation({
			action: 'Get the latest release',
			description: 'Get the latest release that is neither a draft nor a prerelease',
			request: 'GET /releases/latest',
			simplify,
			shape,
		}),
		update: operation({
			collection: 'updateFields',
			request: 'PATCH /releases/{releaseId}',
			fields: { releaseId },
			options: {
				...values,
				newTag: text('New Tag', {
					description: 'New name of the tag',
					placeholder: 'e.g. v1.2.0',
					apiName: 'tag_name',
				}),
			},
			simplify,
			shape,
		}),
	},
});
