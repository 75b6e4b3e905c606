/**
 * How the trigger authenticates to create its webhook. Creating one always requires a credential.
 * The field has no condition, because n8n's editor hides every parameter that the condition of an
 * authentication field refers to, such as Webhook.
 */
import { choice } from '../../engine/describe';
import { credentials } from '../credentials';

export const authenticationField = choice(
	'Authentication',
	Object.fromEntries(
		credentials.filter(({ type }) => type !== undefined).map(({ value, label }) => [value, label]),
	),
	{ default: credentials[0]!.value, required: true },
);
