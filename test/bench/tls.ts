// A thousand items with one GET request each, over TLS. n8n opens a new connection for every
// request, so each takes three round trips.
import { createCertificate, ensureOpenssl, opensslMissing } from '../host/kit/certificate';
import { createCredentials } from './credentials';
import { linesOf, type Measured, type Setting } from './measure';
import { generation, github, httpRequest } from './nodes';
import type { Line } from './report';
import { startUpstream } from './upstream';

const items = 1000;
const roundTripMs = 30;

export async function tls(setting: Setting): Promise<Line[]> {
	if (!ensureOpenssl()) {
		console.log(`Skipped: tls. ${opensslMissing}`);
		return [];
	}
	const { n8n } = setting;
	const restart = async (file: string): Promise<void> => {
		await n8n.process.restart({ NODE_EXTRA_CA_CERTS: file });
		await n8n.rest.signIn();
	};
	const certificate = createCertificate(n8n.process.userFolder, ['localhost']);
	const upstream = await startUpstream(certificate);
	upstream.latencyMs = roundTripMs;
	try {
		await restart(certificate.file);
		const credentials = await createCredentials(n8n, upstream.url);
		const secure: Setting = { ...setting, upstream, credentials };
		const once = { runs: 1 };
		const variants: ReadonlyArray<Pick<Measured, 'what' | 'node' | 'runs'>> = [
			...[50, 1, 100].map((itemsAtOnce) => ({
				what: `this pack, ${itemsAtOnce} at once`,
				node: generation(secure, { itemsAtOnce }),
				...(itemsAtOnce === 1 ? once : {}),
			})),
			{ what: 'this pack, default', node: generation(secure) },
			{ what: 'HTTP Request node, default', node: httpRequest(secure, {}) },
			{ what: 'GitHub node', node: github(secure), ...once },
		];
		const lines = await linesOf(
			secure,
			`${items.toLocaleString('en')} items, TLS, ${roundTripMs} ms per round trip`,
			variants.map((variant) => ({ ...variant, items, expect: items })),
		);
		// The other rows measure n8n without the certificate.
		await restart('');
		return lines;
	} finally {
		upstream.close();
	}
}
