import {
	withLeadingSlash,
	addressProblem,
	apiTarget,
	valuesByName,
} from '../../../../nodes/engine/plan/apiTarget';
import { thrownError } from '../kit';

const baseUrl = 'https://api.example.com/v3';

/** The URL of the request, or the reason why it is refused. */
function urlOf(entered: string): string {
	const given = withLeadingSlash(entered);
	const problem = addressProblem(given);
	if (problem !== undefined) return problem;
	try {
		return apiTarget(baseUrl, given, 'Path or URL').url;
	} catch (error) {
		return (error as Error).message;
	}
}

test.each([
	['/things', 'https://api.example.com/v3/things'],
	['things', 'https://api.example.com/v3/things'],
	[' repos/a/b?at=https://x ', 'https://api.example.com/v3/repos/a/b'],
	['evil.example/things', 'https://api.example.com/v3/evil.example/things'],
	['@evil.example/things', 'https://api.example.com/v3/@evil.example/things'],
	['/things/1:cancel', 'https://api.example.com/v3/things/1:cancel'],
	['/v3/things', 'https://api.example.com/v3/things'],
	['/v30/things', 'https://api.example.com/v3/v30/things'],
	['/things/', 'https://api.example.com/v3/things/'],
	['/users/@me/lists', 'https://api.example.com/v3/users/@me/lists'],
	['/labels/good first issue', 'https://api.example.com/v3/labels/good%20first%20issue'],
	['/branches/feature%2Fone', 'https://api.example.com/v3/branches/feature%2Fone'],
	['/files/100%25', 'https://api.example.com/v3/files/100%25'],
	['/files/...', 'https://api.example.com/v3/files/...'],
	['/{owner}/x', 'https://api.example.com/v3/%7Bowner%7D/x'],
	['https://api.example.com/v3/things', 'https://api.example.com/v3/things'],
	['HTTPS://API.EXAMPLE.COM:443/oauth', 'https://api.example.com/oauth'],
	['https://api.example.com', 'https://api.example.com/'],
])('%s is sent to %s', (given, url) => {
	expect(urlOf(given)).toBe(url);
});

const otherOrigin = 'Path or URL must belong to https://api.example.com';

test.each([
	'https://evil.example/v3/things',
	'http://api.example.com/v3/things',
	'https://api.example.com:8443/things',
	'https://api.example.com.evil.example/things',
	'https://api.example.com@evil.example/things',
	'https://user:password@api.example.com/things',
	'https://user@api.example.com/things',
	'https://evil.example?@api.example.com/',
	'https://[::1]/things',
	'https://api.example.com:443443/things',
])('%s is refused, because its origin is not that of the service', (given) => {
	expect(urlOf(given)).toBe(otherOrigin);
});

test('the error of another origin says first how to use the path only', () => {
	const run = () => apiTarget(baseUrl, 'https://other.example/things/1', 'Path or URL');
	expect(thrownError(run)).toMatchObject({
		message: otherOrigin,
		details: {
			field: 'Path or URL',
			hint: expect.stringMatching(/^To use the path only, remove the host\./) as string,
		},
	});
});

test.each<[string, string[]]>([
	[
		'must be a path that starts with one slash, or a full URL',
		[
			'//evil.example/things',
			'ftp://api.example.com/things',
			'https:/evil.example',
			'https:///evil.example',
			'https:evil.example',
			'https:\\\\evil.example',
			'javascript:alert(1)',
			'evil.example:443/things',
			'',
			'?query=1',
		],
	],
	[
		'cannot contain backslashes or line breaks',
		[
			'/\\evil.example',
			'/things/..\\users',
			'https://api.example.com\\@evil.example/',
			'/things\n/users',
			'/\t/evil.example',
			'/things\r\nhost: evil.example',
			'/\u0000',
		],
	],
	[
		'cannot contain the path segments . and ..',
		[
			'/..',
			'/.',
			'/things/../users',
			'/things/..',
			'/things/%2e%2e/users',
			'/things/.%2E/users',
			'/things/..%2fusers',
			'/things/x%2f..%2fusers',
			'/things/..;a=b/users',
			'https://api.example.com/v3/../admin',
		],
	],
	[
		'cannot contain empty path segments, or encoded backslashes or control characters',
		[
			'/things//users',
			'/things/%2f/users',
			'/%2fevil.example',
			'/things/%5c..%5cusers',
			'/things/%0d%0ahost:evil.example',
			'/things/%252e%252e/users',
			'/things/%252f',
			'/things/%255c',
		],
	],
	['has an invalid percent sign. In a name, write it as %25', ['/100%']],
	['cannot contain #. In a name, write it as %23', ['/labels/c#']],
])('an address %s: %j', (problem, addresses) => {
	for (const address of addresses) expect([address, urlOf(address)]).toEqual([address, problem]);
});

test('the query of the address may contain everything, and is separated from the URL', () => {
	const given = '/things?path=../x&tag=a&tag=b%20c&at=//x@y';
	expect(addressProblem(given)).toBeUndefined();
	expect(apiTarget(baseUrl, given, 'Path or URL')).toEqual({
		url: 'https://api.example.com/v3/things',
		query: { path: '../x', tag: ['a', 'b c'], at: '//x@y' },
	});
});

test('the login in a base URL is not part of the request', () => {
	const { url } = apiTarget('https://user:secret@api.example.com', '/things', 'Path or URL');
	expect(url).toBe('https://api.example.com/things');
});

test('names that occur several times get a list', () => {
	const values = valuesByName([
		['a', 1],
		['b', 2],
		['a', 3],
		['__proto__', 4],
	]);
	expect(Object.entries(values)).toEqual([
		['a', [1, 3]],
		['b', 2],
		['__proto__', 4],
	]);
});
