// Releases with their files, and gists. Uploads go to the upload URL of a release.

import { createHash } from 'node:crypto';
import { Reply } from '../kit/exchange';
import type { Fields, Records } from '../kit/records';
import { validationError } from './errors';
import { documented, repositoryPath, UPLOADS, USER, userResponse, website } from './responses';
import { byId, type ApiRequest, type Context, type Routes } from './router';
import seedData from './seedData.json';
import type { Repository } from './world';

const RELEASES = '/repos/:owner/:repo/releases';

interface Asset extends Fields {
	id: number;
	name: string;
	content_type: string;
	size: number;
}

export interface Release extends Fields {
	id: number;
	tag_name: string;
	assets: Asset[];
}

const newAsset = (values: Asset): Asset =>
	documented.record(`GET ${RELEASES}/assets/:asset`, values, 'id');

/** The upload URL is on the server of the request (router.ts). */
function newRelease(repo: Repository, id: number, tag_name: unknown, given: Fields): Release {
	const values = {
		name: null,
		body: null,
		draft: false,
		prerelease: false,
		assets: [],
		...given,
		id,
		tag_name: String(tag_name),
		upload_url: `${UPLOADS}${repositoryPath(repo)}/releases/${id}/assets{?name,label}`,
		html_url: `${website(repo)}/releases/tag/${String(tag_name)}`,
	};
	return documented.record(`GET ${RELEASES}/:release`, values, 'id');
}

/** Adds the first releases of a repository, newest first. */
export function addReleases(records: Records, repository: Repository): void {
	const releases = records.of<Release>(`${repositoryPath(repository)}/releases`);
	for (const [index, { tag_name: tag, ...values }] of seedData.releases.entries()) {
		const id = repository.id + index;
		const assets = [newAsset({ ...seedData.asset, id: id * 10 })];
		releases.push(newRelease(repository, id, tag, { ...values, assets }));
	}
}

const releasesOf = ({ records }: Context, { repo }: ApiRequest): Release[] =>
	records.of(`${repositoryPath(repo)}/releases`);

export const releaseRoutes = (context: Context): Routes => ({
	[`POST ${RELEASES}`](req) {
		const { generate_release_notes: isGenerated, tag_name: tag, ...values } = req.body;
		const created_at = context.clock.iso();
		const generated = isGenerated ? { name: tag, body: 'Generated notes' } : {};
		const id = context.records.number();
		const release = newRelease(req.repo, id, tag, { created_at, ...generated, ...values });
		releasesOf(context, req).unshift(release);
		return new Reply(201, release);
	},
	[`GET ${RELEASES}/assets/:asset`](req) {
		const assets = releasesOf(context, req).flatMap((release) => release.assets);
		const asset = byId(assets, req.params.asset);
		if (req.request.headers.accept !== 'application/octet-stream') return asset;
		const location = context.downloads.link(asset.name, asset.content_type, asset.size);
		return new Reply(302, undefined, { location });
	},
});

/** The route for uploads, which reads files of any type as a stream. */
export const uploadRoutes = (context: Context): Routes => ({
	async [`POST /uploads${RELEASES}/:release/assets`](req) {
		const { query, params, request } = req;
		const { assets } = byId(releasesOf(context, req), params.release);
		if (assets.some(({ name }) => name === query.name))
			throw validationError('name', 'already_exists');
		const hash = createHash('sha256');
		let size = 0;
		for await (const chunk of request.body as AsyncIterable<Buffer>) {
			hash.update(chunk);
			size += chunk.length;
		}
		const asset = newAsset({
			id: context.records.number(),
			name: query.name!,
			label: query.label ?? null,
			content_type: String(request.headers['content-type']),
			size,
			digest: `sha256:${hash.digest('hex')}`,
			created_at: context.clock.iso(),
		});
		assets.push(asset);
		return new Reply(201, asset);
	},
});

type FileChange = { content?: string; filename?: string | null } | null;

interface Gist extends Fields {
	id: string;
	files: Record<string, { content: string }>;
}

export function gistRoutes({ clock, downloads, records }: Context): Routes {
	const gists = records.of<Gist>('/gists');
	const fileOf = (filename: string, content: string) => ({
		filename,
		type: 'text/plain',
		language: 'Text',
		raw_url: downloads.link(filename, 'text/plain', content),
		size: Buffer.byteLength(content),
		truncated: false,
		content,
		encoding: 'utf-8',
	});
	const change = (gist: Gist, { files = {}, description = gist.description }: Fields): void => {
		for (const [name, file] of Object.entries(files as Record<string, FileChange>)) {
			const content = file?.content ?? gist.files[name]?.content;
			if (!content) throw validationError('files', `${name} has no content`);
			if (file === null || file.filename) delete gist.files[name];
			const filename = file?.filename ?? name;
			if (file !== null) gist.files[filename] = fileOf(filename, content);
		}
		Object.assign(gist, { description, updated_at: clock.iso() });
	};
	return {
		'POST /gists'({ body }) {
			const id = (0xaa5a315d61ae + records.number()).toString(16);
			const values = {
				id,
				description: null,
				public: String(body.public) === 'true',
				files: {},
				owner: userResponse(USER.login),
			};
			const gist: Gist = documented.record('GET /gists/:gist_id', values, 'id');
			change(gist, body);
			gists.unshift(gist);
			return new Reply(201, gist);
		},
		'PATCH /gists/:gist_id'({ params, body }) {
			const gist = byId(gists, params.gist_id);
			change(gist, body);
			return gist;
		},
	};
}
