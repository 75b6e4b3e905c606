// npm run new-service -- <name>: generates a service from an API description, or a skeleton from that
// of a service with two operations.
import { execFileSync } from 'node:child_process';
import { readCommandLine, UsageError } from '../cli/options';
import { runMain } from '../cli/signals';
import { serviceNames } from '../generate/serviceNames';
import { createService } from '../openApi/createService';
import { planService, reportOf } from '../openApi/plan';
import { readDocument } from '../openApi/readDocument';
import { filesOf } from '../openApi/writeFiles';
import { inRoot, root } from '../system/paths';

const usage = `Usage: npm run new-service -- <name> [options], for example weather-reports
  --openapi FILE    OpenAPI or Swagger document, in JSON or YAML. Default: a document with two operations
  --dry-run         Print what would be generated, and write nothing`;

/** @throws Error with the output on stderr if the command fails */
const run = (command: string, ...args: string[]): unknown =>
	execFileSync(command, args, {
		stdio: ['ignore', 'ignore', 'pipe'],
		shell: process.platform === 'win32',
	});

runMain(async () => {
	const { positionals, values } = readCommandLine(usage, {
		openapi: { type: 'string' },
		'dry-run': { type: 'boolean' },
	});
	if (positionals.length !== 1) throw new UsageError(usage);
	const names = serviceNames(positionals[0]!);
	const source = values.openapi ?? inRoot('tools', 'openApi', 'sample.yaml');
	const document = await readDocument(source);
	const plan = planService(document, names.label);
	const from = `${document.info.title} ${document.info.version} (OpenAPI)`;
	const files = filesOf(root, names, plan, from);
	const indented = (lines: readonly string[]): string => lines.map((one) => `\n  ${one}`).join('');
	console.log(reportOf(plan));
	if (values['dry-run']) return console.log(`\nWould write:${indented(Object.keys(files))}`);
	const written = createService(root, names, files);
	console.log(`Created ${names.label}:${indented(written)}\n`);
	console.log('Formatting, updating the docs tables and writing the contract snapshot ...');
	// Prettier breaks lines in different places, depending on the length of the name.
	run('prettier', '--ignore-unknown', '--write', ...written);
	run('npm', 'run', 'docs');
	const snapshots = ['--ci=false', '--updateSnapshot', `--testNamePattern=^${names.pascal} `];
	run('jest', '--selectProjects=contract', '--testPathPatterns=contract/form', ...snapshots);
	console.log(`
Next steps:
  1. Decide what the report lists in nodes/${names.pascal}/openapi.json. See docs/new-service.md.
  2. Run npm run dev, and connect an account. Then run npm test and npm run lint.
  3. Draw the icons. Update docs/${names.kebab}.md, CHANGELOG.md and the description in package.json.`);
});
