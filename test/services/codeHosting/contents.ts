// The contents of a repository: blobs, trees, commits and branches, as in Git.

import { createHash } from 'node:crypto';
import { apiError, notFound, validationError } from './errors';
import seedData from './seedData.json';

interface TreeEntry {
	sha: string;
	mode: string;
}

/** Files by path. */
export type Tree = ReadonlyMap<string, TreeEntry>;

export interface Identity {
	name: string;
	email: string;
	date: string;
}

export interface Commit {
	sha: string;
	message: string;
	tree: string;
	parents: string[];
	author: Identity;
	committer: Identity;
}

/** What commits and pull requests need of a repository. */
export interface StoredRepository {
	id: number;
	name: string;
	owner: string;
	private: boolean;
	contents: Contents;
}

const shaOf = (type: string, content: Buffer | string): string =>
	createHash('sha1')
		.update(`${type} ${Buffer.byteLength(content)}\0`)
		.update(content)
		.digest('hex');

/** The author of commits of the token's user. */
export const gitUser = (date: string): Identity => ({
	name: 'octocat',
	email: 'octocat@example.com',
	date,
});

const seedIdentity = { name: 'Mona Lisa', email: 'mona@example.com', date: '2026-01-01T00:00:00Z' };

export class Contents {
	readonly defaultBranch = 'main';
	readonly blobs = new Map<string, Buffer>();
	readonly trees = new Map<string, Tree>();
	readonly commits = new Map<string, Commit>();
	/** Commits by branch. */
	readonly branches = new Map<string, string>();
	/** Number of commits by others that arrive right before the next changes of a branch. */
	interruptions = 0;

	constructor() {
		const { files, branches, commits } = seedData;
		const start = this.addCommit('Start', this.addTree(new Map()), [], seedIdentity);
		this.branches.set('main', start.sha);
		const write = (branch: string, message: string, texts: object): Commit =>
			this.write(
				branch,
				message,
				new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(String(text))])),
			);
		const { sha } = write('main', 'Add the first files', files);
		for (const name of branches) this.branches.set(name, sha);
		for (const { branch, message, files: changed } of commits) write(branch, message, changed);
	}

	addBlob(content: Buffer): string {
		const sha = shaOf('blob', content);
		this.blobs.set(sha, content);
		return sha;
	}

	addTree(tree: Tree): string {
		const sha = shaOf('tree', JSON.stringify([...tree].sort(([a], [b]) => (a < b ? -1 : 1))));
		this.trees.set(sha, tree);
		return sha;
	}

	/** The files and directories of a tree at any depth, in the order of Git. */
	entries(sha: string): Array<TreeEntry & { path: string; type: 'blob' | 'tree'; size?: number }> {
		const files = [...this.trees.get(sha)!];
		const directories = new Set(
			files.flatMap(([path]) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))),
		);
		const below = (directory: string): Tree =>
			new Map(
				files
					.filter(([path]) => path.startsWith(`${directory}/`))
					.map(([path, entry]) => [path.slice(directory.length + 1), entry]),
			);
		return [
			...files.map(([path, entry]) => ({
				path,
				type: 'blob' as const,
				...entry,
				size: this.blobs.get(entry.sha)!.length,
			})),
			...[...directories].map((path) => ({
				path,
				type: 'tree' as const,
				mode: '040000',
				sha: this.addTree(below(path)),
			})),
		].sort((a, b) => (a.path < b.path ? -1 : 1));
	}

	addCommit(
		message: string,
		tree: string,
		parents: string[],
		author: Identity,
		committer: Identity = author,
	): Commit {
		const content = { message, tree, parents, author, committer };
		const commit = { sha: shaOf('commit', JSON.stringify(content)), ...content };
		this.commits.set(commit.sha, commit);
		return commit;
	}

	/** The commit of a branch, or the commit with this SHA. @throws HttpError 404 */
	resolve(ref: string = this.defaultBranch): Commit {
		const name = ref === 'HEAD' ? this.defaultBranch : ref.replace(/^(refs\/)?heads\//, '');
		const commit = this.commits.get(this.branches.get(name) ?? name);
		if (!commit) throw notFound();
		return commit;
	}

	treeOf(ref?: string): Tree {
		return this.trees.get(this.resolve(ref).tree)!;
	}

	/** Commits changed files to a branch. `undefined` deletes a file. */
	write(
		branch: string,
		message: string,
		changes: ReadonlyMap<string, Buffer | undefined>,
		author: Identity = seedIdentity,
		committer: Identity = author,
	): Commit {
		const parent = this.resolve(branch);
		const tree = new Map(this.trees.get(parent.tree));
		for (const [path, content] of changes)
			if (content === undefined) tree.delete(path);
			else tree.set(path, { sha: this.addBlob(content), mode: '100644' });
		const commit = this.addCommit(message, this.addTree(tree), [parent.sha], author, committer);
		this.branches.set(branch, commit.sha);
		return commit;
	}

	/**
	 * Merges a branch or a commit into a branch: everything that it changed since they parted.
	 * @param isSquashed whether the new commit has only one parent
	 * @returns undefined if the branch already contains the head
	 */
	merge(
		branch: string,
		head: string,
		message: string,
		author: Identity,
		isSquashed = false,
	): Commit | undefined {
		const base = this.resolve(branch);
		const { start, commits } = this.since(branch, head);
		if (commits.length === 0) return undefined;
		const [before, after] = [this.treeOf(start.sha), this.treeOf(head)];
		const files = new Map(this.trees.get(base.tree));
		for (const [path, entry] of after)
			if (before.get(path)?.sha !== entry.sha) files.set(path, entry);
		for (const path of before.keys()) if (!after.has(path)) files.delete(path);
		const parents = isSquashed ? [base.sha] : [base.sha, this.resolve(head).sha];
		const commit = this.addCommit(message, this.addTree(files), parents, author);
		this.branches.set(branch, commit.sha);
		return commit;
	}

	/** Moves a branch to a commit. @throws HttpError 422 if the branch has other commits */
	move(branch: string, sha: string, force: boolean): void {
		if (!this.branches.has(branch)) throw validationError('ref', 'Reference does not exist');
		this.interrupt(branch);
		if (!force && this.since(sha, branch).commits.length > 0)
			throw apiError(422, 'Update is not a fast forward');
		this.branches.set(branch, sha);
	}

	/** Adds the commit of another user, if one is waiting. @returns whether there was one */
	interrupt(branch: string): boolean {
		if (this.interruptions === 0) return false;
		this.interruptions--;
		const path = `other-${this.interruptions}.txt`;
		this.write(branch, 'A change by somebody else', new Map([[path, Buffer.from(path)]]));
		return true;
	}

	/**
	 * The commits of the head that the base does not have, oldest first, and the newest commit that both
	 * have. @throws HttpError 404
	 */
	since(base: string, head: string): { start: Commit; commits: Commit[] } {
		const known = new Set(this.history(base).map(({ sha }) => sha));
		const history = this.history(head);
		return {
			start: history.find(({ sha }) => known.has(sha)) ?? history.at(-1)!,
			commits: history.filter(({ sha }) => !known.has(sha)).reverse(),
		};
	}

	/** A commit and its ancestors, newest first. @throws HttpError 404 */
	history(ref?: string): Commit[] {
		const shas = new Set([this.resolve(ref).sha]);
		// A set also visits what is added to it.
		for (const sha of shas) for (const parent of this.resolve(sha).parents) shas.add(parent);
		return [...this.commits.values()].filter(({ sha }) => shas.has(sha)).reverse();
	}
}
