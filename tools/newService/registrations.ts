/**
 * Adds a service to the files that list all services. test/contract/registration.test.ts checks
 * these entries.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceNames } from './names';

export interface ChangedFile {
	readonly path: string;
	readonly text: string;
}

/** The cases of the template in the tests of the editor and of AI agents. */
const templateCases = {
	nodeCases: `{
		action: 'Get record',
		pick: { recordId: 'First' },
		output: 'rec_1',
	}`,
	connectCases: `{
		providers: { sampleCompany: { api: 'https://api.sample-company.example.com' } },
		credentials: (local) => ({ accessToken: copied(local, 'accessToken') }),
	}`,
	toolCases: `{
		resource: 'record',
		operation: 'get',
		parameters: () => ({ recordId: resourceLocator(fromAi('Record', 'ID of the record')) }),
		call: { Record: 'rec_1' },
		result: 'First',
	}`,
};

/**
 * Returns package.json and the list of local test services, each with an entry for the new service.
 * For the template, also the cases of the editor and agent tests.
 * @param credentials names of their classes
 * @param isTemplate whether the service has the operations of the template
 * @throws Error if a file does not have the expected format
 */
export function registrations(
	root: string,
	{ pascal, camel }: ServiceNames,
	credentials: readonly string[],
	isTemplate: boolean,
): ChangedFile[] {
	const entry = (list: keyof typeof templateCases) => (text: string) =>
		appendEntry(text, list, `${pascal}: ${templateCases[list]},`);
	const edits: Record<string, (text: string) => string> = {
		'package.json': (text) => {
			const manifest = JSON.parse(text) as { n8n: { credentials: string[]; nodes: string[] } };
			for (const name of credentials)
				manifest.n8n.credentials.push(`dist/credentials/${name}.credentials.js`);
			manifest.n8n.nodes.push(`dist/nodes/${pascal}/${pascal}.node.js`);
			return `${JSON.stringify(manifest, null, 2)}\n`;
		},
		'test/services/list.ts': (text) =>
			appendEntry(
				appendImport(text, `import { start${pascal} } from './${camel}/service';`),
				'localServices',
				`{ name: '${camel}', start: start${pascal} },`,
			),
		...(isTemplate && {
			'test/host/editor/nodeCases.ts': entry('nodeCases'),
			'test/host/editor/connectCases.ts': entry('connectCases'),
			'test/host/agents/toolCases.ts': entry('toolCases'),
		}),
	};
	return Object.entries(edits).map(([path, edit]) => {
		const text = readFileSync(join(root, path), 'utf8');
		const changed = edit(text);
		if (changed === text)
			throw new Error(`${path} has an unexpected format. Adapt tools/newService/registrations.ts.`);
		return { path, text: changed };
	});
}

const appendImport = (text: string, line: string): string =>
	text.replace(/^([\s\S]*\nimport [^\n]+\n)/, `$1${line}\n`);

const appendEntry = (text: string, name: string, entry: string): string =>
	text.replace(
		new RegExp(`^((?:export )?const ${name}\\b[^]*?\\n)([\\]}];)$`, 'm'),
		(_, entries: string, end: string) => `${entries}\t${entry}\n${end}`,
	);
