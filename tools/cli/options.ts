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

const optionHelp = {
	fresh: '  --fresh    Start with an empty n8n. Deletes existing workflows and executions.',
	check:
		'  --check    Run every example once in a temporary n8n, print the results and exit with 0 or 1.',
};

/**
 * Parses the command line.
 * @param name of the command, for its usage
 * @param options that the command accepts in addition to --port
 * @throws UsageError with the usage
 */
export function readOptions(
	name: string,
	options: ReadonlyArray<keyof typeof optionHelp> = [],
): StartOptions {
	const usage = [
		`Usage: ${name} -- [options]`,
		`  --port N   Port of the editor on 127.0.0.1. Default: ${DEFAULT_PORT}`,
		...options.map((option) => optionHelp[option]),
	].join('\n');
	const flag = { type: 'boolean', default: false } as const;
	const parse = () =>
		parseArgs({
			options: {
				port: { type: 'string', default: String(DEFAULT_PORT) },
				help: { ...flag, short: 'h' },
				...(Object.fromEntries(options.map((option) => [option, flag])) as {
					[option in keyof typeof optionHelp]?: typeof flag;
				}),
			},
		}).values;
	let values: ReturnType<typeof parse>;
	try {
		values = parse();
	} catch (error) {
		throw new UsageError(`${(error as Error).message}\n${usage}`);
	}
	const port = Number(values.port);
	if (values.help) throw new UsageError(usage);
	if (!Number.isInteger(port) || port < 1 || port > 65_535)
		throw new UsageError(
			`--port must be a number between 1 and 65535, got "${values.port}".\n${usage}`,
		);
	return { port, fresh: values.fresh === true, check: values.check === true };
}
