/** Shapes of the contents of a repository: files, commits, releases and deployments, see `shapes.ts`. */
import { minimalUser as user } from '../accounts/shapes';
import { allPropertiesOf } from '../shapes';

export const fileEntry = {
	name: 'string',
	path: 'string',
	sha: 'string',
	size: 'integer',
	type: 'string',
	html_url: 'string',
	download_url: 'string',
} as const;
export const fileEntryBrief = Object.keys(fileEntry);

export const fileCommit = {
	content: fileEntry,
	commit: { sha: 'string', message: 'string', html_url: 'string' },
} as const;
export const fileCommitBrief = {
	name: 'content.name',
	path: 'content.path',
	sha: 'content.sha',
	size: 'content.size',
	html_url: 'content.html_url',
	commit_sha: 'commit.sha',
	commit_url: 'commit.html_url',
	message: 'commit.message',
};
export const deletedFile = {
	deleted: 'boolean',
	path: 'string',
	commit_sha: 'string',
	commit_url: 'string',
	message: 'string',
} as const;
/** One file of a commit. Without changes, there is no new commit. */
export const committedFile = {
	path: 'string',
	change: 'string',
	committed: 'boolean',
	branch: 'string',
	commit_sha: 'string',
	commit_url: 'string',
} as const;

/** A file whose content is decoded. */
export const textFile = { ...fileEntry, text: 'string' } as const;
export const textFileBrief = ['name', 'path', 'sha', 'size', 'html_url', 'text'];
export const licenseFile = {
	...textFile,
	license: { key: 'string', name: 'string', spdx_id: 'string' },
} as const;
export const licenseFileBrief = {
	license: 'license.name',
	key: 'license.key',
	spdx_id: 'license.spdx_id',
	path: 'path',
	html_url: 'html_url',
	text: 'text',
};

export const topics = { names: ['string'] } as const;
export const contributor = {
	login: 'string',
	id: 'integer',
	type: 'string',
	contributions: 'integer',
	html_url: 'string',
} as const;
export const contributorBrief = Object.keys(contributor);
export const language = { language: 'string', bytes: 'integer' } as const;
export const popularPath = {
	path: 'string',
	title: 'string',
	count: 'integer',
	uniques: 'integer',
} as const;
export const referrer = { referrer: 'string', count: 'integer', uniques: 'integer' } as const;
const traffic = { count: 'integer', uniques: 'integer' } as const;
const dailyTraffic = [{ timestamp: 'string', ...traffic }] as const;
export const views = { ...traffic, views: dailyTraffic } as const;
export const clones = { ...traffic, clones: dailyTraffic } as const;
export const communityProfile = {
	health_percentage: 'integer',
	description: 'string',
	documentation: 'string',
	files: 'object',
	updated_at: 'string',
} as const;
export const communityProfileBrief = Object.keys(communityProfile);

export const branch = {
	name: 'string',
	protected: 'boolean',
	commit: { sha: 'string', url: 'string' },
} as const;
export const branchBrief = { name: 'name', commit_sha: 'commit.sha', protected: 'protected' };

