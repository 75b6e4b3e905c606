/**
 * Implements libsodium's sealed box. The build bundles the two imported libraries into this file,
 * because the package has no runtime dependencies.
 */
import { blake2b } from 'blakejs';
import nacl from 'tweetnacl';

const nonceBytes = 24;
export const publicKeyBytes = nacl.box.publicKeyLength;

/**
 * Encrypts a message so that only the owner of the recipient's private key can decrypt it.
 * The result starts with the public key of an ephemeral key pair. The nonce is derived from both
 * public keys.
 */
export function seal(message: Uint8Array, recipient: Uint8Array): Uint8Array {
	const ephemeral = nacl.box.keyPair();
	const nonce = blake2b(concat(ephemeral.publicKey, recipient), undefined, nonceBytes);
	const sealed = concat(
		ephemeral.publicKey,
		nacl.box(message, nonce, recipient, ephemeral.secretKey),
	);
	ephemeral.secretKey.fill(0);
	return sealed;
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
	const both = new Uint8Array(first.length + second.length);
	both.set(first);
	both.set(second, first.length);
	return both;
}
