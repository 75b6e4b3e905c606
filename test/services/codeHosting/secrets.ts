// Secrets of a repository or an environment. Clients encrypt them with the public key of their store.

import sodium from 'libsodium-wrappers';
import type { Clock } from '../kit/clock';
import type { Fields } from '../kit/records';
import { validationError } from './errors';

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
	readonly keyId = String(568_250_167_242_549_743n + BigInt(keyCount++));
	private readonly pair = sodium.crypto_box_keypair();

	constructor(private readonly clock: Clock) {}

	get publicKey(): { key_id: string; key: string } {
		return { key_id: this.keyId, key: Buffer.from(this.pair.publicKey).toString('base64') };
	}

	/** @returns whether the secret is new @throws HttpError 422 if the value cannot be decrypted */
	put(name: string, { encrypted_value: sealed, key_id: keyId }: Fields): boolean {
		if (keyId !== this.keyId) throw validationError('key_id', 'is not the ID of the current key');
		const value = this.decrypt(String(sealed));
		const now = this.clock.iso();
		const { created_at = now } = this.secrets.get(name) ?? {};
		const isNew = !this.secrets.has(name);
		this.secrets.set(name, { name, value, created_at, updated_at: now });
		return isNew;
	}

	private decrypt(sealed: string): string {
		try {
			const { publicKey, privateKey } = this.pair;
			const opened = sodium.crypto_box_seal_open(
				Buffer.from(sealed, 'base64'),
				publicKey,
				privateKey,
			);
			return Buffer.from(opened).toString('utf8');
		} catch {
			throw validationError('encrypted_value', 'cannot be decrypted with the private key');
		}
	}
}

/** Await this before creating the first SecretStore. */
export const cryptoReady = async (): Promise<void> => await sodium.ready;
