// What `npm run new-service` writes into a copy of the repository. With TENFOLD_LONG, a generated
// service is built and tested there.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ICredentialType, INodeProperties, INodeType } from 'n8n-workflow';
import { parse } from 'yaml';
import type { Authenticate, Service } from '../../../nodes/engine/describe';
import { collectSecrets } from '../../../nodes/engine/errors/redact';
import { propertiesOf } from '../../../nodes/engine/form/properties';
import { serviceNames } from '../../generate/serviceNames';
import { copyRepository } from '../../system/repositoryCopy';
import { createService } from '../createService';
import type { OpenApiDocument } from '../document';
import { planService } from '../plan';
import { filesOf } from '../writeFiles';

const library = 'tools/openApi/test/library.yaml';

let copy: string;
beforeAll(() => {
	copy = copyRepository();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const read = (file: string): string => readFileSync(join(copy, file), 'utf8');
const load = <T>(file: string, name: string): T =>
	jest.requireActual<Record<string, T>>(join(copy, file))[name]!;

/** Creates a service from a document. Returns the files. */
function create(name: string, document: string, schemes?: object): string[] {
	const names = serviceNames(name);
	const { components, ...described } = parse(read(document)) as OpenApiDocument;
	const securitySchemes = (schemes ?? components?.securitySchemes) as typeof components;
	const full = { ...described, components: { ...components, securitySchemes } };
	const plan = planService(full as OpenApiDocument, names.label);
	return createService(copy, names, filesOf(copy, names, plan, 'Library'));
}

test.each([
	['weather-reports', 'tools/openApi/sample.yaml', 2],
	['public-library', library, 8],
])('%s is complete, loads and is registered', (name, document, count) => {
	const { pascal, camel } = serviceNames(name);
	const files = create(name, document);
	const code = files.filter((file) => file !== 'package.json' && file !== 'test/services/list.ts');
	expect(code.filter((file) => /sample[- ]?service/i.test(read(file)))).toEqual([]);
	const Node = load<new () => INodeType>(`nodes/${pascal}/${pascal}.node.ts`, pascal);
	const service = load<Service>(`nodes/${pascal}/service.ts`, camel);
	const { description } = new Node();
	expect(description).toMatchObject({ name: camel, properties: propertiesOf(service) });
	const operations = Object.values(service.resources).map((resource) => resource.operations);
	// With the two of API Request.
	expect(operations.flatMap((all) => Object.keys(all))).toHaveLength(count + 2);
	const type = `${pascal}Api`;
	const Credential = load<new () => ICredentialType>(`credentials/${type}.credentials.ts`, type);
	expect(description.credentials).toMatchObject([{ name: new Credential().name }]);
	const { n8n } = JSON.parse(read('package.json')) as { n8n: Record<string, string[]> };
	expect(n8n.nodes).toContain(`dist/nodes/${pascal}/${pascal}.node.js`);
	expect(n8n.credentials).toContain(`dist/credentials/${type}.credentials.js`);
	expect(read('test/services/list.ts')).toContain(`{ name: '${camel}', start: start${pascal} },`);
});

test.each([
	['bearer', { type: 'http', scheme: 'bearer' }, ['Access Token']],
	['other', { type: 'oauth2' }, ['Access Token']],
	['basic', { type: 'http', scheme: 'basic' }, ['Username', 'Password']],
	['header', { type: 'apiKey', in: 'header', name: 'X-Key' }, ['API Key']],
	['query', { type: 'apiKey', in: 'query', name: 'api_key' }, ['API Key']],
])('the local service expects what a credential sends: %s', async (place, scheme, labels) => {
	const { pascal, camel } = serviceNames(`${place}-secrets`);
	create(`${place}-secrets`, 'tools/openApi/sample.yaml', { token: scheme });
	const file = `nodes/${pascal}/credentials.ts`;
	const { authenticate } = load<{ authenticate: Authenticate }>(file, 'keyCredential');
	const properties = load<INodeProperties[]>(file, 'properties').filter(
		({ name }) => name !== 'provider' && name !== 'baseUrl',
	);
	expect(properties.map(({ displayName }) => displayName)).toEqual(labels);
	const { credential, authentication } = JSON.parse(
		read(`test/services/${camel}/settings.json`),
	) as { credential: { data: object }; authentication: object };
	// A service may echo the secret without the username.
	expect(collectSecrets(credential.data)).toContain('local-token');
	const { headers = {}, qs } = await authenticate({ ...credential.data }, { url: '' });
	const lowercased = Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]);
	expect({ headers: Object.fromEntries(lowercased), query: qs ?? {} }).toEqual(authentication);
});

