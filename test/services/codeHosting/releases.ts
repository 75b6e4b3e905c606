// Releases of a repository and their files. Uploads go to the upload URL of a release.

import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { validationError } from './errors';
import type { Repository } from './model';
import { documented, HOST, PageResponse, repositoryUrl, StatusResponse } from './responses';
import { defineRoutes, findById, type ApiRequest, type Context, type Routes } from './router';

const ROOT = '/repos/:owner/:repo/releases';
const NOTES = 'Generated notes';

interface Asset {
	id: number;
	name: string;
	content_type: string;
	size: number;
	[key: string]: unknown;
}

interface Release {
	id: number;
	tag_name: string;
	assets: Asset[];
	[key: string]: unknown;
}

/** The releases of a repository, newest first. */
const releasesByRepository = new WeakMap<Repository, Release[]>();

export function releasesOf(repository: Repository): Release[] {
	const releases = releasesByRepository.get(repository) ?? seedReleases(repository.id);
	releasesByRepository.set(repository, releases);
	return releases;
}

const seedReleases = (repositoryId: number): Release[] =>
	['v1.1.0-beta', 'v1.0.0'].map((tag, index) => ({
		id: repositoryId + index,
		tag_name: tag,
		name: `Version ${tag}`,
		prerelease: index === 0,
		assets: [
			newAsset({
				id: (repositoryId + index) * 10,
				name: 'app.zip',
				content_type: 'application/zip',
				size: 70_000,
			}),
		],
	}));

const newAsset = (values: Asset): Asset => documented.record(`GET ${ROOT}/assets/:asset`, values);

function releaseResponse({ repo, request }: ApiRequest, release: Release): object {
	const { id, tag_name: tag } = release;
	const uploads = `${request.protocol}://${request.host}/uploads/repos/${repo.owner}/${repo.name}`;
	return documented.record(`GET ${ROOT}/:release`, {
		...release,
		url: `${repositoryUrl(repo)}/releases/${id}`,
		html_url: `${HOST}/${repo.owner}/${repo.name}/releases/tag/${tag}`,
		upload_url: `${uploads}/releases/${id}/assets{?name,label}`,
	});
}

export const releaseRoutes = ({ store, clock, downloads }: Context): Routes => ({
	[`GET ${ROOT}`]: (req) =>
		new PageResponse(releasesOf(req.repo).map((release) => releaseResponse(req, release))),
	[`POST ${ROOT}`]: (req) => {
		const { generate_release_notes: isGenerated, ...values } = req.body;
		const tag = String(values.tag_name);
		const releases = releasesOf(req.repo);
		if (releases.some(({ tag_name: used }) => used === tag))
			throw validationError('tag_name', 'already_exists');
		const release: Release = {
			name: isGenerated ? tag : null,
			body: isGenerated ? NOTES : null,
			draft: false,
			prerelease: false,
			created_at: clock.iso(),
			...values,
			...(isGenerated && values.body ? { body: `${String(values.body)}\n\n${NOTES}` } : {}),
			id: store.id(),
			tag_name: tag,
			assets: [],
		};
		releases.unshift(release);
		return new StatusResponse(201, releaseResponse(req, release));
	},
	[`GET ${ROOT}/:release`]: (req) =>
		releaseResponse(req, findById(releasesOf(req.repo), req.params.release)),
	[`GET ${ROOT}/assets/:asset`]: ({ repo, params, request }) => {
		const assets = releasesOf(repo).flatMap((release) => release.assets);
		const asset = findById(assets, params.asset);
		if (request.headers.accept !== 'application/octet-stream') return asset;
		return new StatusResponse(302, undefined, {
			location: downloads.link(asset.size, asset.content_type),
		});
	},
});

/** Adds the route for uploads, which reads files of any type as a stream. */
export function uploadRoutes(app: FastifyInstance, context: Context): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
	defineRoutes(app, context, {
		[`POST /uploads${ROOT}/:release/assets`]: async ({ repo, params, query, request }) => {
			const { assets } = findById(releasesOf(repo), params.release);
			if (assets.some(({ name }) => name === query.name))
				throw validationError('name', 'already_exists');
			const hash = createHash('sha256');
			let size = 0;
			for await (const chunk of request.body as AsyncIterable<Buffer>) {
				hash.update(chunk);
				size += chunk.length;
			}
			const asset = newAsset({
				id: context.store.id(),
				name: query.name!,
				label: query.label ?? null,
				content_type: String(request.headers['content-type']),
				size,
				digest: `sha256:${hash.digest('hex')}`,
				created_at: context.clock.iso(),
			});
			assets.push(asset);
			return new StatusResponse(201, asset);
		},
	});
}
