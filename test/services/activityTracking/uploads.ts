// Uploads of recorded files (public documentation). They are processed after the response.

import multipart from '@fastify/multipart';
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, notFound } from './errors';
import { addActivity, type ActivityData, type Athlete, type Upload } from './seedData';
import type { Settings } from './settings';

const FORMATS = ['fit', 'fit.gz', 'tcx', 'tcx.gz', 'gpx', 'gpx.gz'];
const MAX_FILE_BYTES = 25 * 1024 * 1024;
const FIRST_UPLOAD = 16486788;

export async function uploadRoutes(
	app: FastifyInstance,
	data: ActivityData,
	settings: Settings,
	callerOf: (request: FastifyRequest) => Athlete,
): Promise<void> {
	/** IDs of the created activities by the hash of their file. */
	const created = new Map<string, number>();
	await app.register(multipart, { limits: { files: 1, fileSize: MAX_FILE_BYTES } });
	app.post('/uploads', async (request, reply) => {
		const me = callerOf(request);
		if (!request.isMultipart()) throw badRequest('Upload', 'file');
		const form: Record<string, string> = {};
		const hash = createHash('sha256');
		let fileName = '';
		let size = 0;
		for await (const part of request.parts()) {
			if (part.type === 'field') {
				form[part.fieldname] = String(part.value);
				continue;
			}
			fileName = part.filename;
			for await (const chunk of part.file as AsyncIterable<Buffer>) {
				hash.update(chunk);
				size += chunk.length;
			}
		}
		if (size === 0) throw badRequest('Upload', 'file');
		if (!FORMATS.includes(form.data_type ?? '')) throw badRequest('Upload', 'data_type');
		const digest = hash.digest('hex');
		const upload: Upload = {
			id: FIRST_UPLOAD + data.uploads.length,
			owner: me.id,
			externalId: form.external_id ?? fileName,
			readsLeft: settings.uploadReads,
			form,
			fileName,
			size,
			process() {
				const existing = created.get(digest);
				if (settings.uploadError !== undefined) upload.error = settings.uploadError;
				else if (existing !== undefined)
					upload.error = `${upload.externalId} duplicate of <a href='/activities/${existing}' target='_blank'>${form.name ?? 'Ride'}</a>`;
				else {
					const { id } = addActivity(data, {
						athlete: me,
						name: form.name ?? 'Ride',
						start: Date.UTC(2026, 1, 1),
						sportType: 'Ride',
						streams: {},
						description: form.description,
						commute: form.commute === '1',
						trainer: form.trainer === '1',
					});
					created.set(digest, id);
					upload.activityId = id;
				}
			},
		};
		data.uploads.push(upload);
		return await reply.code(201).send(uploadResponse(upload));
	});
	app.get<{ Params: { id: string } }>('/uploads/:id', async (request) => {
		const me = callerOf(request);
		const upload = data.uploads.find(
			({ id, owner }) => String(id) === request.params.id && owner === me.id,
		);
		if (!upload) throw notFound('Upload');
		const isPending = upload.activityId === undefined && upload.error === undefined;
		if (isPending && upload.readsLeft-- <= 0) upload.process();
		return uploadResponse(upload);
	});
}

function uploadResponse({ id, externalId, activityId, error }: Upload): Record<string, unknown> {
	const status =
		error !== undefined
			? 'There was an error processing your activity.'
			: activityId === undefined
				? 'Your activity is still being processed.'
				: 'Your activity is ready.';
	return {
		id,
		id_str: String(id),
		external_id: externalId,
		error: error ?? null,
		status,
		activity_id: activityId ?? null,
	};
}
