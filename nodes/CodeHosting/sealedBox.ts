/** Libsodium's sealed box. The build puts the two libraries into this file, since a pack has no runtime dependencies. */
import { blake2b } from 'blakejs';
import nacl from 'tweetnacl';

const nonceBytes = 24;
export const publicKeyBytes = nacl.box.publicKeyLength;

/**
 * Seals a message so that only the owner of the key can open it; not even the sender can.
 * A key pair made for this message alone comes first, the nonce follows from both public keys.
 */
export function seal(message: Uint8Array, recipient: Uint8Array): Uint8Array {
	const once = nacl.box.keyPair();
	const nonce = blake2b(joined(once.publicKey, recipient), undefined, nonceBytes);
	const sealed = joined(once.publicKey, nacl.box(message, nonce, recipient, once.secretKey));
	once.secretKey.fill(0);
	return sealed;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
	const both = new Uint8Array(first.length + second.length);
	both.set(first);
	both.set(second, first.length);
	return both;
}
