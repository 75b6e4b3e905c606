/** Answers that no service should give: table of what goes wrong between two computers. */
import { gzipSync } from 'node:zlib';
import { json, type Answering } from './hostile';

export interface Fault {
	readonly name: string;
	readonly answer: Answering;
	/** Every item fails; otherwise the operation may make something of the answer. */
	readonly fails?: boolean;
	/** Proves that nothing was done, so that any request may go again. */
	readonly refuses?: boolean;
	/** Takes until the timeout. */
	readonly slow?: boolean;
	/** Costs memory and time, so that one operation a service is enough. */
	readonly heavy?: boolean;
}

const page =
	'<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';
const html =
	(status: number): Answering =>
	(response) =>
		void response.writeHead(status, { 'content-type': 'text/html' }).end(page);
const plain =
	(text: string, headers: Record<string, string> = {}, status = 200): Answering =>
	(response) =>
		void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
const raw =
	(text: string, ends: 'end' | 'destroy' | 'stays' = 'end'): Answering =>
	(_, __, { socket }) => {
		socket.write(text);
		if (ends === 'end') socket.end();
		else if (ends === 'destroy') setTimeout(() => socket.destroy(), 5);
	};
/** The same piece again and again, until the other side has had enough. */
const endless =
	(begin: string, piece: string, everyMs: number): Answering =>
	(_, __, { socket }) => {
		socket.write(begin);
		const timer = setInterval(() => socket.write(piece), everyMs);
		socket.on('close', () => clearInterval(timer));
	};
const flood: Answering = (response) => {
	response.writeHead(200, { 'content-type': 'application/json' });
	const piece = Buffer.alloc(1024 * 1024, 'x');
	const pour = (): void => {
		while (!response.destroyed)
			if (!response.write(piece)) return void response.once('drain', pour);
	};
	response.write('["');
	pour();
};
/** Everything that came, in the answer: as proxies and debugging services do. */
const echo =
	(status: number, type = 'application/json'): Answering =>
	(response, { rawHeaders, target, body }) => {
		const all = rawHeaders.join(' ');
		const words = rawHeaders
			.flatMap((text) => text.split(/[ :]/))
			.map((text) => Buffer.from(text, 'base64').toString('utf8'));
		const said = {
			error: { code: status, status: all, message: `${target} ${all}`, details: [{ reason: all }] },
			message: all,
			code: all,
			detail: all,
			errors: [{ message: all, all, words }],
			body: body.toString('utf8'),
			[all.slice(0, 2000)]: 1,
		};
		response
			.writeHead(status, {
				'content-type': type,
				'x-echo': rawHeaders[rawHeaders.length - 1]!,
				...(status === 429 ? { 'retry-after': '0' } : {}),
			})
			.end(
				type === 'application/json'
					? JSON.stringify(said)
					: `<html>${all} ${words.join(' ')}</html>`,
			);
	};
const nested = (depth: number): string => `${'{"items":['.repeat(depth)}1${']}'.repeat(depth)}`;

