// Files, directories, trees, branches and new commits of a repository.

import { List, Reply } from '../kit/exchange';
import { commitResponse, commitWithFiles, comparison, listedCommits } from './commits';
import { contentsOf, gitUser, type Commit, type Contents, type Identity } from './contents';
import { apiError, notFound } from './errors';
import { documented, repositoryUrl as api, website } from './responses';
import type { ApiRequest, Context, Routes } from './router';
import type { Repository } from './world';

const ROOT = '/repos/:owner/:repo';
/** The service returns larger files only in raw form. */
const MAX_INLINE_BYTES = 1024 * 1024;

/** Where an entry is, with its content's SHA and size. */
interface Entry {
	repo: Repository;
	ref: string | undefined;
	path: string;
	sha: string;
	size?: number;
}

function entryResponse(type: 'dir' | 'file', { repo, ref = 'main', path, sha, size = 0 }: Entry) {
	const kind = type === 'dir' ? 'tree' : 'blob';
	const self = `${api(repo)}/contents/${encodeURI(path)}?ref=${ref}`;
	const git = `${api(repo)}/git/${kind}s/${sha}`;
	const html = `${website(repo)}/${kind}/${ref}/${encodeURI(path)}`;
	return documented.record(`GET ${ROOT}/contents/*`, {
		type,
		name: path.split('/').at(-1)!,
		path,
		sha,
		size,
		url: self,
		git_url: git,
		_links: { self, git, html },
		html_url: html,
		download_url: type === 'dir' ? null : `${website(repo)}/raw/${ref}/${encodeURI(path)}`,
		content: undefined,
		encoding: undefined,
	});
}

function fileResponse(entry: Entry) {
	const content = contentsOf(entry.repo).blobs.get(entry.sha)!;
	const isInline = content.length <= MAX_INLINE_BYTES;
	return {
		...entryResponse('file', { ...entry, size: content.length }),
		content: isInline ? content.toString('base64').replace(/.{60}/g, '$&\n') : '',
		encoding: isInline ? 'base64' : 'none',
	};
}

