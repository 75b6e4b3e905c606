// File storage behind signed URLs. The URLs expire, point to a separate origin and reject
// credentials.
import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kit/clock';
import { HttpError } from '../kit/httpError';
import type { Settings } from './resources';

export interface Upload {
	size: number;
	sha256: string;
	contentType: string;
	/** The content, if it is at most 1 MB. */
	text?: string;
}

const MAX_STORED_BYTES = 1024 * 1024;

export class FileStorage {
	/** Origin of the server. Set after it has started. */
	origin = '';
	/** Uploaded files by the key in the signed URL. */
	readonly uploads = new Map<string, Upload>();
	private readonly files = new Map<string, { name: string; type: string; content: string }>();
	private readonly expirations = new Map<string, number>();

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {}

	/** An UploadFileInfo. The upload must include its headers. */
	createUpload(): { key: string; info: Record<string, unknown> } {
		const key = this.sign();
		return {
			key,
			info: {
				signedUri: `${this.settings.signedOrigin ?? this.origin}/upload/${key}`,
				headers: { 'X-Goog-Meta-Check': key, ...this.settings.signedHeaders },
				uriExpirationTime: new Date(this.expirations.get(key)!).toISOString(),
			},
		};
	}

	/** A SignedUri for this content. */
	createDownload(name: string, type: string, content: string): { file: string; uri: string } {
		const key = this.sign();
		this.files.set(key, { name, type, content });
		return {
			file: name,
			uri: `${this.settings.signedOrigin ?? this.origin}/files/${key}/${encodeURIComponent(name)}`,
		};
	}

	async routes(app: FastifyInstance): Promise<void> {
		app.removeAllContentTypeParsers();
		app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
		app.addHook('onRequest', async ({ headers }) => {
			if (headers.authorization !== undefined)
				throw new HttpError(400, { message: 'Signed URLs do not accept credentials.' });
		});
		app.put<{ Params: { key: string } }>(
			'/upload/:key',
			async ({ params: { key }, headers, body }) => {
				this.checkExpiration(key);
				if (headers['x-goog-meta-check'] !== key)
					throw new HttpError(403, { message: 'A signed header is missing.' });
				const hash = createHash('sha256');
				const parts: Buffer[] = [];
				let size = 0;
				for await (const chunk of body as AsyncIterable<Buffer>) {
					hash.update(chunk);
					size += chunk.length;
					if (size <= MAX_STORED_BYTES) parts.push(chunk);
				}
				this.uploads.set(key, {
					size,
					sha256: hash.digest('hex'),
					contentType: String(headers['content-type']),
					...(size <= MAX_STORED_BYTES ? { text: Buffer.concat(parts).toString() } : {}),
				});
				return '';
			},
		);
		app.get<{ Params: { key: string } }>(
			'/files/:key/:name',
			async ({ params: { key } }, reply) => {
				this.checkExpiration(key);
				const { type, content } = this.files.get(key)!;
				return await reply.type(type).send(content);
			},
		);
	}

	private sign(): string {
		const key = randomUUID();
		this.expirations.set(key, this.clock.now() + this.settings.signedMs);
		return key;
	}

	private checkExpiration(key: string): void {
		if ((this.expirations.get(key) ?? 0) <= this.clock.now())
			throw new HttpError(403, { message: 'The signed URL has expired.' });
	}
}
