// Commits and what they change.

import { contentsOf, type Commit, type Contents, type Tree } from './contents';
import { documented, repositoryUrl as api, userResponse, website } from './responses';
import type { Repository } from './world';

const ROOT = '/repos/:owner/:repo';

export interface FileChange {
	path: string;
	/** SHA of the content before. Undefined if the file is new. */
	oldSha: string | undefined;
	/** SHA of the content after. Undefined if the file was deleted. */
	sha: string | undefined;
	removed: string[];
	added: string[];
}

/** The files that differ, each with all of its old and new lines. */
export function changesBetween(contents: Contents, before: Tree, after: Tree): FileChange[] {
	const linesOf = (sha: string | undefined): string[] =>
		sha === undefined ? [] : contents.blobs.get(sha)!.toString().replace(/\n$/, '').split('\n');
	return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path) => {
		const [old, changed] = [before.get(path)?.sha, after.get(path)?.sha];
		if (old === changed) return [];
		return { path, oldSha: old, sha: changed, removed: linesOf(old), added: linesOf(changed) };
	});
}

/** How many lines changes add and delete. */
export const countsOf = (changes: readonly FileChange[]) => ({
	additions: changes.reduce((sum, { added }) => sum + added.length, 0),
	deletions: changes.reduce((sum, { removed }) => sum + removed.length, 0),
});

export const patchOf = (removed: readonly string[], added: readonly string[]): string =>
	[
		`@@ -${Math.min(1, removed.length)},${removed.length} +${Math.min(1, added.length)},${added.length} @@`,
		...removed.map((line) => `-${line}`),
		...added.map((line) => `+${line}`),
	].join('\n');

/** The file of a change. @param ref the branch or commit that contains the change */
export const changedFile =
	(repo: Repository, ref: string) =>
	({ path, oldSha, sha, removed, added }: FileChange) => ({
		sha: sha ?? oldSha,
		filename: path,
		status: oldSha === undefined ? 'added' : sha === undefined ? 'removed' : 'modified',
		additions: added.length,
		deletions: removed.length,
		changes: added.length + removed.length,
		blob_url: `${website(repo)}/blob/${ref}/${encodeURI(path)}`,
		raw_url: `${website(repo)}/raw/${ref}/${encodeURI(path)}`,
		contents_url: `${api(repo)}/contents/${encodeURI(path)}?ref=${ref}`,
		patch: patchOf(removed, added),
	});

/** A commit, without the files that `commitWithFiles` adds. @throws HttpError 404 */
export function commitResponse(repo: Repository, ref: string) {
	const { sha, tree, message, parents, author, committer } = contentsOf(repo).resolve(ref);
	return documented.record(`GET ${ROOT}/commits`, {
		sha,
		url: `${api(repo)}/commits/${sha}`,
		html_url: `${website(repo)}/commit/${sha}`,
		comments_url: `${api(repo)}/commits/${sha}/comments`,
		commit: { message, author, committer, tree: { sha: tree }, comment_count: 0 },
		// Lists have neither.
		stats: undefined,
		files: undefined,
		author: userResponse('octocat'),
		committer: userResponse('octocat'),
		parents: parents.map((parent) => ({
			sha: parent,
			url: `${api(repo)}/commits/${parent}`,
			html_url: `${website(repo)}/commit/${parent}`,
		})),
	});
}

/** The commits of a branch or file, newest first. @throws HttpError 404 */
export const listedCommits = (
	repo: Repository,
	{ sha, path = '' }: Readonly<Partial<Record<string, string>>>,
): object[] =>
	contentsOf(repo)
		.history(sha)
		.filter((commit) => path === '' || filesOf(repo, commit).some((file) => isIn(path, file)))
		.map((commit) => commitResponse(repo, commit.sha));

const isIn = (folder: string, { path }: FileChange): boolean =>
	path === folder || path.startsWith(`${folder}/`);

/** The files that a commit changed. */
export function filesOf(repo: Repository, { tree, parents }: Commit): FileChange[] {
	const contents = contentsOf(repo);
	const before: Tree = parents[0] === undefined ? new Map() : contents.treeOf(parents[0]);
	return changesBetween(contents, before, contents.trees.get(tree)!);
}

/** A commit with the files that it changed. @throws HttpError 404 */
export function commitWithFiles(repo: Repository, ref: string): object {
	const commit = contentsOf(repo).resolve(ref);
	const changes = filesOf(repo, commit);
	const counts = countsOf(changes);
	return {
		...commitResponse(repo, ref),
		stats: { ...counts, total: counts.additions + counts.deletions },
		files: changes.map(changedFile(repo, commit.sha)),
	};
}

/** Compares two branches or commits. @throws HttpError 404 */
export function comparison(repo: Repository, base: string, head: string): object {
	const contents = contentsOf(repo);
	const start = contents.mergeBase(base, head) ?? contents.resolve(base);
	const ahead = contents.commitsSince(base, head);
	const behind = contents.commitsSince(head, base).length;
	const changes = changesBetween(contents, contents.treeOf(start.sha), contents.treeOf(head));
	const url = `${api(repo)}/compare/${base}...${head}`;
	const page = `${website(repo)}/compare/${base}...${head}`;
	return {
		url,
		html_url: page,
		permalink_url: page,
		diff_url: `${page}.diff`,
		patch_url: `${page}.patch`,
		base_commit: commitResponse(repo, base),
		merge_base_commit: commitResponse(repo, start.sha),
		status:
			ahead.length > 0 ? (behind > 0 ? 'diverged' : 'ahead') : behind > 0 ? 'behind' : 'identical',
		ahead_by: ahead.length,
		behind_by: behind,
		total_commits: ahead.length,
		commits: ahead.map(({ sha }) => commitResponse(repo, sha)),
		files: changes.map(changedFile(repo, head)),
	};
}