function directoryEntries(repo: Repository, directory: string, ref: string | undefined) {
	const contents = contentsOf(repo);
	const prefix = directory === '' ? '' : `${directory}/`;
	const entries = new Map<string, object>();
	for (const [path, { sha }] of contents.treeOf(ref)) {
		if (!path.startsWith(prefix)) continue;
		const [name, ...rest] = path.slice(prefix.length).split('/');
		const entryPath = `${prefix}${name}`;
		entries.set(
			entryPath,
			rest.length > 0
				? entryResponse('dir', { repo, ref, path: entryPath, sha: contents.resolve(ref).tree })
				: entryResponse('file', { repo, ref, path, sha, size: contents.blobs.get(sha)!.length }),
		);
	}
	// Git sorts by bytes.
	return [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

/** A file or directory. The Accept header selects between a list, an object, and raw content. */
function getContents({ repo, params, query, request }: ApiRequest): unknown {
	const path = (params['*'] ?? '').replace(/^\/|\/$/g, '');
	const accept = String(request.headers.accept);
	const file = contentsOf(repo).treeOf(query.ref).get(path);
	if (file) {
		if (!/\.raw\b/.test(accept)) return fileResponse({ repo, ref: query.ref, path, sha: file.sha });
		const type = accept.split(',')[0]!;
		return new Reply(200, contentsOf(repo).blobs.get(file.sha), {
			'content-type': `${type}; charset=utf-8`,
		});
	}
	const entries = directoryEntries(repo, path, query.ref);
	if (entries.length === 0) throw notFound();
	if (!/\.object\b/.test(accept)) return entries;
	const { tree } = contentsOf(repo).resolve(query.ref);
	return { ...entryResponse('dir', { repo, ref: query.ref, path, sha: tree }), entries };
}

function identity(given: unknown, now: string): Identity | undefined {
	if (given === undefined) return undefined;
	const { name, email, date = now } = given as Partial<Identity>;
	return { name: name!, email: email!, date };
}

const gitCommitResponse = (repo: Repository, { sha, tree, parents, ...commit }: Commit) =>
	documented.record(`POST ${ROOT}/git/commits`, {
		...commit,
		sha,
		url: `${api(repo)}/git/commits/${sha}`,
		html_url: `${website(repo)}/commit/${sha}`,
		tree: { sha: tree, url: `${api(repo)}/git/trees/${tree}` },
		parents: parents.map((parent) => ({ sha: parent, url: `${api(repo)}/commits/${parent}` })),
	});

/** Applies entries of a new tree to the tree that it is based on. @throws HttpError 422 */
function newTree(contents: Contents, { base_tree: base, tree }: ApiRequest['body']): string {
	const entries = tree as Array<Record<string, unknown>>;
	const files = new Map(contents.trees.get(String(base)));
	for (const { path, mode, sha, content } of entries) {
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

/** @throws HttpError 404 */
function branchResponse(repo: Repository, name: string): object {
	const contents = contentsOf(repo);
	const { sha, tree } = contents.resolve(name);
	return documented.record(`GET ${ROOT}/branches/:branch`, {
		name,
		commit: { sha, commit: { tree: { sha: tree } } },
	});
}

export function contentRoutes({ clock }: Context): Routes {
	/** Commits one change of a file. @throws HttpError 409 if the file or branch has changed */
	const commitFile = (req: ApiRequest, content: Buffer | undefined): Reply => {
		const { repo, params, body } = req;
		const path = params['*']!;
		const contents = contentsOf(repo);
		const branch = String(body.branch ?? contents.defaultBranch);
		const current = contents.treeOf(branch).get(path)?.sha;
		if (content === undefined && current === undefined) throw notFound();
		if (current !== undefined && body.sha === undefined)
			throw apiError(422, 'Invalid request.\n\n"sha" wasn\'t supplied.');
		if (current !== body.sha) throw apiError(409, `${path} does not match ${String(body.sha)}`);
		if (contents.interrupt(branch))
			throw apiError(409, `is at ${contents.resolve(branch).sha} but expected an older commit`);
		const date = clock.iso();
		const author = identity(body.author, date) ?? identity(body.committer, date) ?? gitUser(date);
		const commit = contents.write(
			branch,
			String(body.message),
			new Map([[path, content]]),
			author,
			identity(body.committer, date) ?? author,
		);
		const sha = contents.treeOf(branch).get(path)?.sha;
		return new Reply(current === undefined ? 201 : 200, {
			content: sha === undefined ? null : fileResponse({ repo, ref: branch, path, sha }),
			commit: gitCommitResponse(repo, commit),
		});
	};

	return {
		[`GET ${ROOT}/contents`]: getContents,
		[`GET ${ROOT}/contents/*`]: getContents,
		[`PUT ${ROOT}/contents/*`]: (req) =>
			commitFile(req, Buffer.from(String(req.body.content), 'base64')),
		[`DELETE ${ROOT}/contents/*`]: (req) => commitFile(req, undefined),
		[`GET ${ROOT}/readme`]: (req) => getContents({ ...req, params: { '*': 'README.md' } }),
		[`POST ${ROOT}/git/blobs`]: ({ repo, body }) => {
			const encoding = body.encoding === 'base64' ? 'base64' : 'utf8';
			const sha = contentsOf(repo).addBlob(Buffer.from(String(body.content), encoding));
			return new Reply(201, { sha, url: `${api(repo)}/git/blobs/${sha}` });
		},
		[`POST ${ROOT}/git/trees`]: ({ repo, body }) => {
			const sha = newTree(contentsOf(repo), body);
			return new Reply(201, {
				sha,
				url: `${api(repo)}/git/trees/${sha}`,
				truncated: false,
				tree: [],
			});
		},
		[`POST ${ROOT}/git/commits`]: ({ repo, body }) => {
			const contents = contentsOf(repo);
			const { message, tree, parents = [] } = body as unknown as Commit;
			const date = clock.iso();
			const author = identity(body.author, date) ?? gitUser(date);
			const committer = identity(body.committer, date) ?? author;
			const commit = contents.addCommit(message, tree, parents, author, committer);
			return new Reply(201, gitCommitResponse(repo, commit));
		},
		[`PATCH ${ROOT}/git/refs/*`]: ({ repo, params, body }) => {
			const name = params['*']!;
			const contents = contentsOf(repo);
			contents.move(name.replace(/^heads\//, ''), String(body.sha), body.force === true);
			return documented.record(`PATCH ${ROOT}/git/refs/*`, {
				ref: `refs/${name}`,
				object: { type: 'commit', sha: body.sha },
			});
		},
		[`POST ${ROOT}/git/refs`]: ({ repo, body }) => {
			const ref = String(body.ref);
			// Tags are not stored.
			if (ref.startsWith('refs/heads/'))
				contentsOf(repo).addBranch(ref.replace('refs/heads/', ''), String(body.sha));
			return new Reply(
				201,
				documented.record(`POST ${ROOT}/git/refs`, {
					ref,
					object: { type: 'commit', sha: body.sha },
				}),
			);
		},
		[`DELETE ${ROOT}/git/refs/heads/:branch`]: ({ repo, params }) =>
			contentsOf(repo).removeBranch(params.branch!),
		[`GET ${ROOT}/commits`]: ({ repo, query }) => new List(listedCommits(repo, query)),
		[`GET ${ROOT}/commits/:ref`]: ({ repo, params }) => commitWithFiles(repo, params.ref!),
		[`GET ${ROOT}/compare/:base...:head`]: ({ repo, params }) =>
			comparison(repo, params.base!, params.head!),
		[`POST ${ROOT}/merges`]: ({ repo, body }) => {
			const { base, head, commit_message: message = `Merge ${String(head)}` } = body;
			const author = gitUser(clock.iso());
			const merged = contentsOf(repo).merge(String(base), String(head), String(message), author);
			return merged && new Reply(201, commitResponse(repo, merged.sha));
		},
		[`GET ${ROOT}/git/trees/:tree`]: ({ repo, params, query }) => {
			const contents = contentsOf(repo);
			const sha = contents.trees.has(params.tree!)
				? params.tree!
				: contents.resolve(params.tree).tree;
			const tree = contents.listTree(sha);
			return {
				sha,
				truncated: false,
				tree: query.recursive ? tree : tree.filter(({ path }) => !path.includes('/')),
			};
		},
		[`GET ${ROOT}/branches`]: ({ repo }) =>
			new List(
				[...contentsOf(repo).branches].map(([name, sha]) =>
					documented.record(`GET ${ROOT}/branches`, { name, commit: { sha } }),
				),
			),
		[`GET ${ROOT}/branches/:branch`]: ({ repo, params }) => branchResponse(repo, params.branch!),
	};
}
