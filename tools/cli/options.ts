// Command-line options of `npm start`, `npm run dev` and `npm run start:queue`.
import { parseArgs } from 'node:util';

export const DEFAULT_PORT = 5678;

export interface StartOptions {
	port: number;
	fresh?: boolean;
	/** Run every example once in a temporary n8n, then exit. */
	check?: boolean;
}

/** The options are invalid, or --help was given. The message contains the usage. */
export class UsageError extends Error {}

const flags = {
	fresh: 'Start with an empty n8n. Deletes existing workflows and executions.',
	check: 'Run every example once in a temporary n8n, print the results and exit with 0 or 1.',
};

/**
 * Parses the command line.
 * @param name of the command, for its usage
 * @param accepted options, in addition to --port
 * @throws UsageError with the usage
 */
export function readOptions(
	name: string,
	accepted: ReadonlyArray<keyof typeof flags> = [],
): StartOptions {
	const flag = (one: string) => [one, { type: 'boolean' }] as const;
	try {
		const { values } = parseArgs({
			options: { port: { type: 'string' }, ...Object.fromEntries(accepted.map(flag)) },
		});
		const port = Number(values.port ?? DEFAULT_PORT);
		if (!Number.isInteger(port) || port < 1 || port > 65_535)
			throw new Error(`--port must be a number between 1 and 65535, got "${values.port}".`);
		return { ...values, port };
	} catch (error) {
		const usage = [
			`Usage: ${name} -- [options]`,
			`  --port N   Port of the editor on 127.0.0.1. Default: ${DEFAULT_PORT}`,
			...accepted.map((one) => `  --${one}    ${flags[one]}`),
		];
		throw new UsageError([(error as Error).message, ...usage].join('\n'));
	}
}