export const faults = (elsewhere: string): Fault[] => [
	{ name: 'no answer at all', answer: () => undefined, fails: true, slow: true },
	{
		name: 'a storm of 429',
		answer: plain('{"message":"slow down"}', {}, 429),
		fails: true,
		refuses: true,
	},
	{
		name: '429 that asks to wait for an hour',
		answer: plain('{}', { 'retry-after': '3600' }, 429),
		fails: true,
		refuses: true,
	},
	{
		name: '429 with a Retry-After that is none',
		answer: plain(
			'{}',
			{ 'retry-after': 'soon; or -5', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'NaN' },
			429,
		),
		fails: true,
		refuses: true,
	},
	{ name: 'status 500', answer: json({ error: 'x' }, 500), fails: true },
	{ name: 'status 503', answer: json(null, 503), fails: true },
	{ name: 'status 504 with a page', answer: html(504), fails: true },
	{ name: 'status 400 with a list', answer: json([null], 400), fails: true },
	{
		name: 'status 400 with a code of the language',
		answer: plain(
			'{"code":"__proto__","error":{"code":"constructor","status":"toString","details":[null]},"errors":[null]}',
			{},
			400,
		),
		fails: true,
	},
	{ name: 'status 403 with a number', answer: json(42, 403), fails: true },
	{ name: 'status 404 with a text', answer: json('gone', 404) },
	{
		name: 'a reset before the answer',
		answer: (_, __, { socket }) => void socket.resetAndDestroy(),
		fails: true,
	},
	{
		name: 'a connection that ends without a word',
		answer: (_, __, { socket }) => void socket.end(),
		fails: true,
	},
	{
		name: 'a reset in the headers',
		answer: raw('HTTP/1.1 200 OK\r\nContent-Ty', 'destroy'),
		fails: true,
	},
	{
		name: 'a body that is cut off',
		answer: raw(
			'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"id":"ma',
			'destroy',
		),
		fails: true,
	},
	{ name: 'a body that ends in mid-JSON', answer: plain('{"id":"made-up","items":[{"id":') },
	{ name: 'no HTTP', answer: raw('SSH-2.0-OpenSSH_9.9\r\n'), fails: true },
	{
		name: 'two lengths',
		answer: raw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 7\r\n\r\n{}'),
		fails: true,
	},
	{
		name: 'a header that never ends',
		answer: raw(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n{}`),
		fails: true,
	},
	{ name: 'a page instead of JSON', answer: html(200) },
	{
		name: 'JSON that calls itself a page',
		answer: plain('{"id":"made-up"}', { 'content-type': 'text/html' }),
	},
	{ name: 'an empty 200', answer: plain('') },
	{ name: 'a 204', answer: (response) => void response.writeHead(204).end() },
	{ name: 'null', answer: json(null) },
	{ name: 'a number', answer: json(42) },
	{ name: 'a text', answer: json('words') },
	{ name: 'a list of nothing', answer: json([null, [], 1, 'a']) },
	{ name: 'an empty list', answer: json([]) },
	{
		name: 'lists that are none',
		answer: plain(
			'{"items":5,"data":"x","tasks":{},"conversion":1,"results":true,"nextPageToken":{"a":1},"next_cursor":[1],"response":null,"operations":null,"id":{},"status":[],"done":true}',
		),
	},
	{
		name: 'rows of null',
		answer: plain(
			'{"items":[null],"data":[null],"tasks":[null],"conversion":[null],"results":[null],"generations":[null],"jobs":[null],"operations":[null],"assets":[null],"chunks":[null],"secrets":[null]}',
		),
	},
	{
		name: 'keys of the language',
		answer: plain(
			'{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"id":"made-up","items":[{"__proto__":{"polluted":true}}]}',
		),
	},
	{ name: 'JSON Too many redirects in depth', answer: plain(nested(30_000)) },
	{
		name: 'broken gzip',
		answer: plain(`${gzipSync('{"id":"made-up"}').toString('latin1').slice(0, 20)}broken`, {
			'content-encoding': 'gzip',
		}),
		fails: true,
	},
	{
		name: 'gzip that is none',
		answer: plain('{"id":"made-up"}', { 'content-encoding': 'gzip' }),
		fails: true,
	},
	{
		name: 'an encoding that nobody knows',
		answer: plain('{"id":"made-up"}', { 'content-encoding': 'x-tenfold' }),
	},
	{
		name: 'a body that drips',
		answer: endless(
			'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n[\r\n',
			'1\r\n \r\n',
			10,
		),
		slow: true,
	},
	{
		name: 'headers that drip',
		answer: endless('HTTP/1.1 200 OK\r\n', 'X-A: 1\r\n', 10),
		fails: true,
		slow: true,
	},
	{
		name: 'an error that drips',
		answer: endless(
			'HTTP/1.1 500 Oh\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n[\r\n',
			'1\r\n \r\n',
			10,
		),
		fails: true,
		slow: true,
	},
	{
		name: 'interim answers Too many redirects',
		answer: endless('HTTP/1.1 102 Processing\r\n\r\n', 'HTTP/1.1 102 Processing\r\n\r\n', 10),
		fails: true,
		slow: true,
	},
	{ name: 'a redirect to elsewhere', answer: plain('', { location: `${elsewhere}/there` }, 302) },
	{
		name: 'a redirect that keeps the body',
		answer: plain('', { location: `${elsewhere}/there` }, 307),
	},
	{
		name: 'a redirect Too many redirects',
		answer: (response, { target }) =>
			void response
				.writeHead(302, { location: `${target}${target.includes('?') ? '&' : '?'}again=1` })
				.end(),
	},
	{ name: 'a redirect to a file', answer: plain('', { location: 'file:///etc/passwd' }, 302) },
	{ name: 'a redirect to nowhere', answer: plain('', { location: 'http://[' }, 301) },
	{ name: 'a redirect without address', answer: plain('', {}, 302) },
	{
		name: 'links to elsewhere',
		answer: plain(
			'{"id":"made-up","status":"completed","done":true,"next":"LINK","nextPageToken":"LINK","next_cursor":"LINK","url":"LINK","outputs":[{"url":"LINK"}],"items":[{"id":1}]}'.replaceAll(
				'LINK',
				`${elsewhere}/next`,
			),
			{ link: `<${elsewhere}/next>; rel="next"` },
		),
	},
	{
		name: 'links that are none',
		answer: plain(
			'{"id":"made-up","status":"completed","done":true,"next":"@evil.example/","nextPageToken":"","next_cursor":"http://[","url":"http://[","outputs":[{"url":"http://["}],"items":[{"id":1}]}',
			{ link: '<http://[>; rel="next"' },
		),
	},
	...[200, 400, 401, 403, 404, 429, 500].map((status): Fault => ({
		name: `status ${status} that repeats the request`,
		answer: echo(status),
		...(status >= 400 ? { fails: status !== 404 } : {}),
		refuses: status === 429 || status === 401,
	})),
	{ name: 'a page that repeats the request', answer: echo(200, 'text/html') },
	{ name: 'a text that repeats the request', answer: echo(200, 'application/vnd.tenfold.diff') },
	{
		name: 'status 502 with a page that repeats the request',
		answer: echo(502, 'text/html'),
		fails: true,
	},
	{ name: 'a body Too many redirects', answer: flood, fails: true, heavy: true },
	{
		name: 'a gigabyte in a megabyte of gzip',
		answer: (response) =>
			void response
				.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
				.end(bomb()),
		fails: true,
		heavy: true,
	},
];

let packed: Buffer | undefined;
const bomb = (): Buffer => (packed ??= gzipSync(Buffer.alloc(256 * 1024 * 1024, '[')));
