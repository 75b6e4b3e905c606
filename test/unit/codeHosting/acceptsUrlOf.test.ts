import { codeHosting } from '../../../nodes/CodeHosting/service';
import { withProvider } from '../../../nodes/engine/describe';

const accepts = (host: string, credential: object): boolean =>
	codeHosting.acceptsUrlOf!(host, withProvider(codeHosting.providers, { ...credential }));

test.each([
	['github.com', { provider: 'gitHub' }],
	['api.github.com', { provider: 'gitHub' }],
	['git.acme.com', { provider: 'gitHubEnterpriseServer', host: 'git.acme.com' }],
	['acme.ghe.com', { provider: 'gitHubDataResidency', host: 'acme.ghe.com' }],
	['api.acme.ghe.com', { provider: 'gitHubDataResidency', host: 'acme.ghe.com' }],
	['git.acme.com', { provider: 'other', baseUrl: 'https://git.acme.com/api/v1' }],
	['www.acme.com', { provider: 'other', baseUrl: 'https://git.acme.com/api/v1' }],
	['api.github.com', { provider: 'other', baseUrl: 'https://api.github.com' }],
])('a pasted URL of %s belongs to the credential %j', (host, credential) => {
	expect(accepts(host, credential)).toBe(true);
});

test.each([
	['github.com', { provider: 'gitHubEnterpriseServer', host: 'git.acme.com' }],
	['git.acme.com', { provider: 'gitHub' }],
	['evil-github.com', { provider: 'gitHub' }],
	['github.com', { provider: 'other', baseUrl: 'https://git.acme.com/api/v1' }],
])('a pasted URL of %s does not belong to the credential %j', (host, credential) => {
	expect(accepts(host, credential)).toBe(false);
});
