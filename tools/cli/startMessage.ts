// What a person reads when everything runs.
import type { Furnished } from '../sandbox/sandbox';
import { OWNER } from '../n8n/restClient';

/** The addresses, the log-in, the examples, and how to stop. */
export function banner(
	{ rest, services, examples }: Furnished,
	more: readonly string[] = [],
): string {
	const local = Object.entries(services).map(([name, { url }]) => `             ${url}  ${name}`);
	const workflows = examples.map(
		({ workflow: { id, name } }) => `             ${rest.url}/workflow/${id}  ${name}`,
	);
	return [
		'',
		`  n8n        ${rest.url}`,
		`  Log in     ${OWNER.email}  /  ${OWNER.password}`,
		'  Services   on this computer, with credentials for them in n8n',
		...local,
		`  Examples   ${workflows.length ? 'open one and press "Execute workflow"' : 'none in examples/'}`,
		...workflows,
		...more.map((line) => `             ${line}`),
		'  Stop       Ctrl-C',
		'',
	].join('\n');
}
