// Uploads: read as a stream, so that their size is that of the wire and not of the memory.

import multipart, { type MultipartFile } from '@fastify/multipart';
import { createHash, randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Account, Caller } from './accounts';
import type { MediaFiles } from './mediaFiles';
import { apiError } from './errors';

/** UploadResult (specification, part A). */
export interface UploadResult {
	id: string;
	filename: string;
	content_type: string;
	size: number;
	url: string;
}

export interface Upload extends UploadResult {
	account: string;
	sha256: string;
	/** Whether `url` leads to the content, or to nothing because it was too large to keep. */
	stored: boolean;
}

export const UPLOAD_LIMIT = 95 * 1024 * 1024;
const MAX_STORED_BYTES = 1024 * 1024;

const AUDIO_TYPES: Readonly<Record<string, string>> = {
	'.mp3': 'audio/mpeg',
	'.wav': 'audio/wav',
	'.m4a': 'audio/mp4',
	'.aac': 'audio/aac',
	'.ogg': 'audio/ogg',
};
const SUPPORTED_AUDIO = /^audio\/(mpeg|mp3|wav|wave|x-wav|vnd\.wave|mp4|m4a|x-m4a|aac|ogg)$/;
const MEDIA_TYPES: Readonly<Record<string, string>> = {
	'.png': 'image/png',
	'.jpg': 'image/jpeg',
	'.jpeg': 'image/jpeg',
	'.webp': 'image/webp',
	'.gif': 'image/gif',
	'.mp4': 'video/mp4',
	'.mov': 'video/quicktime',
	'.webm': 'video/webm',
};

/** The type that the part states, or that its filename suggests where it states none to speak of. */
function contentTypeOf({ mimetype, filename }: MultipartFile): string {
	const suffix = extname(filename).toLowerCase();
	const type =
		mimetype === 'application/octet-stream'
			? (AUDIO_TYPES[suffix] ?? MEDIA_TYPES[suffix] ?? mimetype)
			: mimetype;
	if (/^(image|video)\//.test(type) || SUPPORTED_AUDIO.test(type)) return type;
	throw apiError(
		'validation_failed',
		`${type} is no image, no video, and none of mp3, wav, m4a, aac, ogg.`,
	);
}

export class Uploads {
	readonly all: Upload[] = [];
	/** Bytes of files received so far, those of uploads under way included. */
	received = 0;

	constructor(private readonly files: MediaFiles) {}

	/** POST /api/v2/uploads: one field `file`, at most 95 MB; more answers validation_failed. */
	async routes(app: FastifyInstance, callerOf: (request: object) => Caller): Promise<void> {
		await app.register(multipart, { limits: { fileSize: UPLOAD_LIMIT, files: 1 } });
		app.post('/api/v2/uploads', async (request) => {
			const { account } = callerOf(request);
			if (!request.isMultipart())
				throw apiError('validation_failed', 'The body is no multipart/form-data.');
			let result: UploadResult | undefined;
			for await (const part of request.parts()) {
				if (part.fieldname !== 'file' || part.type !== 'file') {
					throw apiError('validation_failed', `There is no field ${part.fieldname} in an upload.`);
				}
				result = await this.receive(account, part);
			}
			if (!result) throw apiError('validation_failed', 'file is required.');
			return result;
		});
	}

	private async receive(account: Account, part: MultipartFile): Promise<UploadResult> {
		const hash = createHash('sha256');
		const chunks: Buffer[] = [];
		let size = 0;
		for await (const chunk of part.file as AsyncIterable<Buffer>) {
			hash.update(chunk);
			size += chunk.length;
			this.received += chunk.length;
			if (size <= MAX_STORED_BYTES) chunks.push(chunk);
			else chunks.length = 0;
		}
		if (part.file.truncated) throw apiError('validation_failed', 'The file is larger than 95 MB.');
		const type = contentTypeOf(part);
		const { filename } = part;
		const kept = size <= MAX_STORED_BYTES;
		const url = kept
			? this.files.add(filename, type, Buffer.concat(chunks))
			: this.files.link(filename);
		const result: UploadResult = {
			id: `upl_${randomUUID()}`,
			filename,
			content_type: type,
			size,
			url,
		};
		this.all.push({ ...result, account: account.id, sha256: hash.digest('hex'), stored });
		return result;
	}
}
