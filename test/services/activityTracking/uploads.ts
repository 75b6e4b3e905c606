// Uploads of recorded files (public documentation).

import multipart from '@fastify/multipart';
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Reply, type Handler } from '../kit/exchange';
import { badRequest } from './errors';
import { uploadResponse, type ApiRequest, type Settings } from './routes';
import type { ActivityData, Upload } from './seedData';

const FORMATS = ['fit', 'fit.gz', 'tcx', 'tcx.gz', 'gpx', 'gpx.gz'];
const MAX_FILE_BYTES = 25 * 1024 * 1024;
const FIRST_UPLOAD = 16486788;

/** Call this before adding the handler. */
export const acceptFiles = async (app: FastifyInstance): Promise<void> =>
	void (await app.register(multipart, { limits: { files: 1, fileSize: MAX_FILE_BYTES } }));

/** Stores a file, which is processed after the response. */
export const uploadHandler =
	({ uploads }: ActivityData, { uploadReads }: Settings): Handler<ApiRequest> =>
	async ({ athlete, request }) => {
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
		const upload: Upload = {
			id: FIRST_UPLOAD + uploads.length,
			owner: athlete.id,
			external_id: form.external_id ?? fileName,
			activity_id: null,
			error: null,
			readsLeft: uploadReads,
			form,
			digest: hash.digest('hex'),
		};
		uploads.push(upload);
		return new Reply(201, uploadResponse(upload));
	};
