// A certificate for host names that the test process serves. Node cannot create certificates, so
// this uses the openssl command.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installDebianPackages } from '../../../tools/system/debianPackages';

export interface Certificate {
	/** File with the certificate, for NODE_EXTRA_CA_CERTS. */
	readonly file: string;
	readonly cert: string;
	readonly key: string;
}

/** Whether the openssl command is available. Installs the Debian package if it is missing. */
export function ensureOpenssl(): boolean {
	if (openssl('version').error) installDebianPackages(['openssl']);
	return !openssl('version').error;
}

export const opensslMissing =
	'The openssl command was not found. Install it with your package manager';

/**
 * Creates a self-signed certificate with the openssl command.
 * @param folder where the files are written
 * @throws Error if openssl is missing or fails
 */
export function createCertificate(folder: string, hosts: readonly string[]): Certificate {
	const [file, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
	const { error, status, stderr } = openssl(
		...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=providers'],
		...['-addext', `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`],
		...['-keyout', keyFile, '-out', file],
	);
	if (status !== 0) throw new Error(`openssl failed: ${error?.message ?? stderr}`);
	return { file, cert: readFileSync(file, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}

const openssl = (...args: string[]) => spawnSync('openssl', args, { encoding: 'utf8' });
