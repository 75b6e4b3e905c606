/** Writing a secret: a person types the value, the node seals it for the service (specification part A, rule 3 of the actions group). */
import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError, type RequestLine, type Row, secret, text } from '../engine/describe';
import { publicKeyBytes, seal } from './sealedBox';

export const valueFields = {
	secretValue: secret('Value', {
		description:
			'What the secret is to hold. It is sealed with the public key of the service before it is sent, and appears nowhere else.',
		in: 'none',
	}),
};

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;

export const sealedOptions = {
	encryptedValue: text('Encrypted Value', {
		description: 'Instead of Value: one that was sealed already, in base64. Needs Key ID.',
		wire: 'encrypted_value',
		pattern: base64,
		expected: 'in base64',
	}),
	keyId: text('Key ID', {
		description: 'The key that Encrypted Value was sealed with',
		wire: 'key_id',
		placeholder: 'e.g. 568250167242549743',
	}),
};

interface SecretInput {
	readonly secretValue?: string;
	readonly encryptedValue?: string;
	readonly keyId?: string;
}

/** Either a value to seal, or a sealed one with its key. */
export function checkSecret({
	secretValue,
	encryptedValue,
	keyId,
}: SecretInput):
	{ field: 'secretValue' | 'encryptedValue' | 'keyId'; problem: string } | undefined {
	if (secretValue !== undefined && encryptedValue !== undefined)
		return { field: 'secretValue', problem: 'and Encrypted Value cannot be given together' };
	if (encryptedValue !== undefined && keyId === undefined)
		return { field: 'keyId', problem: 'is required when Encrypted Value is set' };
	return secretValue === undefined && encryptedValue === undefined
		? { field: 'secretValue', problem: 'is required' }
		: undefined;
}

interface PublicKey {
	readonly keyId: string;
	readonly bytes: Uint8Array;
}

/** Keys that a run has fetched, by their address: many secrets of one repository need one. */
const fetched = new WeakMap<object, Map<string, Promise<PublicKey>>>();

/**
 * Writes a secret. `place` is where the secrets stand, with placeholders for `values`.
 * @param more further values of the body
 */
export async function writeSecret(
	call: Call<SecretInput>,
	place: string,
	values: IDataObject,
	name: string,
	more: IDataObject = {},
): Promise<Row[]> {
	const { secretValue, encryptedValue, keyId } = call.input;
	const sealed =
		encryptedValue === undefined
			? await sealedFor(call, place, values, secretValue ?? '')
			: { encrypted_value: encryptedValue, key_id: keyId };
	// The placeholder has the name of the field, so that a refusal can say its label.
	const field =
		Object.keys(call.operation.fields).find((key) => /secretName$/i.test(key)) ?? 'name';
	const { status } = await call.request(`PUT ${place}/{${field}}` as RequestLine, {
		values: { ...values, [field]: name },
		body: { ...sealed, ...more },
	});
	return [{ json: { name, ...(status === 201 ? { created: true } : { updated: true }) } }];
}

async function sealedFor(
	call: Call<SecretInput>,
	place: string,
	values: IDataObject,
	value: string,
): Promise<IDataObject> {
	const key = await publicKey(call, place, values);
	const sealed = seal(Buffer.from(value, 'utf8'), key.bytes);
	return { encrypted_value: Buffer.from(sealed).toString('base64'), key_id: key.keyId };
}

async function publicKey(
	call: Call<unknown>,
	place: string,
	values: IDataObject,
): Promise<PublicKey> {
	const keys = fetched.get(call.connection.runKey) ?? new Map<string, Promise<PublicKey>>();
	fetched.set(call.connection.runKey, keys);
	const address = JSON.stringify([place, values]);
	const pending = keys.get(address) ?? readKey(call, place, values);
	keys.set(address, pending);
	// A key that could not be fetched is asked for again by the next item.
	pending.catch(() => keys.delete(address));
	return await pending;
}

async function readKey(
	call: Call<unknown>,
	place: string,
	values: IDataObject,
): Promise<PublicKey> {
	const { body } = await call.request(
		`GET ${place}/public-key` as RequestLine,
		{ values },
		{ replay: 'safe' },
	);
	const { key, key_id: keyId } = (body ?? {}) as IDataObject;
	const bytes = Buffer.from(typeof key === 'string' ? key : '', 'base64');
	if (bytes.length === publicKeyBytes && (typeof keyId === 'string' || typeof keyId === 'number'))
		return { keyId: String(keyId), bytes };
	throw new PackError('The service sent no usable public key for secrets', {
		hint: 'Check the base URL of the credential.',
	});
}
