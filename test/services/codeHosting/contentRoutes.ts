// Files, directories, trees, branches and new commits of a repository.

import { List, Reply } from '../kit/exchange';
import type { Fields } from '../kit/records';
import { commitResponse, commitWithFiles, comparison, listedCommits } from './commits';
import { gitUser, type Commit, type Contents, type Identity } from './contents';
import { apiError, notFound } from './errors';
import { documented, repositoryUrl as api, website } from './responses';
import type { ApiRequest, Context, Routes } from './router';
import type { Repository } from './world';

const ROOT = '/repos/:owner/:repo';
/** The service returns larger files only in raw form. */
const MAX_INLINE_BYTES = 1024 * 1024;

/** An entry of a directory. */
interface Entry {
	type: 'blob' | 'tree';
	path: string;
	sha: string;
	size?: number;
}

function entryResponse(repo: Repository, ref = 'main', { type, path, sha, size = 0 }: Entry) {
	const isFile = type === 'blob';
	const self = `${api(repo)}/contents/${encodeURI(path)}?ref=${ref}`;
	const git = `${api(repo)}/git/${type}s/${sha}`;
	const html = `${website(repo)}/${type}/${ref}/${encodeURI(path)}`;
	return documented.record(`GET ${ROOT}/contents/*`, {
		type: isFile ? 'file' : 'dir',
		name: path.split('/').at(-1)!,
		path,
		sha,
		size,
		url: self,
		git_url: git,
		_links: { self, git, html },
		html_url: html,
		download_url: isFile ? `${website(repo)}/raw/${ref}/${encodeURI(path)}` : null,
		content: undefined,
		encoding: undefined,
	});
}

function fileResponse(repo: Repository, ref: string | undefined, path: string, sha: string) {
	const content = repo.contents.blobs.get(sha)!;
	const isInline = content.length <= MAX_INLINE_BYTES;
	return {
		...entryResponse(repo, ref, { type: 'blob', path, sha, size: content.length }),
		content: isInline ? content.toString('base64').replace(/.{60}/g, '$&\n') : '',
		encoding: isInline ? 'base64' : 'none',
	};
}

/** A file or directory. The Accept header selects between a list, an object, and raw content. */
function getContents({ repo, params, query: { ref }, request }: ApiRequest): unknown {
	const { contents } = repo;
	const path = (params['*'] ?? '').replace(/^\/|\/$/g, '');
	const accept = String(request.headers.accept);
	const { tree } = contents.resolve(ref);
	const file = contents.trees.get(tree)!.get(path);
	if (file) {
		if (!/\.raw\b/.test(accept)) return fileResponse(repo, ref, path, file.sha);
		const type = `${accept.split(',')[0]}; charset=utf-8`;
		return new Reply(200, contents.blobs.get(file.sha), { 'content-type': type });
	}
	const entries = contents
		.entries(tree)
		.filter((entry) => entry.path.replace(/(?:^|\/)[^/]+$/, '') === path)
		.map((entry) => entryResponse(repo, ref, entry));
	if (entries.length === 0) throw notFound();
	if (!/\.object\b/.test(accept)) return entries;
	return { ...entryResponse(repo, ref, { type: 'tree', path, sha: tree }), entries };
}

/** The author and the committer of a new commit. By default, they are the user of the token. */
function identitiesOf({ author, committer }: Fields, date: string): [Identity, Identity] {
	const user = gitUser(date);
	const [by, from] = [author, committer].map((one) => one && { ...user, ...one }) as Identity[];
	return [by ?? from ?? user, from ?? by ?? user];
}

const gitCommitResponse = (repo: Repository, { tree, parents, ...commit }: Commit) =>
	documented.record(
		`POST ${ROOT}/git/commits`,
		{
			...commit,
			tree: { sha: tree, url: `${api(repo)}/git/trees/${tree}` },
			parents: parents.map((parent) => ({ sha: parent, url: `${api(repo)}/commits/${parent}` })),
		},
		'sha',
	);

/** Applies entries of a new tree to the tree that it is based on. @throws HttpError 422 */
function newTree(contents: Contents, { base_tree: base, tree }: Fields): string {
	const files = new Map(contents.trees.get(String(base)));
	for (const { path, mode, sha, content } of tree as Fields[]) {
		const name = String(path);
		if (sha === null) {
			if (!files.delete(name)) throw apiError(422, 'GitRPC::BadObjectState');
			continue;
		}
		const blob = typeof content === 'string' ? contents.addBlob(Buffer.from(content)) : String(sha);
		files.set(name, { sha: blob, mode: String(mode) });
	}
	return contents.addTree(files);
}

