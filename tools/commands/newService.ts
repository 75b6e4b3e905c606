// npm run new-service -- <name>: creates the skeleton of a service. The skeleton passes all tests.
import { spawnSync } from 'node:child_process';
import { createService } from '../newService/createService';
import { serviceNames } from '../newService/names';

const usage = 'Usage: npm run new-service -- <name>, for example weather-reports';

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

function main([name, ...rest]: string[]): void {
	if (name === undefined || name.startsWith('-') || rest.length > 0) throw new Error(usage);
	const names = serviceNames(name);
	const { label, pascal, camel, kebab } = names;
	const { created, changed } = createService(process.cwd(), names);

	console.log(`Created ${label}:\n${created.map((file) => `  ${file}`).join('\n')}\n`);
	console.log('Formatting, updating the docs tables and writing the contract snapshot ...');
	// Prettier breaks lines in different places, depending on the length of the name.
	run('prettier', '--ignore-unknown', '--write', ...created, ...changed);
	run('npm', 'run', 'docs');
	run(
		'jest',
		'--ci=false',
		'--selectProjects=contract',
		'--testPathPatterns=contract/form',
		`--testNamePattern=^${pascal} `,
	);
	console.log(`
Next steps:
  1. Describe the API in test/contract/data/${kebab}.json.
  2. Write the operations in nodes/${pascal}/resources/. Adapt shapes.ts, errors.ts and the credential.
  3. Adapt test/services/${camel}/, test/workflow/${camel}.test.ts and the cases for the editor and AI agents in test/host/.
  4. Write docs/${kebab}.md and an example workflow. Draw the icons. Update CHANGELOG.md and the description in package.json.
  5. Run npm run docs, then npm test -- types build gate unit contract workflow.`);
}

try {
	main(process.argv.slice(2));
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
