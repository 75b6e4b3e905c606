/** Finds what a commit contains at a path, with its mode, which the contents API does not return. */
import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../../engine/describe';
import { repositoryPath } from '../fields';

/** An entry of a tree: a file, a directory, a symbolic link or a submodule. */
export interface TreeEntry {
	/** Path in the repository. */
	readonly path: string;
	/** As in Git, for example `100644` or `120000`. */
	readonly mode: string;
	readonly type: string;
	readonly sha: string;
}

interface Listing {
	/** By path, relative to the tree. */
	readonly entries: ReadonlyMap<string, TreeEntry>;
	readonly isTruncated: boolean;
}

export const symbolicLink = '120000';

/** What an entry is called in an error message. */
export const kindOf = ({ mode, type }: TreeEntry): string =>
	mode === symbolicLink
		? 'a symbolic link'
		: type === 'tree'
			? 'a directory'
			: type === 'commit'
				? 'a submodule'
				: 'a file';

/**
 * Returns a function that finds the entry at a path below a tree, or the file, link or submodule in
 * place of one of its directories. Undefined if nothing is there. The tree is read at once. Only if
 * the service shortens it (above 100,000 entries or 7 MB), directories are read one by one.
 */
export function treeFinder({ request, input }: Pick<Call<unknown>, 'request' | 'input'>) {
	const listings = new Map<string, Listing>();

	async function list(tree: string, query: IDataObject): Promise<Listing> {
		const key = `${tree} ${JSON.stringify(query)}`;
		const known = listings.get(key);
		if (known) return known;
		const { body } = await request(
			`GET ${repositoryPath}/git/trees/{tree}`,
			{ values: { ...(input as IDataObject), tree }, query, allowSlashes: ['tree'] },
			{ idempotency: 'safe' },
		);
		const { tree: rows = [], truncated } = (body ?? {}) as {
			tree?: TreeEntry[];
			truncated?: boolean;
		};
		const entries = new Map(rows.map((entry) => [entry.path, entry]));
		const listing = { entries, isTruncated: truncated === true };
		listings.set(key, listing);
		return listing;
	}

	/** @param root SHA of a tree, or name of a branch */
	return async (root: string, path: string): Promise<TreeEntry | undefined> => {
		const complete = await list(root, { recursive: 1 });
		let { entries } = complete.isTruncated ? await list(root, {}) : complete;
		let start = 0;
		for (let end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
			const isLast = end < 0;
			const entry = entries.get(path.slice(start, isLast ? undefined : end));
			if (!entry || isLast || entry.type !== 'tree')
				return entry && { ...entry, path: isLast ? path : path.slice(0, end) };
			if (!complete.isTruncated) continue;
			({ entries } = await list(entry.sha, {}));
			start = end + 1;
		}
	};
}
