// npm run new-service -- <name>: creates the skeleton of a service. The skeleton passes all tests.
// With --openapi, it is generated from an API description.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { createService } from '../newService/createService';
import { serviceNames } from '../newService/names';
import { checkRequests } from '../openApi/checkRequests';
import { generateService, reportOf } from '../openApi/generateService';
import { readDocument } from '../openApi/readDocument';

const usage = `Usage: npm run new-service -- <name> [options], for example weather-reports
  --openapi FILE    Generate the service from an OpenAPI or Swagger document: a file or a URL
  --dry-run         Print what would be generated, and write nothing`;

/**
 * Runs a command without showing its output.
 * @throws Error with the output if the command fails
 */
function run(command: string, ...args: string[]): void {
	const { status, stdout, stderr, error } = spawnSync(command, args, {
		encoding: 'utf8',
		shell: process.platform === 'win32',
		maxBuffer: 100_000_000,
	});
	if (status !== 0)
		throw new Error(
			[error?.message, stdout, stderr, `${command} failed`].filter(Boolean).join('\n'),
		);
}

function readArguments(args: string[]) {
	try {
		const { positionals, values } = parseArgs({
			args,
			allowPositionals: true,
			options: {
				openapi: { type: 'string' },
				'dry-run': { type: 'boolean' },
			},
		});
		if (positionals.length !== 1 || (values['dry-run'] && values.openapi === undefined))
			throw new Error('Pass one name, and a document for --dry-run.');
		return { ...values, name: positionals[0]! };
	} catch (error) {
		throw new Error(`${(error as Error).message}\n${usage}`, { cause: error });
	}
}

async function main(args: string[]): Promise<void> {
	const { name, openapi, 'dry-run': isDryRun } = readArguments(args);
	const names = serviceNames(name);
	if (openapi === undefined) return finish(names, createService(process.cwd(), names), false);
	const document = await readDocument(openapi);
	const generated = generateService(process.cwd(), names, document);
	const { plan, files } = generated;
	console.log(reportOf(plan));
	if (!isDryRun) return finish(names, createService(process.cwd(), names, generated), true);
	const invalid = checkRequests(document, plan);
	const { length } = plan.operations;
	const indented = (lines: readonly string[]): string => lines.map((one) => `\n  ${one}`).join('');
	console.log(
		`\n${length - invalid.length} of ${length} operations send only requests that the document allows${indented(invalid)}`,
	);
	console.log(`\nWould write:${indented(Object.keys(files))}`);
}

/** Formats the files, and writes what is derived from them. */
function finish(
	{ label, pascal, kebab }: ReturnType<typeof serviceNames>,
	{ created, changed }: ReturnType<typeof createService>,
	isGenerated: boolean,
): void {
	console.log(`Created ${label}:\n${created.map((file) => `  ${file}`).join('\n')}\n`);
	console.log('Formatting, updating the docs tables and writing the contract snapshot ...');
	// Prettier breaks lines in different places, depending on the length of the name.
	run('prettier', '--ignore-unknown', '--write', ...created, ...changed);
	run('npm', 'run', 'docs');
	run(
		'jest',
		'--ci=false',
		'--verbose=false',
		...(isGenerated ? ['--updateSnapshot'] : []),
		'--selectProjects=contract',
		'--testPathPatterns=contract/form',
		`--testNamePattern=^${pascal} `,
	);
	console.log(
		isGenerated
			? `
Next steps:
  1. Decide what the report lists in nodes/${pascal}/openapi.json. See docs/new-service.md.
  2. Run npm run dev, and connect an account. Then run npm test and npm run lint.
  3. Draw the icons. Update docs/${kebab}.md, CHANGELOG.md and the description in package.json.`
			: '\nNext steps: see tools/newService/README.md.',
	);
}

main(process.argv.slice(2)).catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
