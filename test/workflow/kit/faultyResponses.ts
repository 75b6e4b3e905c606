/**
 * Faulty responses: network errors, malformed HTTP and JSON, redirects, and responses that echo the
 * request.
 */
import { gzipSync } from 'node:zlib';
import { respondWithJson, type Responder } from './rawServer';
import { isLong } from './isLong';

export interface FaultyResponse {
	readonly name: string;
	readonly respond: Responder;
	/** Whether every item must fail. If not set, the operation may accept the response. */
	readonly mustFail?: boolean;
	/** Whether the response proves that nothing was processed, so that any request may be retried. */
	readonly isRetryable?: boolean;
	/** Whether the request lasts until its timeout. */
	readonly isSlow?: boolean;
	/** Whether an event stream without events looks the same, so that it is no fault there. */
	readonly isSilent?: boolean;
	/** Whether the response is so large that only one operation per service is tested with it. */
	readonly isLarge?: boolean;
	/**
	 * Whether code or data of the service processes the response. The engine alone processes the
	 * others.
	 */
	readonly concernsService?: boolean;
}

const errorPage =
	'<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';
const respondWithPage =
	(status: number): Responder =>
	(response) =>
		void response.writeHead(status, { 'content-type': 'text/html' }).end(errorPage);
/** Responds with text whose content type is JSON. */
const respondWith =
	(text: string, headers: Record<string, string> = {}, status = 200): Responder =>
	(response) =>
		void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
const respondRaw =
	(text: string, then: 'end' | 'destroy' = 'end'): Responder =>
	(_, __, { socket }) => {
		socket.write(text);
		if (then === 'end') socket.end();
		else setTimeout(() => socket.destroy(), 5);
	};
/** Writes `start`, then `repeated` every `everyMs` milliseconds until the client disconnects. */
const respondEndlessly =
	(start: string, repeated: string, everyMs: number): Responder =>
	(_, __, { socket }) => {
		socket.write(start);
		const timer = setInterval(() => socket.write(repeated), everyMs);
		socket.on('close', () => clearInterval(timer));
	};
/** Writes an endless JSON string as fast as the client reads it. */
const respondWithFlood: Responder = (response) => {
	response.writeHead(200, { 'content-type': 'application/json' });
	const chunk = Buffer.alloc((1024 * 1024) / largeResponseFactor, 'x');
	const writeChunks = (): void => {
		while (!response.destroyed)
			if (!response.write(chunk)) return void response.once('drain', writeChunks);
	};
	response.write('["');
	writeChunks();
};
/** Echoes the complete request, as proxies and debugging services do. */
const respondWithEcho =
	(status: number, type = 'application/json'): Responder =>
	(response, { rawHeaders, target, body }) => {
		const headerText = rawHeaders.join(' ');
		const decodedWords = rawHeaders
			.flatMap((text) => text.split(/[ :]/))
			.map((text) => Buffer.from(text, 'base64').toString('utf8'));
		const echo = {
			error: {
				code: status,
				status: headerText,
				message: `${target} ${headerText}`,
				details: [{ reason: headerText }],
			},
			message: headerText,
			code: headerText,
			detail: headerText,
			errors: [{ message: headerText, all: headerText, words: decodedWords }],
			body: body.toString('utf8'),
			[headerText.slice(0, 2000)]: 1,
		};
		response
			.writeHead(status, {
				'content-type': type,
				'x-echo': rawHeaders[rawHeaders.length - 1]!,
				...(status === 429 ? { 'retry-after': '0' } : {}),
			})
			.end(
				type === 'application/json'
					? JSON.stringify(echo)
					: `<html>${headerText} ${decodedWords.join(' ')}</html>`,
			);
	};
const nestedJson = (depth: number): string => `${'{"items":['.repeat(depth)}1${']}'.repeat(depth)}`;

type Flags = Pick<FaultyResponse, 'mustFail' | 'isRetryable' | 'isSlow' | 'isSilent' | 'isLarge'>;

/** A response that only the engine processes. */
const ofEngine = (name: string, respond: Responder, flags: Flags = {}): FaultyResponse => ({
	name,
	respond,
	...flags,
});

/** A response that code or data of the service processes. */
const ofService = (name: string, respond: Responder, flags: Flags = {}): FaultyResponse => ({
	...ofEngine(name, respond, flags),
	concernsService: true,
});

