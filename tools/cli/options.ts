// Command-line options of `npm start`, `npm run dev` and `npm run start:queue`.
import { parseArgs } from 'node:util';

/** n8n's default port. */
export const DEFAULT_PORT = 5678;

export interface StartOptions {
	port: number;
	/** Start with an empty n8n. */
	fresh: boolean;
	/** Run every example once in a temporary n8n, then exit. */
	check: boolean;
}

/** The options are invalid, or --help was given. The message contains the usage. */
export class UsageError extends Error {}

export interface Command {
	readonly name: 'npm start' | 'npm run dev' | 'npm run start:queue';
	/** Options that the command accepts in addition to --port. */
	readonly options: ReadonlyArray<'fresh' | 'check'>;
}

const optionHelp = {
	fresh: '  --fresh    Start with an empty n8n. Deletes existing workflows and executions.',
	check:
		'  --check    Run every example once in a temporary n8n, print the results and exit with 0 or 1.',
};

/**
 * Parses the command line.
 * @throws UsageError with the usage
 */
export function readOptions(args: readonly string[], { name, options }: Command): StartOptions {
	const usage = [
		`Usage: ${name} -- [options]`,
		`  --port N   Port of the editor on 127.0.0.1. Default: ${DEFAULT_PORT}`,
		...options.map((option) => optionHelp[option]),
	].join('\n');
	const { values } = parse(args, usage);
	const port = values.port === undefined ? DEFAULT_PORT : Number(values.port);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new UsageError(
			`--port must be a number between 1 and 65535, got "${values.port}".\n${usage}`,
		);
	}
	const isUnsupported = (['fresh', 'check'] as const).some(
		(option) => values[option] && !options.includes(option),
	);
	if (values.help || isUnsupported) throw new UsageError(usage);
	return { port, fresh: values.fresh ?? false, check: values.check ?? false };
}

function parse(args: readonly string[], usage: string) {
	try {
		return parseArgs({
			args: [...args],
			options: {
				port: { type: 'string' },
				fresh: { type: 'boolean' },
				check: { type: 'boolean' },
				help: { type: 'boolean', short: 'h' },
			},
		});
	} catch (error) {
		throw new UsageError(`${(error as Error).message}\n${usage}`);
	}
}
