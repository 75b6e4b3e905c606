// The message printed when n8n and the local services are running.
import { OWNER } from '../n8n/session';
import type { SeededN8n } from '../sandbox/sandbox';

/** Returns a message with the URLs, the sign-in data, the examples and how to stop. */
export function startMessage(
	{ rest, services, examples }: SeededN8n,
	additionalLines: readonly string[] = [],
): string {
	const serviceLines = Object.entries(services).map(
		([name, { url }]) => `             ${url}  ${name}`,
	);
	const exampleLines = examples.map(
		({ workflow: { id, name } }) => `             ${rest.url}/workflow/${id}  ${name}`,
	);
	return [
		'',
		`  n8n        ${rest.url}`,
		`  Sign in    ${OWNER.email}  /  ${OWNER.password}`,
		'  Services   local test services, with credentials in n8n',
		...serviceLines,
		`  Examples   ${exampleLines.length ? 'open one and click "Execute workflow"' : 'none found in examples/'}`,
		...exampleLines,
		...additionalLines.map((line) => `             ${line}`),
		'  Stop       Ctrl-C',
		'',
	].join('\n');
}
