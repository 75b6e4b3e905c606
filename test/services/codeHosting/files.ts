// Releases with their files, and gists. Uploads go to the upload URL of a release.

import { createHash } from 'node:crypto';
import { Reply } from '../kit/exchange';
import type { Fields, Records } from '../kit/records';
import { validationError } from './errors';
import {
	documented,
	HOST,
	repositoryPath,
	repositoryUrl,
	userResponse,
	website,
} from './responses';
import { byId, type ApiRequest, type Context, type Routes } from './router';
import { USER, type Repository } from './world';

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
	documented.record(`GET ${RELEASES}/assets/:asset`, values);

/** Adds two releases to a repository, newest first. */
export function addReleases(records: Records, repository: Repository): void {
	const releases = records.of<Release>(`${repositoryPath(repository)}/releases`);
	for (const [index, tag] of ['v1.1.0-beta', 'v1.0.0'].entries()) {
		const id = repository.id + index;
		const asset = { id: id * 10, name: 'app.zip', content_type: 'application/zip', size: 70_000 };
		releases.push(
			documented.record(`GET ${RELEASES}/:release`, {
				id,
				tag_name: tag,
				name: `Version ${tag}`,
				prerelease: index === 0,
				assets: [newAsset(asset)],
				html_url: `${website(repository)}/releases/tag/${tag}`,
			}),
		);
	}
}

const releasesOf = ({ records }: Context, { repo }: ApiRequest): Release[] =>
	records.of(`${repositoryPath(repo)}/releases`);

/** The upload URL of a release is on this server. */
const withUploadUrl = ({ repo, request }: ApiRequest, release: Release): object => ({
	...release,
	url: `${repositoryUrl(repo)}/releases/${release.id}`,
	upload_url: `${request.protocol}://${request.host}/uploads${repositoryPath(repo)}/releases/${release.id}/assets{?name,label}`,
});

export const releaseRoutes = (context: Context): Routes => ({
	[`POST ${RELEASES}`](req) {
		const { generate_release_notes: isGenerated, ...values } = req.body;
		const tag = String(values.tag_name);
		const releases = releasesOf(context, req);
		if (releases.some(({ tag_name: used }) => used === tag))
			throw validationError('tag_name', 'already_exists');
		const release = documented.record(`POST ${RELEASES}`, {
			name: isGenerated ? tag : null,
			body: isGenerated ? 'Generated notes' : null,
			draft: false,
			prerelease: false,
			created_at: context.clock.iso(),
			...values,
			id: context.records.number(),
			tag_name: tag,
			assets: [],
			html_url: `${website(req.repo)}/releases/tag/${tag}`,
		});
		releases.unshift(release);
		return new Reply(201, withUploadUrl(req, release));
	},
	[`GET ${RELEASES}/:release`]: (req) =>
		withUploadUrl(req, byId(releasesOf(context, req), req.params.release)),
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
			const gist: Gist = documented.record('GET /gists/:gist_id', {
				id,
				description: null,
				public: String(body.public) === 'true',
				files: {},
				owner: userResponse(USER.login),
				truncated: false,
				comments: 0,
				html_url: `${HOST}/gist/${USER.login}/${id}`,
			});
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
