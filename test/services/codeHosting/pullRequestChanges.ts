// The commits and files of a pull request, between its base and its head branch.

import { contentsOf, type Commit } from './contents';
import type { PullRequest } from './discussionStore';
import type { Repository } from './model';
import { HOST } from './responses';

interface ChangedFile extends Record<string, unknown> {
	filename: string;
	status: 'added' | 'modified' | 'removed';
	additions: number;
	deletions: number;
	patch: string;
}

export interface Changes {
	/** Oldest first. */
	commits: Commit[];
	files: ChangedFile[];
}

/**
 * The changes of the head branch since it left the base branch. Each file has all of its old and new
 * lines. Branches that only the sample pull requests name, and equal ones, have no changes of their
 * own.
 */
export function changesOf(repo: Repository, { head, base }: PullRequest): Changes | undefined {
	const contents = contentsOf(repo);
	if (!contents.branches.has(head) || !contents.branches.has(base)) return undefined;
	const baseCommits = new Set(contents.history(base));
	const history = contents.history(head);
	const start = history.findIndex((commit) => baseCommits.has(commit));
	if (start < 0) return undefined;
	const [before, after] = [contents.treeOf(history[start]!.sha), contents.treeOf(head)];
	const linesOf = (sha: string | undefined): string[] =>
		sha === undefined ? [] : contents.blobs.get(sha)!.toString().replace(/\n$/, '').split('\n');
	const files = [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((filename) => {
		const [old, changed] = [before.get(filename)?.sha, after.get(filename)?.sha];
		if (old === changed) return [];
		const [removed, added] = [linesOf(old), linesOf(changed)];
		const file: ChangedFile = {
			sha: changed ?? old,
			filename,
			status: old === undefined ? 'added' : changed === undefined ? 'removed' : 'modified',
			additions: added.length,
			deletions: removed.length,
			changes: added.length + removed.length,
			patch: [
				`@@ -${Math.min(1, removed.length)},${removed.length} +${Math.min(1, added.length)},${added.length} @@`,
				...removed.map((line) => `-${line}`),
				...added.map((line) => `+${line}`),
			].join('\n'),
			blob_url: `${HOST}/${repo.owner}/${repo.name}/blob/${history[0]!.sha}/${filename}`,
		};
		return [file];
	});
	return files.length === 0 ? undefined : { commits: history.slice(0, start).reverse(), files };
}

/** The numbers of a pull request that its changes decide. */
export const countsOf = ({ commits, files }: Changes) => ({
	commits: commits.length,
	changed_files: files.length,
	additions: files.reduce((sum, { additions }) => sum + additions, 0),
	deletions: files.reduce((sum, { deletions }) => sum + deletions, 0),
});

export const diffOf = ({ files }: Changes): string =>
	files
		.map(({ filename, status, patch }) =>
			[
				`diff --git a/${filename} b/${filename}`,
				`--- ${status === 'added' ? '/dev/null' : `a/${filename}`}`,
				`+++ ${status === 'removed' ? '/dev/null' : `b/${filename}`}`,
				`${patch}\n`,
			].join('\n'),
		)
		.join('');
