// A service that is generated from an API description. With TENFOLD_LONG, it is built and tested in a
// copy of the repository.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { newServiceIn, runJest } from '../../../test/unit/tools/newServiceChecks';
import { copyRepository, runIn, type Finished } from '../../../test/unit/tools/repositoryCopy';
import { createService } from '../../newService/createService';
import { serviceNames } from '../../newService/names';
import type { OpenApiDocument } from '../document';
import { generateService } from '../generateService';

const library = 'tools/openApi/test/library.yaml';

let copy: string;

/** Makes a copy for the tests of a block. */
function inOwnCopy(): void {
	beforeAll(() => {
		copy = copyRepository();
	});
	afterAll(() => rmSync(copy, { recursive: true, force: true }));
}

const { read, syntaxErrors, operationsOf, unregistered } = newServiceIn(() => copy);

describe('generated files', () => {
	inOwnCopy();

	test('a service from an API description is complete, parses, loads and is registered', () => {
		const names = serviceNames('public-library');
		const document = parse(read(library)) as OpenApiDocument;
		const generated = generateService(copy, names, document);
		const { plan } = generated;
		const { created } = createService(copy, names, generated);
		expect(created.flatMap(syntaxErrors)).toEqual([]);
		const planned = plan.operations.map(({ resource, key }) => `${resource}.${key}`);
		expect(planned.length).toBe(11);
		expect(operationsOf(created, 'PublicLibrary', 'publicLibrary')).toEqual(
			[...planned, 'apiRequest.getAll', 'apiRequest.send'].sort(),
		);
		expect(unregistered('PublicLibrary', 'publicLibrary', false)).toEqual([]);
	});
});

if (process.env.TENFOLD_LONG !== undefined)
	describe('a service in the repository', () => {
		inOwnCopy();
		jest.setTimeout(600_000);
		const run = (command: string, ...args: string[]): Finished => runIn(copy, command, ...args);
		const generate = (...args: string[]): Finished =>
			run('npm', 'run', 'new-service', '--', 'public-library', '--openapi', library, ...args);

		test('is not written with --dry-run, which reports what is not mapped', () => {
			const { status, output } = generate('--dry-run');
			expect(output).toContain('11 of 13 operations, 1 deprecated');
			expect(output).toContain('POST /books/{id}/reserve: A body of type application/xml');
			expect(status).toBe(0);
			expect(existsSync(join(copy, 'nodes/PublicLibrary'))).toBe(false);
		});

		test('a Swagger document is read, too', () => {
			const get = { responses: { 200: { schema: { type: 'array', items: { type: 'object' } } } } };
			const swagger = {
				swagger: '2.0',
				info: { title: 'Pets', version: '1' },
				host: 'pets.example.com',
				schemes: ['https'],
				paths: { '/pets': { get } },
			};
			writeFileSync(join(copy, 'pets.json'), JSON.stringify(swagger));
			const shop = ['new-service', '--', 'pet-shop', '--openapi', 'pets.json', '--dry-run'];
			const { output } = run('npm', 'run', ...shop);
			expect(output).toContain('1 of 1 operations send only requests');
			expect(output).not.toContain('no fixed https address');
		});

		test('compiles, and passes the contract and workflow tests', () => {
			const generated = generate();
			expect(generated.status === 0 ? '' : generated.output).toBe('');
			const config = {
				extends: './test/tsconfig.json',
				include: ['nodes/PublicLibrary', 'credentials/PublicLibrary*', 'test/*/publicLibrary*'],
			};
			writeFileSync(join(copy, 'tsconfig.library.json'), JSON.stringify(config));
			for (const { status, output } of [
				run('tsc', '-p', 'tsconfig.library.json'),
				runJest(copy, 'contract', 'contract/(registration|pack|nodePanel)'),
				runJest(
					copy,
					'contract',
					'contract/(form|services)',
					'--testNamePattern=^Public ?Library ',
				),
				runJest(copy, 'workflow', 'workflow/publicLibrary'),
			])
				expect(status === 0 ? '' : output).toBe('');
		});
	});
