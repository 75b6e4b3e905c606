// Outputs of jobs and uploaded files, behind links that cannot be guessed.

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { jpeg, png, webp, type Color } from '../kit/images';
import { pathOf } from '../kit/requestPattern';

import { apiError } from './errors';
import type { Generation, Output } from './generation';

interface MediaFile {
	contentType: string;
	content: Buffer;
}

const FORMATS = {
	png: { contentType: 'image/png', draw: png },
	jpg: { contentType: 'image/jpeg', draw: jpeg },
	webp: { contentType: 'image/webp', draw: webp },
} as const;

const colorFrom = (seed: string): Color => {
	const [red = 0, green = 0, blue = 0] = createHash('sha256').update(seed).digest();
	return [red, green, blue];
};

/** Width and height according to aspect_ratio, with 512 pixels on the longer side. */
function sizeOf({ input }: Generation): [width: number, height: number] {
	const [width = 1, height = 1] = String(input.aspect_ratio ?? '1:1')
		.split(':')
		.map(Number);
	const scale = 512 / Math.max(width, height);
	return [Math.round(width * scale), Math.round(height * scale)];
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

	/** Generates an output of a job: an image of a single color, or a video with a poster. */
	output(generation: Generation, index: number): Output {
		const id = `out_${randomUUID()}`;
		const [width, height] = sizeOf(generation);
		if (generation.type === 'video') {
			const filename = `${generation.id}.mp4`;
			const url = this.add(filename, 'video/mp4', mp4(generation.id));
			const poster = this.add(
				`${generation.id}.jpg`,
				'image/jpeg',
				jpeg(width, height, colorFrom(id)),
			);
			return { id, filename, content_type: 'video/mp4', url, poster_url: poster };
		}
		const format = String(
			generation.input.output_format ?? 'png',
		).toLowerCase() as keyof typeof FORMATS;
		const { contentType, draw } = FORMATS[format];
		const filename = `${generation.id}-${index + 1}.${format}`;
		return {
			id,
			filename,
			content_type: contentType,
			url: this.add(filename, contentType, draw(width, height, colorFrom(id))),
		};
	}

	/**
	 * GET /media/…, without authentication.
	 * @param rejectCredentials true for a separate origin, which must not receive credentials
	 */
	routes(app: FastifyInstance, rejectCredentials: boolean): void {
		app.get('/media/*', async (request, reply) => {
			const { headers } = request;
			const hasCredential =
				headers.authorization !== undefined || headers['x-api-key'] !== undefined;
			if (rejectCredentials && hasCredential)
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
