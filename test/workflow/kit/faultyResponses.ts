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

/** @param otherOrigin URL of another server, to which no credential may be sent */
export const faultyResponses = (otherOrigin: string): FaultyResponse[] => [
	{ name: 'no response', respond: () => undefined, mustFail: true, isSlow: true },
	{
		name: 'status 429',
		concernsService: true,
		respond: respondWith('{"message":"slow down"}', {}, 429),
		mustFail: true,
		isRetryable: true,
	},
	{
		name: 'status 500',
		respond: respondWithJson({ error: 'x' }, 500),
		mustFail: true,
		concernsService: true,
	},
	{
		name: 'status 503',
		respond: respondWithJson(null, 503),
		mustFail: true,
		concernsService: true,
	},
	{
		name: 'status 400 with a list as its body',
		concernsService: true,
		respond: respondWithJson([null], 400),
		mustFail: true,
	},
	{
		name: 'status 400 with error codes such as constructor',
		concernsService: true,
		respond: respondWith(
			'{"code":"__proto__","error":{"code":"constructor","status":"toString","details":[null]},"errors":[null]}',
			{},
			400,
		),
		mustFail: true,
	},
	{
		name: 'status 403 with a number as its body',
		concernsService: true,
		respond: respondWithJson(42, 403),
		mustFail: true,
	},
	{
		name: 'status 404 with a string as its body',
		respond: respondWithJson('gone', 404),
		concernsService: true,
	},
	{
		name: 'a connection reset before the response',
		respond: (_, __, { socket }) => void socket.resetAndDestroy(),
		mustFail: true,
	},
	{
		name: 'a connection that is reset while the headers are sent',
		respond: respondRaw('HTTP/1.1 200 OK\r\nContent-Ty', 'destroy'),
		mustFail: true,
	},
	{
		name: 'a truncated body',
		respond: respondRaw(
			'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"id":"ma',
			'destroy',
		),
		mustFail: true,
	},
	{
		name: 'a body that stops before its end on an open connection',
		respond: (_, __, { socket }) =>
			void socket.write(
				'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"id":"ma',
			),
		mustFail: true,
		isSlow: true,
		isSilent: true,
	},
	{
		name: 'a response that is not HTTP',
		respond: respondRaw('SSH-2.0-OpenSSH_9.9\r\n'),
		mustFail: true,
	},
	{
		name: 'a very long header',
		respond: respondRaw(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n{}`),
		mustFail: true,
	},
	{ name: 'an HTML page instead of JSON', respond: respondWithPage(200), concernsService: true },
	{ name: 'an empty response with status 200', respond: respondWith(''), concernsService: true },
	{ name: 'null', respond: respondWithJson(null), concernsService: true },
	{ name: 'a string', respond: respondWithJson('words'), concernsService: true },
	{
		name: 'a list of non-objects',
		respond: respondWithJson([null, [], 1, 'a']),
		concernsService: true,
	},
	{
		name: 'fields of the wrong types',
		concernsService: true,
		respond: respondWith(
			'{"items":5,"data":"x","tasks":{},"conversion":1,"results":true,"nextPageToken":{"a":1},"next_cursor":[1],"response":null,"operations":null,"id":{},"status":[],"done":true}',
		),
	},
	{
		name: 'rows that are null',
		concernsService: true,
		respond: respondWith(
			'{"items":[null],"data":[null],"tasks":[null],"conversion":[null],"results":[null],"generations":[null],"jobs":[null],"operations":[null],"assets":[null],"chunks":[null],"secrets":[null]}',
		),
	},
	{
		name: 'keys such as __proto__',
		concernsService: true,
		respond: respondWith(
			'{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"id":"made-up","items":[{"__proto__":{"polluted":true}}]}',
		),
	},
	{ name: 'deeply nested JSON', respond: respondWith(nestedJson(30_000)) },
	{
		name: 'corrupt gzip',
		respond: respondWith(`${gzipSync('{"id":"made-up"}').toString('latin1').slice(0, 20)}broken`, {
			'content-encoding': 'gzip',
		}),
		mustFail: true,
	},
	{
		name: 'a body that arrives byte by byte',
		respond: respondEndlessly(
			'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n[\r\n',
			'1\r\n \r\n',
			10,
		),
		isSlow: true,
	},
	{
		name: 'endless interim responses',
		respond: respondEndlessly(
			'HTTP/1.1 102 Processing\r\n\r\n',
			'HTTP/1.1 102 Processing\r\n\r\n',
			10,
		),
		mustFail: true,
		isSlow: true,
	},
	{
		name: 'a redirect to another host',
		respond: respondWith('', { location: `${otherOrigin}/there` }, 302),
	},
	{
		name: 'endless redirects',
		respond: (response, { target }) =>
			void response
				.writeHead(302, { location: `${target}${target.includes('?') ? '&' : '?'}again=1` })
				.end(),
	},
	{
		name: 'a redirect to a file URL',
		respond: respondWith('', { location: 'file:///etc/passwd' }, 302),
	},
	{
		name: 'links to another host',
		concernsService: true,
		respond: respondWith(
			'{"id":"made-up","status":"completed","done":true,"next":"LINK","nextPageToken":"LINK","next_cursor":"LINK","url":"LINK","outputs":[{"url":"LINK"}],"items":[{"id":1}]}'.replaceAll(
				'LINK',
				`${otherOrigin}/next`,
			),
			{ link: `<${otherOrigin}/next>; rel="next"` },
		),
	},
	{
		name: 'invalid links',
		concernsService: true,
		respond: respondWith(
			'{"id":"made-up","status":"completed","done":true,"next":"@evil.example/","nextPageToken":"","next_cursor":"http://[","url":"http://[","outputs":[{"url":"http://["}],"items":[{"id":1}]}',
			{ link: '<http://[>; rel="next"' },
		),
	},
	...[200, 400, 401, 403, 404, 429, 500].map((status): FaultyResponse => ({
		name: `status ${status} that echoes the request`,
		respond: respondWithEcho(status),
		...(status >= 400 ? { mustFail: status !== 404 } : {}),
		isRetryable: status === 429 || status === 401,
		concernsService: true,
	})),
	{
		name: 'text that echoes the request',
		respond: respondWithEcho(200, 'application/vnd.tenfold.diff'),
	},
	{
		name: 'status 502 with a page that echoes the request',
		respond: respondWithEcho(502, 'text/html'),
		mustFail: true,
	},
	{ name: 'an endless body', respond: respondWithFlood, mustFail: true, isLarge: true },
	{
		name: 'a gzip bomb',
		respond: (response) =>
			void response
				.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
				.end(gzipBomb()),
		mustFail: true,
		isLarge: true,
	},
];

/** As how many bytes each byte of a large response counts, see `withLargerBytes`. */
export const largeResponseFactor = isLong ? 1 : 64;

let cachedBomb: Buffer | undefined;
/** As much `[` as counts as 96 MB, compressed to a thousandth. */
const gzipBomb = (): Buffer =>
	(cachedBomb ??= gzipSync(Buffer.alloc((96 * 1024 * 1024) / largeResponseFactor, '[')));