/** Commits one change of a file. @throws HttpError 409 if the file or branch has changed */
function commitFile({ repo, params, body }: ApiRequest, now: string, content?: Buffer): Reply {
	const { contents } = repo;
	const path = params['*']!;
	const branch = String(body.branch ?? contents.defaultBranch);
	const current = contents.treeOf(branch).get(path)?.sha;
	if (content === undefined && current === undefined) throw notFound();
	if (current !== undefined && body.sha === undefined)
		throw apiError(422, 'Invalid request.\n\n"sha" wasn\'t supplied.');
	if (current !== body.sha) throw apiError(409, `${path} does not match ${String(body.sha)}`);
	if (contents.interrupt(branch))
		throw apiError(409, `is at ${contents.resolve(branch).sha} but expected an older commit`);
	const changes = new Map([[path, content]]);
	const identities = identitiesOf(body, now);
	const commit = contents.write(branch, String(body.message), changes, ...identities);
	const sha = contents.treeOf(branch).get(path)?.sha;
	return new Reply(current === undefined ? 201 : 200, {
		content: sha === undefined ? null : fileResponse(repo, branch, path, sha),
		commit: gitCommitResponse(repo, commit),
	});
}

const refResponse = (ref: string, sha: unknown): Fields =>
	documented.record(`POST ${ROOT}/git/refs`, { ref, object: { type: 'commit', sha } });

export const contentRoutes = ({ clock }: Context): Routes => ({
	[`GET ${ROOT}/contents`]: getContents,
	[`GET ${ROOT}/contents/*`]: getContents,
	[`PUT ${ROOT}/contents/*`]: (req) =>
		commitFile(req, clock.iso(), Buffer.from(String(req.body.content), 'base64')),
	[`DELETE ${ROOT}/contents/*`]: (req) => commitFile(req, clock.iso()),
	[`GET ${ROOT}/readme`]: (req) => getContents({ ...req, params: { '*': 'README.md' } }),
	[`POST ${ROOT}/git/blobs`]({ repo, body }) {
		const encoding = body.encoding === 'base64' ? 'base64' : 'utf8';
		const sha = repo.contents.addBlob(Buffer.from(String(body.content), encoding));
		return new Reply(201, { sha, url: `${api(repo)}/git/blobs/${sha}` });
	},
	[`POST ${ROOT}/git/trees`]({ repo, body }) {
		const sha = newTree(repo.contents, body);
		const url = `${api(repo)}/git/trees/${sha}`;
		return new Reply(201, { sha, url, truncated: false, tree: [] });
	},
	[`POST ${ROOT}/git/commits`]({ repo, body }) {
		const { message, tree, parents = [] } = body as unknown as Commit;
		const identities = identitiesOf(body, clock.iso());
		const commit = repo.contents.addCommit(message, tree, parents, ...identities);
		return new Reply(201, gitCommitResponse(repo, commit));
	},
	[`PATCH ${ROOT}/git/refs/*`]({ repo, params, body: { sha, force } }) {
		const name = params['*']!;
		repo.contents.move(name.replace(/^heads\//, ''), String(sha), force === true);
		return refResponse(`refs/${name}`, sha);
	},
	[`POST ${ROOT}/git/refs`]({ repo: { contents }, body }) {
		const [ref, sha] = [String(body.ref), String(body.sha)];
		const branch = ref.replace('refs/heads/', '');
		// Tags are not stored.
		if (branch !== ref) {
			if (contents.branches.has(branch)) throw apiError(422, 'Reference already exists');
			if (!contents.commits.has(sha)) throw apiError(422, 'Object does not exist');
			contents.branches.set(branch, sha);
		}
		return new Reply(201, refResponse(ref, sha));
	},
	[`DELETE ${ROOT}/git/refs/heads/:branch`]({ repo, params }) {
		if (!repo.contents.branches.delete(params.branch!))
			throw apiError(422, 'Reference does not exist');
	},
	[`GET ${ROOT}/commits`]: ({ repo, query }) => new List(listedCommits(repo, query)),
	[`GET ${ROOT}/commits/:ref`]: ({ repo, params }) => commitWithFiles(repo, params.ref!),
	[`GET ${ROOT}/compare/:base...:head`]: ({ repo, params }) =>
		comparison(repo, params.base!, params.head!),
	[`POST ${ROOT}/merges`]({ repo, body }) {
		const { base, head, commit_message: message = `Merge ${String(head)}` } = body;
		const author = gitUser(clock.iso());
		const merged = repo.contents.merge(String(base), String(head), String(message), author);
		return merged && new Reply(201, commitResponse(repo, merged.sha));
	},
	[`GET ${ROOT}/git/trees/:tree`]({ repo: { contents }, params, query }) {
		const given = params.tree!;
		const sha = contents.trees.has(given) ? given : contents.resolve(given).tree;
		const all = contents.entries(sha);
		const tree = query.recursive ? all : all.filter(({ path }) => !path.includes('/'));
		return { sha, truncated: false, tree };
	},
	[`GET ${ROOT}/branches`]: ({ repo }) =>
		new List(
			[...repo.contents.branches].map(([name, sha]) =>
				documented.record(`GET ${ROOT}/branches`, { name, commit: { sha } }),
			),
		),
	[`GET ${ROOT}/branches/:branch`]({ repo, params: { branch: name } }) {
		const { sha, tree } = repo.contents.resolve(name);
		const commit = { sha, commit: { tree: { sha: tree } } };
		return documented.record(`GET ${ROOT}/branches/:branch`, { name, commit });
	},
});
