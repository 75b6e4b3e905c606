/** Shapes of the contents of a repository: files, commits, releases and deployments, see `shapes.ts`. */
import type { IDataObject } from 'n8n-workflow';
import { pathsOf, shapeOf, toText } from '../../engine/describe';
import { minimalUser as user } from '../accounts/shapes';
import { allPropertiesOf } from '../shapes';

export const fileEntry = shapeOf('name path sha size:integer type html_url download_url');
export const fileEntryBrief = Object.keys(fileEntry);

export const fileCommit = {
	content: fileEntry,
	commit: shapeOf(`
		sha message html_url author.name author.email author.date committer.name committer.email
		committer.date
	`),
} as const;
export const fileCommitBrief = pathsOf(`
	name=content.name path=content.path sha=content.sha size=content.size html_url=content.html_url
	commit_sha=commit.sha commit_url=commit.html_url message=commit.message
	author_name=commit.author.name author_email=commit.author.email date=commit.author.date
`);
export const deletedFile = shapeOf('deleted:boolean path commit_sha commit_url message');
/** One file of a commit. Without changes, there is no new commit. */
export const committedFile = shapeOf(`
	path change committed:boolean branch commit_sha commit_url
`);

/** A file whose content is decoded. */
export const textFile = { ...fileEntry, text: 'string' } as const;
export const textFileBrief = ['name', 'path', 'sha', 'size', 'html_url', 'text'];
export const licenseFile = {
	...textFile,
	license: { key: 'string', name: 'string', spdx_id: 'string' },
} as const;
export const licenseFileBrief = pathsOf(`
	license=license.name key=license.key spdx_id=license.spdx_id path html_url text
`);

export const topics = { names: ['string'] } as const;
export const contributor = shapeOf('login id:integer type contributions:integer html_url');
export const contributorBrief = Object.keys(contributor);
export const language = { language: 'string', bytes: 'integer' } as const;
export const popularPath = shapeOf('path title count:integer uniques:integer');
export const referrer = { referrer: 'string', count: 'integer', uniques: 'integer' } as const;
const traffic = { count: 'integer', uniques: 'integer' } as const;
const dailyTraffic = [{ timestamp: 'string', ...traffic }] as const;
export const views = { ...traffic, views: dailyTraffic } as const;
export const clones = { ...traffic, clones: dailyTraffic } as const;
export const communityProfile = shapeOf(`
	health_percentage:integer description documentation files:object updated_at
`);
export const communityProfileBrief = Object.keys(communityProfile);

export const branch = shapeOf('name protected:boolean commit.sha commit.url');
export const branchBrief = { name: 'name', commit_sha: 'commit.sha', protected: 'protected' };
export const gitReference = shapeOf('ref url object.type object.sha object.url');
export const branchReferenceBrief = {
	name: ({ ref }: IDataObject) => toText(ref).replace('refs/heads/', ''),
	...pathsOf('ref commit_sha=object.sha'),
};
export const gitReferenceBrief = {
	name: ({ ref }: IDataObject) => toText(ref).replace('refs/', ''),
	...pathsOf('ref type=object.type sha=object.sha'),
};
export const tag = shapeOf('name commit.sha commit.url zipball_url tarball_url');
export const tagBrief = pathsOf('name commit_sha=commit.sha zipball_url tarball_url');
export const tagReferenceBrief = {
	...gitReferenceBrief,
	name: ({ ref }: IDataObject) => toText(ref).replace('refs/tags/', ''),
};
/** The reference of a tag, with the object of an annotated tag. */
export const tagReference = {
	...gitReference,
	tag: shapeOf(`
		tag sha message tagger.name tagger.email tagger.date object.type object.sha
		verification.verified:boolean
	`),
} as const;
export const tagDetailsBrief = {
	...tagReferenceBrief,
	...pathsOf(`
		message=tag.message tagger_name=tag.tagger.name tagger_email=tag.tagger.email
		date=tag.tagger.date commit_sha=tag.object.sha verified=tag.verification.verified
	`),
};

export const syncedFork = shapeOf('message merge_type base_branch');

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
export const listedCommitBrief = pathsOf(`
	sha message=commit.message author=author.login author_name=commit.author.name
	author_email=commit.author.email date=commit.author.date
	committer_name=commit.committer.name committer_email=commit.committer.email html_url
`);
export const commitBrief = { ...listedCommitBrief, stats: 'stats', files: 'files' };
export const comparison = shapeOf(`
	status ahead_by:integer behind_by:integer total_commits:integer html_url base_commit.sha
	merge_base_commit.sha commits:object[] files:object[]
`);
export const comparisonBrief = pathsOf(`
	status ahead_by behind_by total_commits html_url base_sha=base_commit.sha
	merge_base_sha=merge_base_commit.sha commits files
`);
export const commitStatus = {
	...shapeOf('id:integer state context description target_url'),
	creator: user,
	...shapeOf('created_at updated_at'),
} as const;
export const commitStatusBrief = allPropertiesOf(commitStatus, { creator: 'creator.login' });
export const combinedStatus = shapeOf('state sha total_count:integer statuses:object[]');
export const combinedStatusBrief = Object.keys(combinedStatus);
export const checkRun = shapeOf(`
	id:integer name head_sha status conclusion started_at completed_at output.title output.summary
	app.slug html_url details_url
`);
export const checkRunBrief = pathsOf(`
	id name head_sha status conclusion started_at completed_at title=output.title
	summary=output.summary app=app.slug html_url
`);
export const checkSuite = shapeOf(`
	id:integer head_branch head_sha status conclusion before after app.slug created_at updated_at
	latest_check_runs_count:integer url
`);
export const checkSuiteBrief = allPropertiesOf(checkSuite, { app: 'app.slug' });
export const commitComment = {
	...shapeOf('id:integer body path position:integer line:integer commit_id'),
	user,
	...shapeOf('created_at updated_at author_association html_url'),
} as const;
export const commitCommentBrief = allPropertiesOf(commitComment, { user: 'user.login' });

export const asset = shapeOf(`
	id:integer name label state content_type size:integer digest download_count:integer created_at
	updated_at browser_download_url
`);
export const assetBrief = Object.keys(asset);
export const release = {
	...shapeOf('id:integer tag_name name body draft:boolean prerelease:boolean target_commitish'),
	author: user,
	...shapeOf('assets:object[] created_at published_at html_url upload_url'),
} as const;
export const releaseBrief = pathsOf(`
	id tag_name name body draft prerelease target_commitish author=author.login assets created_at
	published_at html_url
`);
export const releaseNotes = { name: 'string', body: 'string' } as const;

export const deployment = {
	...shapeOf('id:integer sha ref task environment description payload:any'),
	creator: user,
	...shapeOf('created_at updated_at url'),
} as const;
export const deploymentBrief = allPropertiesOf(deployment, { creator: 'creator.login' });
/** If the service merges the default branch first, it returns only a message. */
export const createdDeployment = { ...deployment, message: 'string' } as const;
export const createdDeploymentBrief = { ...deploymentBrief, message: 'message' };
export const deploymentStatus = {
	...shapeOf('id:integer state description environment environment_url log_url'),
	creator: user,
	...shapeOf('created_at updated_at url'),
} as const;
export const deploymentStatusBrief = allPropertiesOf(deploymentStatus, {
	creator: 'creator.login',
});
