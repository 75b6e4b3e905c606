/** The credential with the secret of a webhook that the trigger did not create. */
import type {
	ICredentialsDecrypted,
	INodeCredentialTestResult,
	INodeProperties,
} from 'n8n-workflow';
import { secretField } from '../../engine/credentials';
import { toText } from '../../engine/describe';

export const webhookSecretProperties: INodeProperties[] = [
	secretField(
		'Secret',
		'secret',
		'Without the secret, anybody who knows the URL could send events',
		'A random text of at least 16 characters. Enter the same text as the secret in the settings of the webhook.',
	),
	{
		displayName: 'Previous Secret',
		name: 'previousSecret',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description:
			'Deliveries that are signed with this secret are also accepted. Only needed while you change the secret.',
	},
];

/** Shorter secrets can be found by trying. */
const minLength = 16;

/**
 * Tests a secret without a request: only a delivery shows whether the webhook has the same secret.
 */
export async function webhookSecretTest({
	data = {},
}: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
	const secret = toText(data.secret);
	const problem =
		secret !== secret.trim()
			? 'The secret starts or ends with a space. Remove it here and in the settings of the webhook.'
			: secret.length < minLength
				? `The secret must have at least ${minLength} characters, got ${secret.length}.`
				: undefined;
	return await Promise.resolve(
		problem === undefined
			? {
					status: 'OK',
					message: 'The secret is long enough. The next delivery shows if it matches.',
				}
			: { status: 'Error', message: problem },
	);
}
