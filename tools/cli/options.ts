// What a person can say on the command line of `npm start`, `npm run dev` and `npm run start:queue`.
import { parseArgs } from 'node:util';

/** n8n's own usual port. */
export const EDITOR_PORT = 5678;

export interface StartOptions {
	port: number;
	/** Begin with an empty n8n. */
	fresh: boolean;
	/** Run every example once in a temporary n8n, and leave. */
	check: boolean;
}

/** The options were not understood, or help was asked for; the message says how to use the command. */
export class UsageError extends Error {}

/** What a command takes beside --port. */
export interface Command {
	/** As a person enters it. */
	readonly name: 'npm start' | 'npm run dev' | 'npm run start:queue';
	readonly takes: ReadonlyArray<'fresh' | 'check'>;
}

const told = {
	fresh: '  --fresh    begin with an empty n8n; workflows and executions of the last time are lost',
	check:
		'  --check    run every example once in a temporary n8n, print a table, and leave with 0 or 1',
};

/**
 * Reads the command line.
 * @throws UsageError with the usage
 */
export function readOptions(args: readonly string[], { name, takes }: Command): StartOptions {
	const usage = [
		`${name} -- [options]`,
		`  --port N   port of the editor on 127.0.0.1 (${EDITOR_PORT} without it)`,
		...takes.map((option) => told[option]),
	].join('\n');
	const { values } = parse(args, usage);
	const port = values.port === undefined ? EDITOR_PORT : Number(values.port);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new UsageError(
			`--port takes a number from 1 to 65535, and got "${values.port}".\n${usage}`,
		);
	}
	const untaken = (['fresh', 'check'] as const).some(
		(option) => values[option] && !takes.includes(option),
	);
	if (values.help || untaken) throw new UsageError(usage);
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
