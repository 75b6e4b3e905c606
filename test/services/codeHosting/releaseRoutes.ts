// Releases and their files. Uploads go to the upload URL of a release.

import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { notFound, validationError } from './errors';
import type { Repository } from './model';
import {
	assetById,
	rejectUsedName,
	releaseById,
	releasesOf,
	type Asset,
	type Release,
} from './releases';
import {
	documented,
	HOST,
	PageResponse,
	repositoryUrl as api,
	StatusResponse,
	userResponse,
} from './responses';
import { defineRoutes, type ApiRequest, type Context, type Routes } from './router';

const ROOT = '/repos/:owner/:repo/releases';
const NOTES = 'Generated notes';

const website = ({ owner, name }: Repository): string => `${HOST}/${owner}/${name}`;

const assetResponse = (repo: Repository, release: Release, { type, ...asset }: Asset): object =>
	documented.record(`GET ${ROOT}/assets/:asset`, {
		...asset,
		url: `${api(repo)}/releases/assets/${asset.id}`,
		browser_download_url: `${website(repo)}/releases/download/${release.tag_name}/${asset.name}`,
		content_type: type,
		download_count: 0,
		updated_at: asset.created_at,
		uploader: userResponse('octocat'),
	});

function releaseResponse({ repo, request }: ApiRequest, release: Release): object {
	const uploads = `${request.protocol}://${request.host}/uploads/repos/${repo.owner}/${repo.name}`;
	return documented.record(`GET ${ROOT}/:release`, {
		...release,
		url: `${api(repo)}/releases/${release.id}`,
		html_url: `${website(repo)}/releases/tag/${release.tag_name}`,
		upload_url: `${uploads}/releases/${release.id}/assets{?name,label}`,
		tarball_url: `${api(repo)}/tarball/${release.tag_name}`,
		zipball_url: `${api(repo)}/zipball/${release.tag_name}`,
		published_at: release.draft ? null : release.created_at,
		author: userResponse('octocat'),
		assets: release.assets.map((asset) => assetResponse(repo, release, asset)),
	});
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The values of a release that a request sets. */
const sentValues = ({ body }: ApiRequest): Partial<Release> =>
	Object.fromEntries(
		['tag_name', 'target_commitish', 'name', 'body', 'draft', 'prerelease']
			.filter((name) => body[name] !== undefined)
			.map((name) => [name, body[name]]),
	);

function requiredTag({ body }: ApiRequest): string {
	if (typeof body.tag_name !== 'string' || body.tag_name === '')
		throw validationError('tag_name', 'is missing');
	return body.tag_name;
}

function createRelease(req: ApiRequest, { store, clock }: Context): StatusResponse {
	const tag = requiredTag(req);
	const releases = releasesOf(req.repo);
	if (releases.some(({ tag_name: used }) => used === tag))
		throw validationError('tag_name', 'already_exists');
	const isGenerated = req.body.generate_release_notes === true;
	const release: Release = {
		id: store.id(),
		tag_name: tag,
		target_commitish: 'main',
		name: isGenerated ? tag : null,
		draft: false,
		prerelease: false,
		created_at: clock.iso(),
		assets: [],
		...sentValues(req),
		body: [text(req.body.body), isGenerated ? NOTES : null].filter(Boolean).join('\n') || null,
	};
	releases.unshift(release);
	return new StatusResponse(201, releaseResponse(req, release));
}

export function releaseRoutes(context: Context): Routes {
	const { downloads } = context;
	const published = ({ repo }: ApiRequest) => releasesOf(repo).filter(({ draft }) => !draft);
	const found = (req: ApiRequest, release: Release | undefined): object => {
		if (!release) throw notFound();
		return releaseResponse(req, release);
	};
	return {
		[`GET ${ROOT}`]: (req) =>
			new PageResponse(
				// Only users who can write see drafts.
				(req.caller?.scopes.has('repo') ? releasesOf(req.repo) : published(req)).map((release) =>
					releaseResponse(req, release),
				),
			),
		[`POST ${ROOT}`]: (req) => createRelease(req, context),
		[`POST ${ROOT}/generate-notes`]: (req) => ({ name: requiredTag(req), body: NOTES }),
		[`GET ${ROOT}/latest`]: (req) =>
			found(
				req,
				published(req).find(({ prerelease }) => !prerelease),
			),
		[`GET ${ROOT}/tags/:tag`]: (req) =>
			found(
				req,
				published(req).find(({ tag_name: tag }) => tag === req.params.tag),
			),
		[`GET ${ROOT}/:release`]: (req) =>
			releaseResponse(req, releaseById(req.repo, req.params.release)),
		[`PATCH ${ROOT}/:release`]: (req) => {
			const release = releaseById(req.repo, req.params.release);
			return releaseResponse(req, Object.assign(release, sentValues(req)));
		},
		[`DELETE ${ROOT}/:release`]: ({ repo, params }) => {
			const releases = releasesOf(repo);
			releases.splice(releases.indexOf(releaseById(repo, params.release)), 1);
		},
		[`GET ${ROOT}/:release/assets`]: ({ repo, params }) => {
			const release = releaseById(repo, params.release);
			return new PageResponse(release.assets.map((asset) => assetResponse(repo, release, asset)));
		},
		[`GET ${ROOT}/assets/:asset`]: ({ repo, params, request }) => {
			const { release, asset } = assetById(repo, params.asset);
			if (request.headers.accept !== 'application/octet-stream')
				return assetResponse(repo, release, asset);
			return new StatusResponse(302, undefined, {
				location: downloads.link(asset.size, asset.type),
			});
		},
		[`PATCH ${ROOT}/assets/:asset`]: ({ repo, params, body }) => {
			const { release, asset } = assetById(repo, params.asset);
			const { name, label } = body as Partial<Asset>;
			if (name !== undefined && name !== asset.name) rejectUsedName(release, name);
			Object.assign(asset, {
				...(name === undefined ? {} : { name }),
				...(label === undefined ? {} : { label }),
			});
			return assetResponse(repo, release, asset);
		},
		[`DELETE ${ROOT}/assets/:asset`]: ({ repo, params }) => {
			const { release, asset } = assetById(repo, params.asset);
			release.assets.splice(release.assets.indexOf(asset), 1);
		},
	};
}

/** Adds the route for uploads, which reads files of any type as a stream. */
export function uploadRoutes(app: FastifyInstance, context: Context): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
	defineRoutes(app, context, {
		[`POST /uploads${ROOT}/:release/assets`]: async ({ repo, params, query, request }) => {
			const release = releaseById(repo, params.release);
			if (!query.name) throw validationError('name', 'is missing');
			rejectUsedName(release, query.name);
			const hash = createHash('sha256');
			let size = 0;
			for await (const chunk of request.body as AsyncIterable<Buffer>) {
				hash.update(chunk);
				size += chunk.length;
			}
			const asset: Asset = {
				id: context.store.id(),
				name: query.name,
				label: query.label ?? null,
				type: String(request.headers['content-type']),
				size,
				digest: `sha256:${hash.digest('hex')}`,
				created_at: context.clock.iso(),
			};
			release.assets.push(asset);
			return new StatusResponse(201, assetResponse(repo, release, asset));
		},
	});
}
