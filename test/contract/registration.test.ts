// Every service is registered in all files that list services. `npm run new-service` adds these
// entries.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageName } from '../../tools/generate/operationList';
import { inRoot, packageName } from '../../tools/system/paths';
import { toolCases } from '../host/agents/toolCases';
import { connectCases } from '../host/editor/connectCases';
import { nodeCases } from '../host/editor/nodeCases';
import { isGenerated } from './kit/contractData';
import { nodesWithCases, services } from './kit/pack';

const foldersIn = (...path: string[]): string[] =>
	readdirSync(inRoot(...path), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name);

const filesIn = (path: string, ending: string): string[] =>
	readdirSync(inRoot(path))
		.filter((name) => name.endsWith(ending))
		.map((name) => join(path, name));

/** Names that a file does not list, and names that it lists by mistake. */
const differences = (
	file: string,
	listed: readonly string[],
	expected: readonly string[],
): string[] => [
	...expected
		.filter((name) => !listed.includes(name))
		.map((name) => `${file} does not list ${name}`),
	...listed
		.filter((name) => !expected.includes(name))
		.map((name) => `${file} lists ${name}, which does not exist`),
];

const serviceFolders = foldersIn('nodes').filter((name) => /^[A-Z]/.test(name));
const nodeNames = nodesWithCases.map(({ name }) => name);
const examples = filesIn('examples', '.json').map((file) => readFileSync(inRoot(file), 'utf8'));

test('package.json lists all nodes and credentials', () => {
	const { n8n } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	const built = (file: string): string => `dist/${file.replace(/\.ts$/, '.js')}`;
	expect([
		...differences(
			'package.json',
			n8n.nodes,
			serviceFolders.flatMap((folder) => filesIn(`nodes/${folder}`, '.node.ts')).map(built),
		),
		...differences(
			'package.json',
			n8n.credentials,
			filesIn('credentials', '.credentials.ts').map(built),
		),
	]).toEqual([]);
});

test('the editor and AI agent tests have a case for each node', () => {
	expect([
		...differences('test/host/editor/nodeCases.ts', Object.keys(nodeCases), nodeNames),
		...differences('test/host/editor/connectCases.ts', Object.keys(connectCases), nodeNames),
		...differences('test/host/agents/toolCases.ts', Object.keys(toolCases), nodeNames),
	]).toEqual([]);
});

test.each(services.map((service) => [service.label, service] as const))(
	'%s has contract data, workflow tests, fault tests, a docs page and an example',
	(_label, service) => {
		const { name } = service;
		const files = [
			...(isGenerated(service) ? [] : [`test/contract/data/${pageName(service)}.json`]),
			`test/workflow/${name}.test.ts`,
			`test/workflow/faults/${name}.test.ts`,
			`docs/${pageName(service)}.md`,
		];
		const type = `${packageName}.${name}`;
		expect([
			...files.filter((file) => !existsSync(inRoot(file))),
			...(examples.some((text) => text.includes(`"${type}"`))
				? []
				: [`examples/ (no workflow uses ${type})`]),
		]).toEqual([]);
	},
);
