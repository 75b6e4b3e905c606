// A thousand items with one GET request each, over TLS. n8n opens a new connection for every
// request, so each takes three round trips.
import { createCertificate, ensureOpenssl, opensslMissing } from '../host/kit/certificate';
import { createCredentials } from './credentials';
import { lineOf, type Measured, type Setting } from './measure';
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
	const { n8n, runs } = setting;
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
		const lines: Line[] = [];
		const measure = async (what: string, node: Measured['node'], maxRuns = runs) =>
			lines.push(
				await lineOf(
					secure,
					`${items.toLocaleString('en')} items, TLS, ${roundTripMs} ms per round trip`,
					{ what, node, items, expect: items, runs: maxRuns },
				),
			);
		for (const itemsAtOnce of [50, 1, 10, 100])
			await measure(
				`this pack, ${itemsAtOnce} at once`,
				generation(secure, { itemsAtOnce }),
				itemsAtOnce === 1 ? 1 : runs,
			);
		await measure('HTTP Request node, default', httpRequest(secure, {}));
		await measure('GitHub node', github(secure), 1);
		// The other rows measure n8n without the certificate.
		await restart('');
		return lines;
	} finally {
		upstream.close();
	}
}
