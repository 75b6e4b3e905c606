/** Fields of the contents of a repository: files, branches, commits, releases and deployments. */
import type { IDataObject } from 'n8n-workflow';
import { date, id, PackError, text, toText } from '../../engine/describe';
import {
	branchLookup,
	nameRow,
	pagedLookup,
	repositoryPath,
	repositoryUrl,
	shortDate,
} from '../fields';

export const branchName = id('Branch', {
	urlExample: 'https://github.com/octo-org/hello-world/tree/main',
	byName: true,
	allowSlashes: true,
	description: 'Name of the branch',
	placeholder: 'e.g. main',
	urlPattern: '/tree/([^/?#]+)',
	urlParents: repositoryUrl,
	listMethod: 'searchBranch',
	lookup: branchLookup,
});

export const createFrom = text('Create From', {
	description: 'Branch, tag or SHA to start at. Default: the default branch.',
	placeholder: 'e.g. main',
	allowSlashes: true,
	in: 'none',
});

export const tagName = id('Tag', {
	urlExample: 'https://github.com/octo-org/hello-world/releases/tag/v1.2.0',
	byName: true,
	allowSlashes: true,
	description: 'Name of the tag',
	placeholder: 'e.g. v1.2.0',
	urlPattern: '/(?:releases/tag|tree)/([^/?#]+)',
	urlParents: repositoryUrl,
	listMethod: 'searchTag',
	lookup: pagedLookup(`GET ${repositoryPath}/tags?per_page=100`, undefined, (row) => nameRow(row)),
});

export const commitRef = id('Commit', {
	urlExample:
		'https://github.com/octo-org/hello-world/commit/6dcb09b5b57875f334f61aebed695e2e4193db5e',
	allowSlashes: true,
	description:
		'SHA of the commit, or name of a branch or tag. The list contains the commits of the default branch.',
	placeholder: 'e.g. 6dcb09b5b57875f334f61aebed695e2e4193db5e or main',
	urlPattern: '/commits?/([0-9a-f]{7,64})',
	urlParents: repositoryUrl,
	listMethod: 'searchCommit',
	lookup: {
		request: `GET ${repositoryPath}/commits?per_page=100`,
		row({ sha, commit }) {
			const { message, author } = commit as { message?: unknown; author?: IDataObject | null };
			const subject = toText(message).split('\n', 1)[0]!;
			return {
				name: `${toText(sha).slice(0, 7)} · ${subject} · ${shortDate(author?.date)}`,
				value: toText(sha),
			};
		},
	},
});

export const commitSha = {
	...commitRef,
	description: 'SHA of the commit',
	placeholder: 'e.g. 6dcb09b5b57875f334f61aebed695e2e4193db5e',
} as const;

export const releaseId = id('Release', {
	description: 'ID of the release, not its tag',
	placeholder: 'e.g. 80743',
	listMethod: 'searchRelease',
	lookup: pagedLookup(`GET ${repositoryPath}/releases?per_page=100`, undefined, (row) => ({
		name: [row.name || row.tag_name, row.tag_name, row.draft === true ? 'draft' : '']
			.map(toText)
			.filter(Boolean)
			.join(' · '),
		value: toText(row.id),
	})),
});

export const assetId = id('Asset', {
	urlExample: 'https://api.github.com/repos/octo-org/hello-world/releases/assets/1001',
	description: 'ID of the file of a release',
	placeholder: 'e.g. 1001',
	urlPattern: '/releases/assets/([0-9]+)',
	urlParents: repositoryUrl,
});

export const deploymentId = id('Deployment', {
	description: 'ID of the deployment',
	placeholder: 'e.g. 42',
	listMethod: 'searchDeployment',
	lookup: pagedLookup(`GET ${repositoryPath}/deployments?per_page=100`, undefined, (row) => ({
		name: `${toText(row.environment)} · ${toText(row.ref)} · ${shortDate(row.created_at)}`,
		value: toText(row.id),
	})),
});

/** A path that ends with a slash lacks the name of the file. */
const pathRules = {
	pattern: /[^/]$/,
	expected: 'a path below the root of the repository, without a slash at the end',
} as const;

