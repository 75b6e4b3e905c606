// Outputs of jobs and uploaded files, behind links that cannot be guessed.

import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { picture } from '../kit/picture';
import { pathOf } from '../kit/requestPattern';
import { apiError } from './errors';
import type { Generation, Output } from './generation';

interface MediaFile {
	contentType: string;
	content: Buffer;
}

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

export class MediaFiles {
	private readonly files = new Map<string, MediaFile>();
	/** Origin of the links. Set once the server listens. */
	origin = '';

	/** Stores a file and returns its public link. */
	add(filename: string, contentType: string, content: Buffer): string {
		const path = this.reserve(filename);
		this.files.set(path, { contentType, content });
		return this.origin + path;
	}

	/** A link that returns 404, for a file that is too large to store. */
	link(filename: string): string {
		return this.origin + this.reserve(filename);
	}

	/** An output of a job: a picture, or a video with a poster. */
	output(generation: Generation, index: number): Output {
		const id = `out_${randomUUID()}`;
		if (generation.type === 'video') {
			const filename = `${generation.id}.mp4`;
			return {
				id,
				filename,
				content_type: 'video/mp4',
				url: this.add(filename, 'video/mp4', mp4(generation.id)),
				poster_url: this.add(`${generation.id}.png`, 'image/png', picture),
			};
		}
		const filename = `${generation.id}-${index + 1}.png`;
		const url = this.add(filename, 'image/png', picture);
		return { id, filename, content_type: 'image/png', url };
	}

	/** GET /media/…, without authentication. The origin must not receive credentials. */
	routes(app: FastifyInstance): void {
		app.get('/media/*', async (request, reply) => {
			const { headers } = request;
			const hasCredential =
				headers.authorization !== undefined || headers['x-api-key'] !== undefined;
			if (hasCredential)
				throw apiError('validation_failed', 'Media links do not accept credentials.');
			const file = this.files.get(pathOf(request.url));
			if (!file) throw apiError('not_found', 'File not found.');
			return reply.type(file.contentType).send(file.content);
		});
	}

	private reserve(filename: string): string {
		return `/media/${randomBytes(24).toString('base64url')}/${encodeURIComponent(filename)}`;
	}
}
