// Secrets of a repository, an environment or an organization. Clients encrypt them with the store's
// public key.

import sodium from 'libsodium-wrappers';
import type { Clock } from '../kit/clock';
import { validationError } from './errors';

export interface StoredSecret {
	name: string;
	/** The decrypted value. */
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
	put(
		name: string,
		{ encrypted_value: sealed, key_id: keyId }: Readonly<Record<string, unknown>>,
	): boolean {
		if (keyId !== this.keyId) throw validationError('key_id', 'is not the ID of the current key');
		const value = this.decrypt(String(sealed));
		const now = this.clock.iso();
		const existing = this.secrets.get(name);
		this.secrets.set(name, {
			name,
			value,
			created_at: existing?.created_at ?? now,
			updated_at: now,
		});
		return existing === undefined;
	}

	private decrypt(sealed: string): string {
		try {
			return Buffer.from(
				sodium.crypto_box_seal_open(
					Buffer.from(sealed, 'base64'),
					this.pair.publicKey,
					this.pair.privateKey,
				),
			).toString('utf8');
		} catch {
			throw validationError('encrypted_value', 'cannot be decrypted with the private key');
		}
	}
}

/** A secret in the format of the API, which never contains the value. */
export const secretResponse = (secret: StoredSecret): object => ({ ...secret, value: undefined });

/** Await this before creating the first SecretStore. */
export const cryptoReady = async (): Promise<void> => await sodium.ready;
