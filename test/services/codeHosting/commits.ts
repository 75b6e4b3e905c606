// Commits and what they change.

import type { Commit, Contents, StoredRepository, Tree } from './contents';
import { documented, repositoryUrl as api, userResponse, website } from './responses';

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
function changesBetween(contents: Contents, before: Tree, after: Tree): FileChange[] {
	const linesOf = (sha: string | undefined): string[] =>
		sha === undefined ? [] : contents.blobs.get(sha)!.toString().replace(/\n$/, '').split('\n');
	return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path) => {
		const [old, changed] = [before.get(path)?.sha, after.get(path)?.sha];
		if (old === changed) return [];
		return { path, oldSha: old, sha: changed, removed: linesOf(old), added: linesOf(changed) };
	});
}

/** The files that a commit changed. */
export function filesOf({ contents }: StoredRepository, { tree, parents }: Commit): FileChange[] {
	const before: Tree = parents[0] === undefined ? new Map() : contents.treeOf(parents[0]);
	return changesBetween(contents, before, contents.trees.get(tree)!);
}

/** What a branch or commit has that the base does not have. @throws HttpError 404 */
export function changesSince({ contents }: StoredRepository, base: string, head: string) {
	const { start, commits } = contents.since(base, head);
	const changes = changesBetween(contents, contents.treeOf(start.sha), contents.treeOf(head));
	return { start, commits, changes };
}

/** How many lines changes add and delete. */
export const countsOf = (changes: readonly FileChange[]) => ({
	additions: changes.reduce((sum, { added }) => sum + added.length, 0),
	deletions: changes.reduce((sum, { removed }) => sum + removed.length, 0),
});

const patchOf = ({ removed, added }: FileChange): string =>
	[
		`@@ -${Math.min(1, removed.length)},${removed.length} +${Math.min(1, added.length)},${added.length} @@`,
		...removed.map((line) => `-${line}`),
		...added.map((line) => `+${line}`),
	].join('\n');

/** The file of a change. @param ref the branch or commit that contains the change */
export const changedFile = (repo: StoredRepository, ref: string) => (change: FileChange) => {
	const { path, oldSha, sha, removed, added } = change;
	return {
		sha: sha ?? oldSha,
		filename: path,
		status: oldSha === undefined ? 'added' : sha === undefined ? 'removed' : 'modified',
		additions: added.length,
		deletions: removed.length,
		changes: added.length + removed.length,
		blob_url: `${website(repo)}/blob/${ref}/${encodeURI(path)}`,
		raw_url: `${website(repo)}/raw/${ref}/${encodeURI(path)}`,
		contents_url: `${api(repo)}/contents/${encodeURI(path)}?ref=${ref}`,
		patch: patchOf(change),
	};
};

/** A commit, without the files that `commitWithFiles` adds. @throws HttpError 404 */
export function commitResponse({ contents }: StoredRepository, ref: string) {
	const { sha, tree, message, parents, author, committer } = contents.resolve(ref);
	const [parent] = (documented.record(`GET ${ROOT}/commits`, {}) as { parents: object[] }).parents;
	const values = {
		sha,
		commit: { message, author, committer, tree: { sha: tree }, comment_count: 0 },
		// Lists have neither.
		stats: undefined,
		files: undefined,
		author: userResponse('octocat'),
		committer: userResponse('octocat'),
		parents: parents.map((one) => ({ ...parent, sha: one })),
	};
	return documented.record(`GET ${ROOT}/commits`, values, 'sha');
}

/** The commits of a branch, file or folder, newest first. @throws HttpError 404 */
export const listedCommits = (
	repo: StoredRepository,
	{ sha, path = '' }: Readonly<Partial<Record<string, string>>>,
): object[] =>
	repo.contents
		.history(sha)
		.filter(
			(commit) =>
				path === '' || filesOf(repo, commit).some((file) => `${file.path}/`.startsWith(`${path}/`)),
		)
		.map((commit) => commitResponse(repo, commit.sha));

/** A commit with the files that it changed. @throws HttpError 404 */
export function commitWithFiles(repo: StoredRepository, ref: string): object {
	const commit = repo.contents.resolve(ref);
	const changes = filesOf(repo, commit);
	const counts = countsOf(changes);
	return {
		...commitResponse(repo, ref),
		stats: { ...counts, total: counts.additions + counts.deletions },
		files: changes.map(changedFile(repo, commit.sha)),
	};
}

/** Compares two branches or commits. @throws HttpError 404 */
export function comparison(repo: StoredRepository, base: string, head: string): object {
	const { start, commits, changes } = changesSince(repo, base, head);
	const [ahead, behind] = [commits.length, repo.contents.since(head, base).commits.length];
	return {
		url: `${api(repo)}/compare/${base}...${head}`,
		html_url: `${website(repo)}/compare/${base}...${head}`,
		base_commit: commitResponse(repo, base),
		merge_base_commit: commitResponse(repo, start.sha),
		status: ahead > 0 ? (behind > 0 ? 'diverged' : 'ahead') : behind > 0 ? 'behind' : 'identical',
		ahead_by: ahead,
		behind_by: behind,
		total_commits: ahead,
		commits: commits.map(({ sha }) => commitResponse(repo, sha)),
		files: changes.map(changedFile(repo, head)),
	};
}

/** Git's SHA of a file that does not exist. */
const NO_FILE = '0'.repeat(40);

export const diffOf = (changes: readonly FileChange[]): string =>
	changes
		.map((change) => {
			const { path, oldSha, sha } = change;
			return (
				`diff --git a/${path} b/${path}\n` +
				(oldSha === undefined ? 'new file mode 100644\n' : '') +
				(sha === undefined ? 'deleted file mode 100644\n' : '') +
				`index ${(oldSha ?? NO_FILE).slice(0, 7)}..${(sha ?? NO_FILE).slice(0, 7)}\n` +
				`--- ${oldSha === undefined ? '/dev/null' : `a/${path}`}\n` +
				`+++ ${sha === undefined ? '/dev/null' : `b/${path}`}\n` +
				`${patchOf(change)}\n`
			);
		})
		.join('');

/** The commits as emails, as `git format-patch` writes them. */
export const patchesOf = (repo: StoredRepository, commits: readonly Commit[]): string =>
	commits
		.map((commit, index) => {
			const { sha, message, author } = commit;
			const part = commits.length > 1 ? ` ${index + 1}/${commits.length}` : '';
			return (
				`From ${sha} Mon Sep 17 00:00:00 2001\nFrom: ${author.name} <${author.email}>\n` +
				`Date: ${new Date(author.date).toUTCString()}\n` +
				`Subject: [PATCH${part}] ${message}\n\n---\n${diffOf(filesOf(repo, commit))}-- \n2.43.0\n\n`
			);
		})
		.join('');
