// File storage behind signed URLs, for uploads and downloads.

import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kit/clock';
import { HttpError } from '../kit/httpError';
import { Links } from '../kit/links';
import type { Settings } from './resources';

export interface Upload {
	content: Buffer;
	contentType: string;
}

const refuse = (status: number, message: string) => new HttpError(status, { message });

export class FileStorage extends Links {
	/** Uploaded files by the key in the signed URL. */
	readonly uploads = new Map<string, Upload>();
	private readonly expirations = new Map<string, number>();

	constructor(
		clock: Clock,
		private readonly settings: Settings,
	) {
		super(clock, 'files', refuse);
	}

	/** An UploadFileInfo. The upload must include its headers. */
	createUpload(): Record<string, unknown> {
		const key = randomUUID();
		const expiration = this.clock.now() + this.settings.signedMs;
		this.expirations.set(key, expiration);
		return {
			signedUri: `${this.settings.signedOrigin ?? this.origin}/upload/${key}`,
			headers: { 'X-Goog-Meta-Check': key, ...this.settings.signedHeaders },
			uriExpirationTime: new Date(expiration).toISOString(),
		};
	}

	/** A SignedUri for this content. */
	createDownload(name: string, type: string, content: string): { file: string; uri: string } {
		this.lifetimeMs = this.settings.signedMs;
		const uri = this.link(name, type, content);
		const { signedOrigin = this.origin } = this.settings;
		return { file: name, uri: uri.replace(this.origin, signedOrigin) };
	}

	override routes(app: FastifyInstance): void {
		app.removeAllContentTypeParsers();
		app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
		app.addHook('onRequest', async (request) => this.rejectCredentials(request));
		super.routes(app);
		app.put<{ Params: { key: string } }>(
			'/upload/:key',
			async ({ params: { key }, headers, body }) => {
				if ((this.expirations.get(key) ?? 0) <= this.clock.now())
					throw refuse(403, 'The signed URL has expired.');
				if (headers['x-goog-meta-check'] !== key) throw refuse(403, 'A signed header is missing.');
				const parts = await (body as Readable).toArray();
				const contentType = String(headers['content-type']);
				this.uploads.set(key, { content: Buffer.concat(parts as Buffer[]), contentType });
				return '';
			},
		);
	}
}
