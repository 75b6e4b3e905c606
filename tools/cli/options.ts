// Command lines of the commands in tools/commands/.
import { parseArgs, type ParseArgsConfig } from 'node:util';

export const DEFAULT_PORT = 5678;

export interface StartOptions {
	port: number;
	fresh?: boolean;
	/** Run every example once in a temporary n8n, then exit. */
	check?: boolean;
}

/** The command line is invalid, or a program is missing. The message contains the usage. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Parses the command line. With --help, prints the usage and exits.
 * @throws UsageError with the usage
 */
export function readCommandLine<T extends Options>(usage: string, options: T) {
	try {
		if (process.argv.slice(2).some((one) => one === '--help' || one === '-h')) {
			console.log(usage);
			process.exit(0);
		}
		return parseArgs({ options, allowPositionals: true });
	} catch (error) {
		throw new UsageError(`${(error as Error).message}\n${usage}`);
	}
}

const flags = {
	fresh:
		'Start with an empty n8n and the current examples. Deletes existing workflows and executions.',
	check: 'Run every example once in a temporary n8n, print the results and exit with 0 or 1.',
};

/**
 * Parses the command line of `npm start`, `npm run dev` and `npm run start:queue`.
 * @param name of the command, for its usage
 * @param accepted options, in addition to --port
 * @throws UsageError with the usage
 */
export function readOptions(
	name: string,
	accepted: ReadonlyArray<keyof typeof flags> = [],
): StartOptions {
	const usage = [
		`Usage: ${name} -- [options]`,
		`  --port N   Port of the editor on 127.0.0.1. Each port has its own workflows. Default: ${DEFAULT_PORT}`,
		...accepted.map((one) => `  --${one}    ${flags[one]}`),
	].join('\n');
	const booleans = accepted.map((one) => [one, { type: 'boolean' }] as const);
	const { values, positionals } = readCommandLine(usage, {
		port: { type: 'string' },
		...Object.fromEntries(booleans),
	});
	const port = Number(values.port ?? DEFAULT_PORT);
	if (!Number.isInteger(port) || port < 1 || port > 65_535)
		throw new UsageError(`--port must be a number between 1 and 65535.\n${usage}`);
	if (positionals.length > 0) throw new UsageError(usage);
	return { ...values, port };
}
