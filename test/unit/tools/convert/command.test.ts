import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../../../../tools/system/paths';

const folder = mkdtempSync(join(tmpdir(), 'convert-'));

function convert(...args: string[]): { status: number; output: string } {
	const command = [inRoot('tools', 'run.mjs'), 'tools/commands/convert.ts', ...args];
	try {
		const output = execFileSync(process.execPath, command, { encoding: 'utf8', stdio: 'pipe' });
		return { status: 0, output };
	} catch (error) {
		const { status, stderr } = error as { status: number; stderr: string };
		return { status, output: stderr };
	}
}

function fileWith(name: string, ...types: string[]): string {
	const file = join(folder, `${name}.json`);
	const nodes = types.map((type, index) => ({ name: `Node ${index}`, type, parameters: {} }));
	writeFileSync(file, JSON.stringify({ name, nodes, connections: {} }));
	return file;
}

const typesIn = (file: string): string[] =>
	(
		JSON.parse(readFileSync(file.replace('.json', '.converted.json'), 'utf8')) as {
			nodes: Array<{ type: string }>;
		}
	).nodes.map(({ type }) => type);

const builtIn = 'n8n-nodes-base.github';
const pack = 'n8n-nodes-tenfold.instanceCloud';
const single = 'n8n-nodes-unikraft-cloud.unikraftCloud';

test('the direction follows from what the file contains, or from --to', () => {
	const [toPack, toPackages, both] = [
		fileWith('to-pack', builtIn),
		fileWith('to-packages', pack),
		fileWith('both', builtIn, pack),
	];
	const { status, output } = convert(toPack, toPackages, both);
	expect(status).toBe(0);
	expect(output).toContain('Node 0: GitHub, Issue: Create -> Code Hosting, Issue: Create');
	expect(typesIn(toPack)).toEqual(['n8n-nodes-tenfold.codeHosting']);
	expect(typesIn(toPackages)).toEqual([single]);
	expect(typesIn(both)).toEqual(['n8n-nodes-tenfold.codeHosting', pack]);
	convert('--to', 'packages', both);
	expect(typesIn(both)).toEqual([builtIn, single]);
});

test('errors name the file and what is wrong', () => {
	const broken = join(folder, 'broken.json');
	writeFileSync(broken, '{\n"nodes": [}');
	const { status, output } = convert(broken, join(folder, 'missing.json'));
	expect(status).toBe(1);
	expect(output).toMatch(/broken\.json: The workflow cannot be read: /);
	expect(output).toMatch(/missing\.json: ENOENT/);
	expect(convert('--to', 'nowhere', broken)).toMatchObject({ status: 2 });
	expect(convert().output).toMatch(/^Usage: npm run convert/);
});
