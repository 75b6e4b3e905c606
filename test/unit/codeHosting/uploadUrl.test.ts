import { uploadUrl } from '../../../nodes/CodeHosting/releases/assets';

const assets = 'repos/octo-org/hello-world/releases/1/assets';

test.each([
	['https://api.github.com', `https://uploads.github.com/${assets}{?name,label}`],
	['https://api.octo.ghe.com', `https://uploads.octo.ghe.com/${assets}{?name,label}`],
	['https://git.example.com/api/v3', `https://git.example.com/api/uploads/${assets}`],
	['http://127.0.0.1:8080', `http://127.0.0.1:8080/${assets}`],
])('a service at %s accepts uploads at %s', (address, url) => {
	expect(uploadUrl({ address: { url: address } }, url).href).toBe(url.split('{')[0]);
});

test.each([
	['https://api.github.com', `https://uploads.github.com.example.com/${assets}`],
	['https://api.github.com', `https://uploads.example.com/${assets}`],
	['https://api.github.com', `http://uploads.github.com/${assets}`],
	['https://api.github.com', `https://uploads.github.com:8443/${assets}`],
	['https://api.github.com', `https://user@example.com/uploads.github.com`],
	['https://git.example.com/api/v3', `https://uploads.git.example.com/${assets}`],
	['http://127.0.0.1:8080', `http://127.0.0.1:8081/${assets}`],
])('a service at %s does not accept uploads at %s', (address, url) => {
	expect(() => uploadUrl({ address: { url: address } }, url)).toThrow(
		'does not belong to the service',
	);
});

test.each([undefined, '', '/assets', 'no url'])('rejects %j as an upload URL', (url) => {
	expect(() => uploadUrl({ address: { url: 'https://api.github.com' } }, url)).toThrow(
		'The release has no valid upload URL',
	);
});