/** @param otherOrigin URL of another server, to which no credential may be sent */
export const faultyResponses = (otherOrigin: string): FaultyResponse[] => [
	ofEngine('no response', () => undefined, { mustFail: true, isSlow: true }),
	ofService('status 429', respondWith('{"message":"slow down"}', {}, 429), {
		mustFail: true,
		isRetryable: true,
	}),
	ofService('status 500', respondWithJson({ error: 'x' }, 500), { mustFail: true }),
	ofService('status 503', respondWithJson(null, 503), { mustFail: true }),
	ofService('status 400 with a list as its body', respondWithJson([null], 400), { mustFail: true }),
	ofService(
		'status 400 with error codes such as constructor',
		respondWith(
			'{"code":"__proto__","error":{"code":"constructor","status":"toString","details":[null]},"errors":[null]}',
			{},
			400,
		),
		{ mustFail: true },
	),
	ofService('status 403 with a number as its body', respondWithJson(42, 403), { mustFail: true }),
	ofService('status 404 with a string as its body', respondWithJson('gone', 404)),
	ofEngine(
		'a connection reset before the response',
		(_, __, { socket }) => void socket.resetAndDestroy(),
		{ mustFail: true },
	),
	ofEngine(
		'a connection that is reset while the headers are sent',
		respondRaw('HTTP/1.1 200 OK\r\nContent-Ty', 'destroy'),
		{ mustFail: true },
	),
	ofEngine(
		'a truncated body',
		respondRaw(
			'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"id":"ma',
			'destroy',
		),
		{ mustFail: true },
	),
	ofEngine(
		'a body that stops before its end on an open connection',
		(_, __, { socket }) =>
			void socket.write(
				'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"id":"ma',
			),
		{ mustFail: true, isSlow: true, isSilent: true },
	),
	ofEngine('a response that is not HTTP', respondRaw('SSH-2.0-OpenSSH_9.9\r\n'), {
		mustFail: true,
	}),
	ofEngine(
		'a very long header',
		respondRaw(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n{}`),
		{ mustFail: true },
	),
	ofService('an HTML page instead of JSON', respondWithPage(200)),
	ofService('an empty response with status 200', respondWith('')),
	ofService('null', respondWithJson(null)),
	ofService('a string', respondWithJson('words')),
	ofService('a list of non-objects', respondWithJson([null, [], 1, 'a'])),
	ofService(
		'fields of the wrong types',
		respondWith(
			'{"items":5,"data":"x","tasks":{},"conversion":1,"results":true,"nextPageToken":{"a":1},"next_cursor":[1],"response":null,"operations":null,"id":{},"status":[],"done":true}',
		),
	),
	ofService(
		'rows that are null',
		respondWith(
			'{"items":[null],"data":[null],"tasks":[null],"conversion":[null],"results":[null],"generations":[null],"jobs":[null],"operations":[null],"assets":[null],"chunks":[null],"secrets":[null]}',
		),
	),
	ofService(
		'keys such as __proto__',
		respondWith(
			'{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"id":"made-up","items":[{"__proto__":{"polluted":true}}]}',
		),
	),
	ofEngine('deeply nested JSON', respondWith(nestedJson(30_000))),
	ofEngine(
		'corrupt gzip',
		respondWith(`${gzipSync('{"id":"made-up"}').toString('latin1').slice(0, 20)}broken`, {
			'content-encoding': 'gzip',
		}),
		{ mustFail: true },
	),
	ofEngine(
		'a body that arrives byte by byte',
		respondEndlessly(
			'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n[\r\n',
			'1\r\n \r\n',
			10,
		),
		{ isSlow: true },
	),
	ofEngine(
		'endless interim responses',
		respondEndlessly('HTTP/1.1 102 Processing\r\n\r\n', 'HTTP/1.1 102 Processing\r\n\r\n', 10),
		{ mustFail: true, isSlow: true },
	),
	ofEngine(
		'a redirect to another host',
		respondWith('', { location: `${otherOrigin}/there` }, 302),
	),
	ofEngine(
		'endless redirects',
		(response, { target }) =>
			void response
				.writeHead(302, { location: `${target}${target.includes('?') ? '&' : '?'}again=1` })
				.end(),
	),
	ofEngine('a redirect to a file URL', respondWith('', { location: 'file:///etc/passwd' }, 302)),
	ofService(
		'links to another host',
		respondWith(
			'{"id":"made-up","status":"completed","done":true,"next":"LINK","nextPageToken":"LINK","next_cursor":"LINK","url":"LINK","outputs":[{"url":"LINK"}],"items":[{"id":1}]}'.replaceAll(
				'LINK',
				`${otherOrigin}/next`,
			),
			{ link: `<${otherOrigin}/next>; rel="next"` },
		),
	),
	ofService(
		'invalid links',
		respondWith(
			'{"id":"made-up","status":"completed","done":true,"next":"@evil.example/","nextPageToken":"","next_cursor":"http://[","url":"http://[","outputs":[{"url":"http://["}],"items":[{"id":1}]}',
			{ link: '<http://[>; rel="next"' },
		),
	),
	...[200, 400, 401, 403, 404, 429, 500].map((status) =>
		ofService(`status ${status} that echoes the request`, respondWithEcho(status), {
			mustFail: status >= 400 && status !== 404,
			isRetryable: status === 429 || status === 401,
		}),
	),
	ofEngine('text that echoes the request', respondWithEcho(200, 'application/vnd.tenfold.diff')),
	ofEngine('status 502 with a page that echoes the request', respondWithEcho(502, 'text/html'), {
		mustFail: true,
	}),
	ofEngine('an endless body', respondWithFlood, { mustFail: true, isLarge: true }),
	ofEngine(
		'a gzip bomb',
		(response) =>
			void response
				.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
				.end(gzipBomb()),
		{ mustFail: true, isLarge: true },
	),
];

/** As how many bytes each byte of a large response counts, see `withLargerBytes`. */
export const largeResponseFactor = isLong ? 1 : 64;

let cachedBomb: Buffer | undefined;
/** As much `[` as counts as 96 MB, compressed to a thousandth. */
const gzipBomb = (): Buffer =>
	(cachedBomb ??= gzipSync(Buffer.alloc((96 * 1024 * 1024) / largeResponseFactor, '[')));
