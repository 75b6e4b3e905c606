// Files of the service: what jobs made and what was uploaded, each behind a link that nobody can guess.

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { jpeg, png, webp, type Color } from '../kit/images';
import type { Generation } from './jobs';
import { apiError } from './errors';

/** Output of a job (specification, part A). */
export interface Output {
	id: string;
	filename: string;
	content_type: string;
	url: string;
	poster_url?: string;
}

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

/** Width and height with 512 on the longer side, after aspect_ratio. */
function sizeOf({ input }: Generation): [width: number, height: number] {
	const [width = 1, height = 1] = String(input.aspect_ratio ?? '1:1')
		.split(':')
		.map(Number);
	const scale = 512 / Math.max(width, height);
	return [Math.round(width * scale), Math.round(height * scale)];
}

/**
 * Boxes of an MP4 container (ftyp, free, mdat) without a track: enough to be recognised as video and
 * to be downloaded, not to be played.
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
	/** Origin of the links; known once its listener is. */
	origin = '';

	/** Keeps a file; anyone who holds the link returned may fetch it. */
	add(filename: string, contentType: string, content: Buffer): string {
		const path = this.reserve(filename);
		this.files.set(path, { contentType, content });
		return this.origin + path;
	}

	/** A link behind which there is nothing, for a file too large to keep. */
	link(filename: string): string {
		return this.origin + this.reserve(filename);
	}

	/** Makes the output of a job at this position: a picture of one colour, or a clip with its poster. */
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
		const wanted = String(
			generation.input.output_format ?? 'png',
		).toLowerCase() as keyof typeof FORMATS;
		const { contentType, draw } = FORMATS[wanted];
		const filename = `${generation.id}-${index + 1}.${wanted}`;
		return {
			id,
			filename,
			content_type: contentType,
			url: this.add(filename, contentType, draw(width, height, colorFrom(id))),
		};
	}

	/**
	 * GET /media/…, without authentication.
	 * @param strict refuse a request that carries a credential: on an origin of its own, one was leaked
	 */
	routes(app: FastifyInstance, strict: boolean): void {
		app.get('/media/*', async (request, reply) => {
			const { headers } = request;
			if (strict && (headers.authorization !== undefined || headers['x-api-key'] !== undefined)) {
				throw apiError(
					'validation_failed',
					'A credential was sent to the media links, which take none.',
				);
			}
			const file = this.files.get(request.url.split('?')[0] ?? '');
			if (!file) throw apiError('not_found', 'There is no such file.');
			return reply.type(file.contentType).send(file.content);
		});
	}

	private reserve(filename: string): string {
		return `/media/${randomBytes(24).toString('base64url')}/${encodeURIComponent(filename)}`;
	}
}
