/** How the trigger authenticates to create its webhook. Creating one always requires a credential. */
import { choice } from '../../engine/describe';
import { credentials } from '../credentials';
import { showFor } from './fields';

export const authenticationField = choice(
	'Authentication',
	Object.fromEntries(
		credentials.filter(({ type }) => type !== undefined).map(({ value, label }) => [value, label]),
	),
	{ default: credentials[0]!.value, required: true, ...showFor() },
);
