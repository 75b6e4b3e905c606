// File uploads. They are streamed, so that a large upload does not use much memory.

import multipart, { type MultipartFile } from '@fastify/multipart';
import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Account, Caller } from './accounts';
import { apiError } from './errors';
import type { MediaFiles } from './mediaFiles';

/** Response to an upload. */
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
	/** Whether the content was stored. If it was too large, `url` returns 404. */
	stored: boolean;
}

export const UPLOAD_LIMIT = 95 * 1024 * 1024;
const MAX_STORED_BYTES = 1024 * 1024;

/** @throws HttpError validation_failed */
function contentTypeOf({ mimetype }: MultipartFile): string {
	if (/^(image|video|audio)\//.test(mimetype)) return mimetype;
	throw apiError('validation_failed', `Files of type ${mimetype} are not supported.`);
}

export class Uploads {
	readonly all: Upload[] = [];
	/** Bytes of files received so far, including uploads in progress. */
	received = 0;

	constructor(private readonly files: MediaFiles) {}

	/** POST /api/v2/uploads: one field `file` of at most 95 MB. */
	async routes(app: FastifyInstance, callerOf: (request: object) => Caller): Promise<void> {
		await app.register(multipart, { limits: { fileSize: UPLOAD_LIMIT, files: 1 } });
		app.post('/api/v2/uploads', async (request) => {
			const { account } = callerOf(request);
			if (!request.isMultipart())
				throw apiError('validation_failed', 'The body must be multipart/form-data.');
			let result: UploadResult | undefined;
			for await (const part of request.parts()) {
				if (part.fieldname !== 'file' || part.type !== 'file') {
					throw apiError('validation_failed', `Unknown field: ${part.fieldname}.`);
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
		const stored = size <= MAX_STORED_BYTES;
		const url = stored
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