export const filePath = id('File Path', {
	...pathRules,
	byName: true,
	allowSlashes: true,
	description: 'Path of the file in the repository',
	placeholder: 'e.g. docs/README.md',
	hint: 'The list contains the files of the default branch',
	listMethod: 'searchFilePath',
	lookup: {
		request: `GET ${repositoryPath}/git/trees/HEAD?recursive=1`,
		rows: 'tree',
		row: ({ path, type }) =>
			type === 'blob' ? { name: toText(path), value: toText(path) } : undefined,
	},
});

export const newFilePath = text('New File Path', {
	...pathRules,
	allowSlashes: true,
	description: 'Path of the file in the repository. Folders do not have to exist.',
	placeholder: 'e.g. docs/README.md',
	required: true,
});

export const directory = text('Directory', {
	allowSlashes: true,
	description: 'Path of the directory in the repository. Leave empty for the root.',
	placeholder: 'e.g. docs',
});

export const reference = text('Reference', {
	description: 'Branch, tag or commit to read from. Default: the default branch.',
	placeholder: 'e.g. main',
	apiName: 'ref',
	collection: 'options',
	containsRecord: true,
});

export const commitMessage = text('Commit Message', {
	description: 'Message of the commit',
	placeholder: 'e.g. Update the documentation',
	lines: 2,
	in: 'body',
	apiName: 'message',
	required: true,
});

const identity = /^(?<name>[^<>]*[^<>\s]) *<(?<email>[^<>\s@]+@[^<>\s@]+)>$/;

const identityRules = {
	pattern: identity,
	expected: 'a name and an email address, as in Mona Lisa <mona@example.com>',
	placeholder: 'e.g. Mona Lisa <mona@example.com>',
} as const;

const inOptions = { in: 'body', collection: 'options' } as const;

/** A date is sent together with the name and the email address. */
const dateRules = { in: 'none', collection: 'options' } as const;

export const taggerFields = {
	tagger: text('Tagger', {
		...dateRules,
		...identityRules,
		description:
			'Name and email address of the tagger. Default: the authenticated user. Requires Message.',
	}),
	taggerDate: date('Tagger Date', {
		...dateRules,
		description: 'When the tag was created. Default: now. Requires Tagger.',
	}),
};

/** Options of all operations that create a commit. */
export const commitOptions = {
	branch: text('Branch', {
		...inOptions,
		description: 'Branch to commit to. Default: the default branch.',
		containsRecord: true,
		placeholder: 'e.g. main',
	}),
	author: text('Author', {
		...inOptions,
		...identityRules,
		description: 'Name and email address of the author. Default: the authenticated user.',
	}),
	authorDate: date('Author Date', {
		...dateRules,
		description: 'When the author wrote the changes. Default: now. Requires Author.',
	}),
	committer: text('Committer', {
		...inOptions,
		...identityRules,
		description: 'Name and email address of the committer. Default: the author.',
	}),
	committerDate: date('Committer Date', {
		...dateRules,
		description: 'When the changes were committed. Default: now. Requires Committer.',
	}),
};

/**
 * Splits the author, the committer and the tagger into the objects that the service expects.
 * @throws PackError for a date without a name
 */
export const withIdentities = (input: IDataObject): IDataObject => ({
	...input,
	...identityIn(input, 'author', 'Author'),
	...identityIn(input, 'committer', 'Committer'),
	...identityIn(input, 'tagger', 'Tagger'),
});

/** The service has no dates for a deletion. */
export const withoutDates = (input: IDataObject): IDataObject => {
	const output = { ...input };
	for (const role of ['author', 'committer']) {
		if (input[role] === undefined) continue;
		const { name, email } = input[role] as IDataObject;
		output[role] = { name, email };
	}
	return output;
};

function identityIn(input: IDataObject, role: string, label: string): IDataObject {
	const { name, email } = identity.exec(toText(input[role]))?.groups ?? {};
	const when = input[`${role}Date`];
	if (name !== undefined) return { [role]: { name, email, ...(when ? { date: when } : {}) } };
	if (when === undefined) return {};
	throw new PackError(`${label} Date requires ${label}`, {
		field: label,
		hint: `Add ${label}, with the name and the email address.`,
	});
}

export const since = date('Changed Since', {
	description: 'Only return commits after this time',
	apiName: 'since',
});

export const until = date('Changed Until', {
	description: 'Only return commits before this time',
	apiName: 'until',
});
