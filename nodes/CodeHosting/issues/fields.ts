/** Fields that the operations of issues, pull requests and their comments share. */
import type { IDataObject } from 'n8n-workflow';
import {
	choice,
	date,
	flag,
	id,
	integer,
	list,
	type LocatorRow,
	numbered,
	text,
	toText,
} from '../../engine/describe';
import { pagedLookup, repositoryPath, repositoryUrl, shortDate, sortBy } from '../fields';

/** Entries of a list of comments: author, time, and the first words. */
export const commentRow = ({ id: commentId, user, created_at: created, body }: IDataObject) => ({
	name: `${toText((user as IDataObject | null)?.login)} · ${shortDate(created)} · ${firstWords(body)}`,
	value: toText(commentId),
});

const maxLength = 60;

function firstWords(body: unknown): string {
	const line = toText(body).replace(/\s+/g, ' ').trim();
	return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}

/** Entries of a list of issues or pull requests: number, title and state. */
export const numberedRow = ({ number, title }: IDataObject, state: unknown): LocatorRow => ({
	name: `#${toText(number)} · ${toText(title)} · ${toText(state)}`,
	value: toText(number),
});

export const issueNumber = id('Issue Number', {
	urlExample: 'https://github.com/octo-org/hello-world/issues/8',
	...numbered,
	description: 'Number of the issue or pull request',
	urlPattern: '/(?:issues|pulls?)/([0-9]+)',
	urlParents: repositoryUrl,
	listMethod: 'searchIssue',
	lookup: pagedLookup(
		`GET ${repositoryPath}/issues?state=all&sort=updated&per_page=100`,
		undefined,
		(row) => numberedRow(row, row.pull_request ? 'pull request' : row.state),
	),
});

export const issueCommentId = id('Issue Comment', {
	urlExample: 'https://github.com/octo-org/hello-world/issues/8#issuecomment-1234567',
	description: 'ID of the comment on an issue or pull request',
	placeholder: 'e.g. 1234567',
	urlPattern: '(?:#issuecomment-|/issues/comments/)([0-9]+)',
	urlParents: repositoryUrl,
	listMethod: 'searchIssueComment',
	lookup: pagedLookup(
		`GET ${repositoryPath}/issues/comments?sort=updated&direction=desc&per_page=100`,
		undefined,
		commentRow,
	),
});

export const title = text('Title', {
	description: 'Title of the issue or pull request',
	placeholder: 'e.g. Button does not respond',
	required: true,
});

/** Update Fields have no required fields. */
export const newTitle = { ...title, required: false as const };

export const body = text('Body', { description: 'Text in Markdown', lines: 6 });

export const newBody = text('Body', {
	description: 'Text in Markdown. An empty value removes the text.',
	lines: 6,
	clearable: true,
});

/** The text of a comment or a review. */
export const commentBody = text('Body', {
	description: 'Text in Markdown',
	lines: 4,
	required: true,
});

const labelNames = {
	apiName: 'labels',
	placeholder: 'e.g. bug, ui',
	description: 'Names of the labels, separated by commas',
} as const;

/** Labels to add. */
export const issueLabels = list('Labels', { ...labelNames, required: true, minimum: 1 });

export const optionalLabels = list('Labels', labelNames);

/** Labels that replace all others. */
export const allIssueLabels = list('All Labels', {
	...labelNames,
	description: 'Names of all labels, separated by commas. An empty list removes all labels.',
	minimum: 0,
	clearable: true,
});

export const issueLabel = id('Label', {
	byName: true,
	allowSlashes: true,
	description: 'Label to remove. The operation fails if the issue does not have this label.',
	placeholder: 'e.g. bug',
	listMethod: 'searchLabel',
	lookup: pagedLookup(
		`GET ${repositoryPath}/issues/{issueNumber}/labels?per_page=100`,
		undefined,
		({ name, description }) => ({
			name: toText(name),
			value: toText(name),
			description: toText(description),
		}),
	),
});

const assignable = {
	description: 'Names of the users, separated by commas. Users who cannot be assigned are ignored.',
	placeholder: 'e.g. octocat, hubot',
} as const;

/** `prepare` of operations with names of users. People also enter the @, which the service rejects. */
export const withoutAt = (input: IDataObject): IDataObject => {
	const namesIn = (key: string) =>
		input[key] && {
			[key]: (input[key] as unknown[]).map((name) => toText(name).replace(/^@/, '')),
		};
	return { ...input, ...namesIn('assignees'), ...namesIn('reviewers') };
};

export const assignees = list('Assignees', { ...assignable, required: true });

export const optionalAssignees = list('Assignees', assignable);

export const milestoneNumber = integer('Milestone Number', {
	description: 'Number of the milestone in its URL, not its ID',
	apiName: 'milestone',
	minimum: 1,
});

export const issueType = text('Type', {
	description: 'Name of the issue type, if the organization has issue types',
	apiName: 'type',
	placeholder: 'e.g. Bug',
});

export const openOrClosed = choice(
	'State',
	{ open: 'Open', closed: 'Closed' },
	{ description: 'Whether the issue or pull request is open', apiName: 'state', default: 'open' },
);

const updatedSince = (records: string) =>
	date('Since', {
		description: `Only return ${records} updated after this time`,
		apiName: 'since',
	});

/** Filters of lists of comments. */
export const commentsSince = updatedSince('comments');
export const commentSort = sortBy({ created: 'Created', updated: 'Updated' });

export const stateFilter = (records: string) =>
	choice(
		'State',
		{ open: 'Open', closed: 'Closed', all: 'All' },
		{ description: `Only return ${records} in this state`, apiName: 'state' },
	);

/**
 * Filters of lists of issues. The issues of a repository and those of a user have different
 * parameter names for them.
 */
export const issueFilters = {
	labels: text('Labels', {
		...labelNames,
		description: 'Only return issues with all of these labels, separated by commas',
	}),
	since: updatedSince('issues'),
	sort: sortBy({ created: 'Created', updated: 'Updated', comments: 'Comments' }),
	state: stateFilter('issues'),
};

export const maintainerCanModify = flag('Maintainers Can Modify', {
	description: 'Whether maintainers of the repository can change the head branch in a fork',
	apiName: 'maintainer_can_modify',
	default: true,
});

/**
 * A check that at least one of the optional fields of an operation is set.
 * @param fields the optional fields; the error names the first one
 */
export const requireOneOf =
	<F extends object>(fields: F) =>
	(
		input: Readonly<Record<string, unknown>>,
	): { field: keyof F & string; problem: string } | undefined => {
		const names = Object.keys(fields) as Array<keyof F & string>;
		return names.some((name) => input[name] !== undefined)
			? undefined
			: { field: names[0]!, problem: 'is required, unless another field is set' };
	};
