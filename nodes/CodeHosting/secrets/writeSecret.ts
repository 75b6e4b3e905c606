/**
 * Creates and updates secrets: the node encrypts the value for the service (README.md,
 * Actions).
 */
import type { IDataObject } from 'n8n-workflow';
import {
	type Call,
	PackError,
	type RequestLine,
	type Row,
	secret,
	text,
} from '../../engine/describe';
import { publicKeyBytes, seal } from './sealedBox';

export const valueFields = {
	secretValue: secret('Value', {
		description:
			'Value of the secret. The node encrypts it with the public key of the repository, organization or environment before sending it.',
		in: 'none',
	}),
};

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;

export const encryptedValueOptions = {
	encryptedValue: text('Encrypted Value', {
		description:
			'Value that is already encrypted, in Base64. Use it instead of Value, together with Key ID.',
		apiName: 'encrypted_value',
		pattern: base64,
		expected: 'in Base64',
		collection: 'options',
	}),
	keyId: text('Key ID', {
		description: 'ID of the public key that Encrypted Value was encrypted with',
		apiName: 'key_id',
		placeholder: 'e.g. 568250167242549743',
		collection: 'options',
	}),
};

interface SecretInput {
	readonly secretValue?: string;
	readonly encryptedValue?: string;
	readonly keyId?: string;
}

/** Requires either a value, or an encrypted value with its key ID. */
export function checkSecret({
	secretValue,
	encryptedValue,
	keyId,
}: SecretInput):
	{ field: 'secretValue' | 'encryptedValue' | 'keyId'; problem: string } | undefined {
	if (secretValue !== undefined && encryptedValue !== undefined)
		return { field: 'secretValue', problem: 'and Encrypted Value cannot both be set' };
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

/** Public keys fetched during a run, by path. All secrets of a repository share one key. */
const keysOfRun = new WeakMap<object, Map<string, Promise<PublicKey>>>();

/**
 * Creates or updates a secret.
 * @param secretsPath path of the list of secrets, with placeholders for `values`
 * @param extraBody additional properties of the body
 */
export async function writeSecret(
	call: Call<SecretInput>,
	secretsPath: string,
	values: IDataObject,
	name: string,
	extraBody: IDataObject = {},
): Promise<Row[]> {
	const { secretValue, encryptedValue, keyId } = call.input;
	const encrypted =
		encryptedValue === undefined
			? await encrypt(call, secretsPath, values, secretValue ?? '')
			: { encrypted_value: encryptedValue, key_id: keyId };
	// The placeholder is named after the field, so that errors contain the label of the field.
	const field =
		Object.keys(call.operation.fields).find(
			(key) => key === 'newName' || /secretName$/i.test(key),
		) ?? 'name';
	const { status } = await call.request(`PUT ${secretsPath}/{${field}}` as RequestLine, {
		values: { ...values, [field]: name },
		body: { ...encrypted, ...extraBody },
	});
	return [{ json: { name, ...(status === 201 ? { created: true } : { updated: true }) } }];
}

async function encrypt(
	call: Call<SecretInput>,
	secretsPath: string,
	values: IDataObject,
	value: string,
): Promise<IDataObject> {
	const key = await publicKey(call, secretsPath, values);
	const sealed = seal(Buffer.from(value, 'utf8'), key.bytes);
	return { encrypted_value: Buffer.from(sealed).toString('base64'), key_id: key.keyId };
}

async function publicKey(
	call: Call<unknown>,
	secretsPath: string,
	values: IDataObject,
): Promise<PublicKey> {
	const keys = keysOfRun.get(call.connection.runKey) ?? new Map<string, Promise<PublicKey>>();
	keysOfRun.set(call.connection.runKey, keys);
	const cacheKey = JSON.stringify([secretsPath, values]);
	const key = keys.get(cacheKey) ?? fetchPublicKey(call, secretsPath, values);
	keys.set(cacheKey, key);
	// Do not cache a failure, so that the next item requests the key again.
	key.catch(() => keys.delete(cacheKey));
	return await key;
}

async function fetchPublicKey(
	call: Call<unknown>,
	secretsPath: string,
	values: IDataObject,
): Promise<PublicKey> {
	const { body } = await call.request(
		`GET ${secretsPath}/public-key` as RequestLine,
		{ values },
		{ idempotency: 'safe' },
	);
	const { key, key_id: keyId } = (body ?? {}) as IDataObject;
	const bytes = Buffer.from(typeof key === 'string' ? key : '', 'base64');
	if (bytes.length === publicKeyBytes && (typeof keyId === 'string' || typeof keyId === 'number'))
		return { keyId: String(keyId), bytes };
	throw new PackError('The response did not contain a valid public key for secrets', {
		hint: 'Check the base URL in the credential.',
	});
}
