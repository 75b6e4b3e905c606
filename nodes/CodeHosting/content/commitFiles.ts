/**
 * Commits the files of many items in one commit: creates blobs, a tree and a commit, then moves the
 * branch to the commit. Until the branch moves, nobody sees a change.
 */
import type { IDataObject } from 'n8n-workflow';
import { showHint } from '../../engine';
import {
	type Batch,
	type Call,
	PackError,
	type Row,
	toResult,
	toText,
} from '../../engine/describe';
import { isConflict } from '../errors';
import { repositoryPath } from '../fields';
import { type ContentInput, readContent } from './fileContent';
import { maxWrites } from './files';
import { kindOf, symbolicLink, treeFinder, type TreeEntry } from './trees';

/** Text up to this size in total is part of the tree, which saves one request per file. */
const maxInlineBytes = 1024 * 1024;

interface CommitInput extends ContentInput {
	readonly owner: string;
	readonly repository: string;
	readonly newFilePath: string;
	readonly fileChange?: string;
	readonly executable?: boolean;
	readonly commitMessage: string;
	readonly branch?: string;
	readonly expectedCommit?: string;
	/** Name and email address. */
	readonly author?: string | IDataObject;
	readonly committer?: string | IDataObject;
}

/** The state of a branch. */
interface Head {
	readonly commit: string;
	readonly tree: string;
}

interface Commit {
	readonly sha: string;
	readonly url?: string;
	readonly isNew: boolean;
}

/** What the items of one commit have in common. */
const sharedBy = [
	'owner',
	'repository',
	'branch',
	'commitMessage',
	'expectedCommit',
	'author',
	'committer',
] as const;

export const commitFiles: Batch<CommitInput> = {
	notice:
		'Each input item is one file. The files of all items with the same branch and message are in one commit. Without the option Branch, they are committed to the default branch.',
	size: 1000,
	group: (input) => JSON.stringify(sharedBy.map((name) => input[name])),
	check: rejectRepeatedPaths,
	async run(calls) {
		const [call] = calls as [Call<CommitInput>];
		const branch = call.input.branch ?? (await defaultBranch(call));
		const changes = await changesOf(calls);
		const commit = await commitChanges(call, branch, changes);
		if (calls.length > 1)
			showHint(
				call.context,
				calls.length === call.itemCount
					? 'Each item contains the commit of several files. To use the commit once, turn on Execute Once in the settings of the next node.'
					: 'Each item contains the commit of its file, and several files are in one commit. To use each commit once, add a Remove Duplicates node that compares the selected field commit_sha.',
			);
		return calls.map(({ input }) => [rowOf(input, branch, commit)]);
	},
};

/** @throws PackError if two items change the same file, because only one of them could take effect */
function rejectRepeatedPaths(calls: readonly Call<CommitInput>[]): void {
	const seen = new Set<string>();
	for (const { input } of calls) {
		if (seen.has(input.newFilePath))
			throw new PackError(`Several items change ${input.newFilePath}`, {
				field: 'New File Path',
				hint: 'A commit can change each file only once. Nothing was committed.',
			});
		seen.add(input.newFilePath);
	}
}

async function defaultBranch({ request, input }: Call<CommitInput>): Promise<string> {
	const { body } = await request(
		`GET ${repositoryPath}`,
		{ values: { ...input } },
		{ idempotency: 'safe' },
	);
	return toText((body as IDataObject | undefined)?.default_branch);
}

/** A file to write or to delete, without the mode, which depends on what is at its path. */
interface Change {
	readonly path: string;
	/** Text, or the SHA of a blob. Null deletes the file. */
	readonly content: { readonly content: string } | { readonly sha: string | null };
	/** Not set to keep the mode of an existing file. */
	readonly executable?: boolean;
}

/** The changes of all items. Binary files and large texts become blobs. */
async function changesOf(calls: readonly Call<CommitInput>[]): Promise<Change[]> {
	const changes: Change[] = [];
	let inlineBytes = 0;
	for (const call of calls) {
		const { newFilePath: path, fileChange, executable, contentFrom } = call.input;
		if (fileChange === 'delete') {
			changes.push({ path, content: { sha: null } });
			continue;
		}
		const content = await readContent(call);
		const isInline = contentFrom === 'text' && inlineBytes + content.length <= maxInlineBytes;
		if (isInline) inlineBytes += content.length;
		changes.push({
			path,
			executable,
			content: isInline
				? { content: content.toString('utf8') }
				: { sha: await createBlob(call, content) },
		});
	}
	return changes;
}

/**
 * The mode of a written file: that of the existing file, unless the option Executable is set.
 * @param existing what is at the path, or in place of one of its directories
 * @throws PackError if the service would replace something other than a file
 */
function modeOf({ path, executable }: Change, existing: TreeEntry | undefined): string {
	const isFile = existing === undefined || (existing.path === path && existing.type === 'blob');
	if (isFile && executable !== undefined) return executable ? '100755' : '100644';
	if (isFile && existing?.mode !== symbolicLink) return existing?.mode ?? '100644';
	throw new PackError(`${existing.path} is ${kindOf(existing)}`, {
		field: 'New File Path',
		hint: `${
			existing.path !== path
				? 'Enter a path whose directories are not files.'
				: existing.mode === symbolicLink
					? 'Enter the path of the file that it leads to. To replace the link by a file, add the option Executable.'
					: 'Enter the path of a file.'
		} Nothing was committed.`,
	});
}

