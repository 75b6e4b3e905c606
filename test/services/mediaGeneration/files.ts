// Outputs of jobs and uploaded files, behind links that cannot be guessed.

import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../kit/clock';
import { readForm } from '../kit/forms';
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

/** The first box of an MP4 file. It is recognized as a video, but cannot be played. */
const video = Buffer.from('\0\0\0\x1cftypisom\0\0\x02\0isomiso2mp41', 'latin1');

export class MediaFiles extends Links {
	readonly uploads: Upload[] = [];

	constructor(clock: Clock) {
		super(clock, 'media', (status, message) =>
			apiError(status === 404 ? 'not_found' : 'validation_failed', message),
		);
	}

	/** An output of a job: a picture, or a video with a poster. */
	output({ id: job, type }: { id: string; type: string }, index: number): Output {
		const isVideo = type === 'video';
		const filename = isVideo ? `${job}.mp4` : `${job}-${index + 1}.png`;
		const content_type = isVideo ? 'video/mp4' : 'image/png';
		return {
			id: `out_${randomUUID()}`,
			filename,
			content_type,
			url: this.link(filename, content_type, isVideo ? video : picture),
			...(isVideo && { poster_url: this.link(`${job}.png`, 'image/png', picture) }),
		};
	}

	/** Reads an upload: one field `file`. @throws HttpError validation_failed */
	async upload(request: FastifyRequest): Promise<Upload> {
		const [file] = (await readForm(request)).files;
		if (!file) throw apiError('validation_failed', 'file is required.');
		const { filename, type, content } = file;
		if (!/^(image|video|audio)\//.test(type))
			throw apiError('validation_failed', `Files of type ${type} are not supported.`);
		const url = this.link(filename, type, content);
		const id = `upl_${randomUUID()}`;
		const upload = { id, filename, content_type: type, size: content.length, url };
		this.uploads.push(upload);
		return upload;
	}
}
