// Checks of the files that `npm run new-service` writes into a copy of the repository.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { ModuleKind, transpileModule } from 'typescript';
import type { Service } from '../../../nodes/engine/describe';
import { propertiesOf } from '../../../nodes/engine/form/properties';
import { runIn, type Finished } from './repositoryCopy';

/** @param copy returns the folder of the copy */
export function newServiceIn(copy: () => string) {
	const read = (file: string): string => readFileSync(join(copy(), file), 'utf8');
	const load = <T>(file: string, name: string): T =>
		jest.requireActual<Record<string, T>>(join(copy(), file))[name]!;

	/** Errors of the parser. `npm test` checks the types of the templates. */
	const syntaxErrors = (file: string): string[] => {
		if (file.endsWith('.json')) JSON.parse(read(file));
		if (!file.endsWith('.ts')) return [];
		const { diagnostics = [] } = transpileModule(read(file), {
			fileName: file,
			reportDiagnostics: true,
			compilerOptions: { module: ModuleKind.Node16 },
		});
		return diagnostics.map(({ messageText }) => `${file}: ${JSON.stringify(messageText)}`);
	};

	/** The operations of the service, after a check of its node and of its credentials. */
	function operationsOf(files: readonly string[], pascal: string, camel: string): string[] {
		const Node = load<new () => INodeType>(`nodes/${pascal}/${pascal}.node.ts`, pascal);
		const service = load<Service>(`nodes/${pascal}/service.ts`, camel);
		const { description } = new Node();
		expect(description.name).toBe(camel);
		expect(description.properties).toEqual(propertiesOf(service));
		const credentials = files
			.filter((file) => file.startsWith('credentials/'))
			.map((file) => {
				const name = basename(file, '.credentials.ts');
				return new (load<new () => ICredentialType>(file, name))().name;
			});
		expect(description.credentials!.map(({ name }) => name).sort()).toEqual(credentials.sort());
		return Object.entries(service.resources)
			.flatMap(([resource, { operations }]) =>
				Object.keys(operations).map((key) => `${resource}.${key}`),
			)
			.sort();
	}

	/** Entries that a file does not contain. */
	const unregistered = (pascal: string, camel: string, hasCases = true): string[] =>
		Object.entries({
			'package.json': [
				`"dist/nodes/${pascal}/${pascal}.node.js"`,
				`"dist/credentials/${pascal}Api.credentials.js"`,
			],
			'test/services/list.ts': [`{ name: '${camel}', start: start${pascal} },`],
			...(hasCases
				? {
						'test/host/editor/nodeCases.ts': [`\t${pascal}: {`],
						'test/host/editor/connectCases.ts': [`\t${pascal}: {`],
						'test/host/agents/toolCases.ts': [`\t${pascal}: {`],
					}
				: {}),
		}).flatMap(([file, entries]) =>
			entries.filter((entry) => !read(file).includes(entry)).map((entry) => `${file}: ${entry}`),
		);
	return { read, syntaxErrors, operationsOf, unregistered };
}

/** Runs tests in a copy of the repository. A run without tests counts as a failure. */
export function runJest(copy: string, project: string, paths: string, ...args: string[]): Finished {
	const { status, output } = runIn(
		copy,
		'jest',
		'--runInBand',
		'--ci',
		`--selectProjects=${project}`,
		`--testPathPatterns=${paths}`,
		...args,
	);
	return { status: /^Tests: .*\d+ passed/m.test(output) ? status : 1, output };
}