/** Blobs, trees and commits that no branch contains have no effect, so creating them is safe. */
const safe = { idempotency: 'safe' } as const;

async function createBlob({ request, input }: Call<CommitInput>, content: Buffer): Promise<string> {
	const body = { content: content.toString('base64'), encoding: 'base64' };
	const response = await request(
		`POST ${repositoryPath}/git/blobs`,
		{ values: { ...input }, body },
		safe,
	);
	return shaIn(response.body);
}

const shaIn = (body: unknown): string => toText((body as IDataObject | undefined)?.sha);

/**
 * Commits the changes on top of the branch. If the branch moves in the meantime, they are committed
 * again on top of the new commit, unless the user expects a certain commit.
 * @throws PackError if the branch does not point to the expected commit, or keeps moving
 */
async function commitChanges(
	call: Call<CommitInput>,
	branch: string,
	changes: readonly Change[],
): Promise<Commit> {
	const { expectedCommit } = call.input;
	const find = treeFinder(call);
	const deleted = new Set(
		changes
			.filter(({ content }) => 'sha' in content && content.sha === null)
			.map(({ path }) => path),
	);
	const entryOf = async (change: Change, tree: string): Promise<IDataObject> => {
		const { path, content } = change;
		const existing = deleted.has(path) ? undefined : await find(tree, path);
		const isDeleted = existing !== undefined && deleted.has(existing.path);
		return {
			path,
			mode: modeOf(change, isDeleted ? undefined : existing),
			type: 'blob',
			...content,
		};
	};
	for (let writes = 1; ; writes++) {
		const head = await headOf(call, branch);
		if (expectedCommit !== undefined && head.commit !== expectedCommit)
			throw new PackError(`The branch ${branch} points to ${head.commit}`, {
				field: 'Expected Commit',
				hint: `Expected Commit is ${expectedCommit}. Nothing was committed.`,
			});
		const entries: IDataObject[] = [];
		for (const change of changes) entries.push(await entryOf(change, head.tree || head.commit));
		const commit = await createCommit(call, head, entries);
		if (!commit.isNew) return commit;
		const moved = await toResult(moveBranch(call, branch, commit.sha));
		if ('value' in moved) return commit;
		if (!isNotFastForward(moved.error)) throw moved.error;
		if (writes >= maxWrites)
			throw new PackError(`Other commits changed the branch ${branch} at the same time`, {
				status: moved.error.details.status,
				hint: `The node tried ${maxWrites} times. Nothing was committed. Try again.`,
			});
	}
}

async function headOf({ request, input }: Call<CommitInput>, branch: string): Promise<Head> {
	const found = await toResult(
		request(
			`GET ${repositoryPath}/branches/{branch}`,
			{ values: { ...input, branch }, allowSlashes: ['branch'] },
			safe,
		),
	);
	if ('error' in found) {
		// An empty repository has no branch. Only then, this request fails with another error.
		await request(
			`GET ${repositoryPath}/commits`,
			{ values: { ...input }, query: { per_page: 1 } },
			safe,
		);
		throw found.error;
	}
	const { body } = found.value;
	const { commit = {} } = (body ?? {}) as { commit?: IDataObject };
	const { tree } = (commit.commit ?? {}) as { tree?: unknown };
	return { commit: toText(commit.sha), tree: shaIn(tree) };
}

/** Creates a commit, unless the files already have the content of the items. */
async function createCommit(
	{ request, input, operation }: Call<CommitInput>,
	head: Head,
	tree: readonly IDataObject[],
): Promise<Commit> {
	const values = { ...input };
	const { body: newTree } = await request(
		`POST ${repositoryPath}/git/trees`,
		{ values, body: { base_tree: head.tree, tree } },
		safe,
	);
	if (shaIn(newTree) === head.tree) return { sha: head.commit, isNew: false };
	const { body } = await request(
		operation.request!,
		{
			values,
			body: {
				message: input.commitMessage,
				tree: shaIn(newTree),
				parents: [head.commit],
				...(input.author ? { author: input.author } : {}),
				...(input.committer ? { committer: input.committer } : {}),
			},
		},
		safe,
	);
	return {
		sha: shaIn(body),
		url: toText((body as IDataObject | undefined)?.html_url),
		isNew: true,
	};
}

/** Moving a branch to the same commit again has no effect, so a retry is safe. */
async function moveBranch(
	{ request, input }: Call<CommitInput>,
	branch: string,
	sha: string,
): Promise<void> {
	await request(
		`PATCH ${repositoryPath}/git/refs/{ref}`,
		{
			values: { ...input, ref: `heads/${branch}` },
			allowSlashes: ['ref'],
			body: { sha, force: false },
		},
		safe,
	);
}

/** The branch has commits that the new commit is not based on. */
const isNotFastForward = (error: unknown): error is PackError =>
	isConflict(error) ||
	(error instanceof PackError &&
		error.details.status === 422 &&
		/fast.forward/i.test(error.message));

const rowOf = (input: CommitInput, branch: string, { sha, url, isNew }: Commit): Row => ({
	json: {
		path: input.newFilePath,
		change: input.fileChange === 'delete' ? 'deleted' : 'written',
		committed: isNew,
		branch,
		commit_sha: sha,
		...(url === undefined ? {} : { commit_url: url }),
	},
});