test.each([
	['3d-models', 'not a valid service name'],
	['weather-api', 'cannot end with'],
	['task-list', 'nodes/TaskList already exists'],
	['class', 'two words'],
])('the name %s is rejected: %s', (name, problem) => {
	expect(() => create(name, library)).toThrow(problem);
});

if (process.env.TENFOLD_LONG !== undefined)
	describe('a service in the repository', () => {
		jest.setTimeout(600_000);
		const run = (command: string, ...args: string[]) => {
			const { status, stdout, stderr } = spawnSync(command, args, {
				cwd: copy,
				encoding: 'utf8',
				env: {
					...process.env,
					PATH: `${join(copy, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
					// Jest sets this to `test`, and eslint-plugin-n8n-nodes-base then ignores file names.
					NODE_ENV: undefined,
					JEST_WORKER_ID: undefined,
					TENFOLD_LONG: undefined,
				},
				maxBuffer: 100_000_000,
			});
			return { status, output: `${stdout}${stderr}` };
		};
		const generate = (name: string, ...args: string[]) =>
			run('npm', 'run', 'new-service', '--', name, ...args);
		/** Runs tests. A run without tests counts as a failure. */
		const runJest = (project: string, paths: string, ...args: string[]) => {
			const only = [`--selectProjects=${project}`, `--testPathPatterns=${paths}`];
			const { status, output } = run('jest', '--runInBand', '--ci', ...only, ...args);
			return { status: /^Tests: .*\d+ passed/m.test(output) ? status : 1, output };
		};

		beforeAll(() => {
			rmSync(copy, { recursive: true, force: true });
			copy = copyRepository();
		});

		test.each([
			[library, ['8 of 13 operations, 1 deprecated', 'POST /books/{id}/reserve: A body of type']],
			['tools/openApi/test/swagger.yaml', ['1 of 1 operations']],
		])('%s is not written with --dry-run, which reports what is not mapped', (file, reported) => {
			const { status, output } = generate('public-library', '--openapi', file, '--dry-run');
			for (const line of reported) expect(output).toContain(line);
			expect(output).not.toContain('no fixed https address');
			expect(status).toBe(0);
			expect(existsSync(join(copy, 'nodes/PublicLibrary'))).toBe(false);
		});

		test.each([
			['weather-reports', []],
			['public-library', ['--openapi', library]],
		])('%s compiles, and passes the contract and workflow tests', (name, args) => {
			const { pascal, camel, label } = serviceNames(name);
			const generated = generate(name, ...args);
			expect(generated.status === 0 ? '' : generated.output).toBe('');
			const config = {
				extends: './test/tsconfig.json',
				include: [`nodes/${pascal}`, `credentials/${pascal}*`, `test/*/${camel}*`],
			};
			writeFileSync(join(copy, 'tsconfig.new.json'), JSON.stringify(config));
			const named = `--testNamePattern=^(${pascal}|${label}) `;
			for (const { status, output } of [
				run('tsc', '-p', 'tsconfig.new.json'),
				runJest('contract', 'contract/(registration|pack|nodePanel)'),
				runJest('contract', 'contract/(form|services)', named),
				runJest('workflow', `workflow/${camel}`),
			])
				expect(status === 0 ? '' : output).toBe('');
		});
	});
