// Gists, their files and stars.

import { notFound, validationError } from './errors';
import { USER } from './model';
import { documented, HOST, PageResponse, StatusResponse, userResponse } from './responses';
import { findById, type ApiRequest, type Context, type Routes } from './router';

/** The service returns at most this much of a file. */
const MAX_CONTENT_BYTES = 1024 * 1024;
const MAX_PUBLIC_GISTS = 3000;

interface Gist {
	id: string;
	owner: string;
	description: string | null;
	public: boolean;
	files: Map<string, string>;
	updatedAt: string;
}

type FileChange = { content?: string; filename?: string | null } | null;

export function gistRoutes({ clock, downloads }: Context): Routes {
	const gists: Gist[] = [];
	const starred = new Set<string>();
	const now = (): string => new Date(clock.now()).toISOString();

	const create = (gist: Omit<Gist, 'id' | 'updatedAt'>): Gist => {
		const id = (0xaa5a315d61ae + gists.length).toString(16);
		gists.unshift({ ...gist, id, updatedAt: now() });
		return gists[0]!;
	};

	const fileResponse = (name: string, content: string, withContent: boolean): object => {
		const truncated = content.length > MAX_CONTENT_BYTES;
		return {
			filename: name,
			type: 'text/plain',
			language: 'Text',
			raw_url: downloads.link(content, 'text/plain'),
			size: Buffer.byteLength(content),
			...(withContent
				? { truncated, content: content.slice(0, MAX_CONTENT_BYTES), encoding: 'utf-8' }
				: {}),
		};
	};

	const respond = (gist: Gist, withContent = true): object =>
		documented.record(withContent ? 'GET /gists/:gist_id' : 'GET /gists', {
			id: gist.id,
			description: gist.description,
			public: gist.public,
			files: Object.fromEntries(
				[...gist.files].map(([name, content]) => [name, fileResponse(name, content, withContent)]),
			),
			owner: userResponse(gist.owner),
			truncated: false,
			comments: 0,
			updated_at: gist.updatedAt,
			html_url: `${HOST}/gist/${gist.owner}/${gist.id}`,
		});

	const page = ({ query }: ApiRequest, includes: (gist: Gist) => boolean, maxRows?: number) =>
		new PageResponse(
			gists
				.filter((gist) => includes(gist) && (!query.since || gist.updatedAt >= query.since))
				.map((gist) => respond(gist, false)),
			maxRows === undefined ? {} : { maxRows },
		);

	const gistOf = ({ params }: ApiRequest): Gist => findById(gists, params.gistId);

	/** Only the owner can change a gist. */
	const ownGistOf = (req: ApiRequest): Gist => {
		const gist = gistOf(req);
		if (gist.owner !== req.caller?.login) throw notFound();
		return gist;
	};

	const changeFile = ({ files }: Gist, name: string, change: FileChange): void => {
		if (change === null) {
			if (!files.delete(name)) throw validationError('files', `There is no file ${name}`);
			return;
		}
		const content = change.content ?? files.get(name);
		if (!content) throw validationError('files', `${name} has no content`);
		if (change.filename) files.delete(name);
		files.set(change.filename ?? name, content);
	};

	const changeFiles = (gist: Gist, files: unknown = {}): void => {
		for (const [name, change] of Object.entries(files as Record<string, FileChange>))
			changeFile(gist, name, change);
	};

	return {
		'GET /gists': (req) => page(req, ({ owner }) => owner === req.caller?.login),
		'GET /gists/public': (req) => page(req, (gist) => gist.public, MAX_PUBLIC_GISTS),
		'GET /gists/starred': (req) => page(req, ({ id }) => starred.has(id)),
		'GET /users/:username/gists': (req) =>
			page(req, (gist) => gist.public && gist.owner === req.params.username),
		'POST /gists': ({ body }) => {
			const files = Object.entries((body.files ?? {}) as Record<string, FileChange>);
			if (files.length === 0) throw validationError('files', 'A gist needs at least one file');
			const gist: Omit<Gist, 'id' | 'updatedAt'> = {
				owner: USER.login,
				description: (body.description as string | undefined) ?? null,
				public: body.public === true || body.public === 'true',
				files: new Map(),
			};
			changeFiles({ ...gist, id: '', updatedAt: '' }, body.files);
			return new StatusResponse(201, respond(create(gist)));
		},
		'GET /gists/:gistId': (req) => respond(gistOf(req)),
		'PATCH /gists/:gistId': (req) => {
			const gist = ownGistOf(req);
			changeFiles(gist, req.body.files);
			if (req.body.description !== undefined) gist.description = String(req.body.description);
			gist.updatedAt = now();
			return respond(gist);
		},
		'DELETE /gists/:gistId': (req) => {
			gists.splice(gists.indexOf(ownGistOf(req)), 1);
		},
		'POST /gists/:gistId/forks': (req) =>
			new StatusResponse(
				201,
				respond(create({ ...gistOf(req), owner: USER.login, files: new Map(gistOf(req).files) })),
			),
		'GET /gists/:gistId/star': (req) => {
			if (!starred.has(gistOf(req).id)) throw notFound();
		},
		'PUT /gists/:gistId/star': (req) => {
			starred.add(gistOf(req).id);
		},
		'DELETE /gists/:gistId/star': (req) => {
			starred.delete(gistOf(req).id);
		},
	};
}
