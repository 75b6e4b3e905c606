// Outputs of jobs and uploaded files, behind links that cannot be guessed. Uploads are streamed, so
// that a large upload does not use much memory.

import type { MultipartFile } from '@fastify/multipart';
import { createHash, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../kit/clock';
import { Links } from '../kit/links';
import { picture } from '../kit/picture';
import { apiError } from './errors';

/** Output of a job. */
export interface Output {
	id: string;
	filename: string;
	content_type: string;
	url: string;
	poster_url?: string;
}

/** An upload, and the response to it. */
export interface Upload {
	id: string;
	filename: string;
	content_type: string;
	size: number;
	url: string;
}

export const UPLOAD_LIMIT = 95 * 1024 * 1024;
const MAX_STORED_BYTES = 1024 * 1024;

/**
 * An MP4 container (boxes ftyp, free and mdat) without a track. It is recognized as a video and can
 * be downloaded, but not played.
 */
function mp4(note: string): Buffer {
	const box = (type: string, data: Buffer): Buffer => {
		const head = Buffer.alloc(8);
		head.writeUInt32BE(8 + data.length, 0);
		head.write(type, 4, 'latin1');
		return Buffer.concat([head, data]);
	};
	return Buffer.concat([
		box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2mp41', 'latin1')),
		box('free', Buffer.from(note)),
		box('mdat', Buffer.alloc(1024)),
	]);
}

export class MediaFiles extends Links {
	readonly uploads: Array<Upload & { account: string; sha256: string }> = [];
	/** Bytes of uploads received so far, including uploads in progress. */
	received = 0;

	constructor(clock: Clock) {
		super(clock, 'media', (status, message) =>
			apiError(status === 404 ? 'not_found' : 'validation_failed', message),
		);
	}

	/** An output of a job: a picture, or a video with a poster. */
	output(generation: { id: string; type: 'image' | 'video' }, index: number): Output {
		const id = `out_${randomUUID()}`;
		if (generation.type === 'video') {
			const filename = `${generation.id}.mp4`;
			return {
				id,
				filename,
				content_type: 'video/mp4',
				url: this.link(filename, 'video/mp4', mp4(generation.id)),
				poster_url: this.link(`${generation.id}.png`, 'image/png', picture),
			};
		}
		const filename = `${generation.id}-${index + 1}.png`;
		const url = this.link(filename, 'image/png', picture);
		return { id, filename, content_type: 'image/png', url };
	}

	/** Reads an upload: one field `file` of at most 95 MB. @throws HttpError validation_failed */
	async upload(request: FastifyRequest, account: { id: string }): Promise<Upload> {
		if (!request.isMultipart())
			throw apiError('validation_failed', 'The body must be multipart/form-data.');
		let result: Upload | undefined;
		for await (const part of request.parts()) {
			if (part.fieldname !== 'file' || part.type !== 'file')
				throw apiError('validation_failed', `Unknown field: ${part.fieldname}.`);
			result = await this.receive(account, part);
		}
		if (!result) throw apiError('validation_failed', 'file is required.');
		return result;
	}

	private async receive({ id: account }: { id: string }, part: MultipartFile): Promise<Upload> {
		const hash = createHash('sha256');
		const chunks: Buffer[] = [];
		let size = 0;
		for await (const chunk of part.file as AsyncIterable<Buffer>) {
			hash.update(chunk);
			size += chunk.length;
			this.received += chunk.length;
			if (size <= MAX_STORED_BYTES) chunks.push(chunk);
		}
		if (part.file.truncated) throw apiError('validation_failed', 'The file is larger than 95 MB.');
		const { filename, mimetype: type } = part;
		if (!/^(image|video|audio)\//.test(type))
			throw apiError('validation_failed', `Files of type ${type} are not supported.`);
		const isStored = size <= MAX_STORED_BYTES;
		const url = this.link(filename, type, isStored ? Buffer.concat(chunks) : undefined);
		const result = { id: `upl_${randomUUID()}`, filename, content_type: type, size, url };
		this.uploads.push({ ...result, account, sha256: hash.digest('hex') });
		return result;
	}
}
