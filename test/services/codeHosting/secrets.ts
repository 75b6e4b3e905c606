// Secrets of a repository or an environment. Clients encrypt them with the public key of their store.

import sodium from 'libsodium-wrappers';
import type { Clock } from '../kit/clock';
import type { Fields } from '../kit/records';

export interface StoredSecret {
	name: string;
	/** The decrypted value, which responses never contain. */
	value: string;
	created_at: string;
	updated_at: string;
}

let keyCount = 0;

export class SecretStore {
	readonly secrets = new Map<string, StoredSecret>();
	private readonly pair = sodium.crypto_box_keypair();
	readonly publicKey = {
		key_id: String(568_250_167_242_549_743n + BigInt(keyCount++)),
		key: Buffer.from(this.pair.publicKey).toString('base64'),
	};

	constructor(private readonly clock: Clock) {}

	/** @returns whether the secret is new */
	put(name: string, { encrypted_value: sealed }: Fields): boolean {
		const { publicKey, privateKey } = this.pair;
		const encrypted = Buffer.from(String(sealed), 'base64');
		const opened = sodium.crypto_box_seal_open(encrypted, publicKey, privateKey);
		const now = this.clock.iso();
		const { created_at = now } = this.secrets.get(name) ?? {};
		const isNew = !this.secrets.has(name);
		const value = Buffer.from(opened).toString('utf8');
		this.secrets.set(name, { name, value, created_at, updated_at: now });
		return isNew;
	}
}

/** Await this before creating the first SecretStore. */
export const cryptoReady = async (): Promise<void> => await sodium.ready;
