/**
 * Creates and updates secrets: the node encrypts the value for the service (README.md,
 * Actions).
 */
import type { IDataObject } from 'n8n-workflow';
import { buildRequest, cachePerRun } from '../../engine';
import {
	allFieldsOf,
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

/** By URL of the secrets. All secrets of a repository share a public key. */
const keysOfRun = cachePerRun<PublicKey>();

/** Creates or updates the secret `newName`. */
export async function writeSecret(
	call: Call<SecretInput & { readonly newName: string }>,
): Promise<Row[]> {
	const { secretValue, encryptedValue, newName: name } = call.input;
	const values = call.input as unknown as IDataObject;
	const line = call.operation.requestFor?.(values) ?? call.operation.request!;
	const { url, body } = buildRequest(line, allFieldsOf(call.operation), values);
	const encrypted =
		encryptedValue === undefined ? await encrypt(call, line, url, secretValue!) : {};
	const { status } = await call.request(line, {
		values,
		body: { ...(body as IDataObject | undefined), ...encrypted },
	});
	return [{ json: { name, ...(status === 201 ? { created: true } : { updated: true }) } }];
}

async function encrypt(
	call: Call<unknown>,
	line: RequestLine,
	url: string,
	value: string,
): Promise<IDataObject> {
	const { keyId, bytes } = await keysOfRun(
		call.connection,
		url.slice(0, url.lastIndexOf('/')),
		async () => await fetchPublicKey(call, line),
	);
	const sealed = seal(Buffer.from(value, 'utf8'), bytes);
	return { encrypted_value: Buffer.from(sealed).toString('base64'), key_id: keyId };
}

async function fetchPublicKey(
	{ request, input }: Call<unknown>,
	line: RequestLine,
): Promise<PublicKey> {
	const keyLine = line.replace('PUT ', 'GET ').replace('{newName}', 'public-key') as RequestLine;
	const { body } = await request(
		keyLine,
		{ values: input as IDataObject },
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