const gitActor = { name: 'string', email: 'string', date: 'string' } as const;
const gitCommit = { message: 'string', author: gitActor, committer: gitActor } as const;
export const commit = {
	sha: 'string',
	html_url: 'string',
	commit: gitCommit,
	author: user,
	committer: user,
	parents: ['object'],
	stats: { additions: 'integer', deletions: 'integer', total: 'integer' },
	files: ['object'],
} as const;
export const listedCommitBrief = {
	sha: 'sha',
	message: 'commit.message',
	author: 'author.login',
	author_name: 'commit.author.name',
	author_email: 'commit.author.email',
	date: 'commit.author.date',
	html_url: 'html_url',
};
export const commitBrief = { ...listedCommitBrief, stats: 'stats', files: 'files' };
export const comparison = {
	status: 'string',
	ahead_by: 'integer',
	behind_by: 'integer',
	total_commits: 'integer',
	html_url: 'string',
	base_commit: { sha: 'string' },
	merge_base_commit: { sha: 'string' },
	commits: ['object'],
	files: ['object'],
} as const;
export const comparisonBrief = {
	status: 'status',
	ahead_by: 'ahead_by',
	behind_by: 'behind_by',
	total_commits: 'total_commits',
	html_url: 'html_url',
	base_sha: 'base_commit.sha',
	merge_base_sha: 'merge_base_commit.sha',
	commits: 'commits',
	files: 'files',
};
export const commitStatus = {
	id: 'integer',
	state: 'string',
	context: 'string',
	description: 'string',
	target_url: 'string',
	creator: user,
	created_at: 'string',
	updated_at: 'string',
} as const;
export const commitStatusBrief = allPropertiesOf(commitStatus, { creator: 'creator.login' });
export const combinedStatus = {
	state: 'string',
	sha: 'string',
	total_count: 'integer',
	statuses: ['object'],
} as const;
export const combinedStatusBrief = Object.keys(combinedStatus);
export const checkRun = {
	id: 'integer',
	name: 'string',
	head_sha: 'string',
	status: 'string',
	conclusion: 'string',
	started_at: 'string',
	completed_at: 'string',
	output: { title: 'string', summary: 'string' },
	app: { slug: 'string' },
	html_url: 'string',
	details_url: 'string',
} as const;
export const checkRunBrief = {
	id: 'id',
	name: 'name',
	head_sha: 'head_sha',
	status: 'status',
	conclusion: 'conclusion',
	started_at: 'started_at',
	completed_at: 'completed_at',
	title: 'output.title',
	summary: 'output.summary',
	app: 'app.slug',
	html_url: 'html_url',
};

export const asset = {
	id: 'integer',
	name: 'string',
	label: 'string',
	state: 'string',
	content_type: 'string',
	size: 'integer',
	digest: 'string',
	download_count: 'integer',
	created_at: 'string',
	updated_at: 'string',
	browser_download_url: 'string',
} as const;
export const assetBrief = Object.keys(asset);
export const release = {
	id: 'integer',
	tag_name: 'string',
	name: 'string',
	body: 'string',
	draft: 'boolean',
	prerelease: 'boolean',
	target_commitish: 'string',
	author: user,
	assets: ['object'],
	created_at: 'string',
	published_at: 'string',
	html_url: 'string',
	upload_url: 'string',
} as const;
export const releaseBrief = {
	id: 'id',
	tag_name: 'tag_name',
	name: 'name',
	body: 'body',
	draft: 'draft',
	prerelease: 'prerelease',
	target_commitish: 'target_commitish',
	author: 'author.login',
	assets: 'assets',
	created_at: 'created_at',
	published_at: 'published_at',
	html_url: 'html_url',
};
export const releaseNotes = { name: 'string', body: 'string' } as const;

export const deployment = {
	id: 'integer',
	sha: 'string',
	ref: 'string',
	task: 'string',
	environment: 'string',
	description: 'string',
	payload: 'any',
	creator: user,
	created_at: 'string',
	updated_at: 'string',
	url: 'string',
} as const;
export const deploymentBrief = allPropertiesOf(deployment, { creator: 'creator.login' });
/** If the service merges the default branch first, it returns only a message. */
export const createdDeployment = { ...deployment, message: 'string' } as const;
export const createdDeploymentBrief = { ...deploymentBrief, message: 'message' };
export const deploymentStatus = {
	id: 'integer',
	state: 'string',
	description: 'string',
	environment: 'string',
	environment_url: 'string',
	log_url: 'string',
	creator: user,
	created_at: 'string',
	updated_at: 'string',
	url: 'string',
} as const;
export const deploymentStatusBrief = allPropertiesOf(deploymentStatus, {
	creator: 'creator.login',
});
