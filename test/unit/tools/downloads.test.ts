import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromFolder } from '../../../tools/published/downloads';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'tenfold-downloads-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (clone: string, ...args: string[]): string =>
	spawnSync('git', ['-C', clone, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
		encoding: 'utf8',
	}).stdout.trim();

test('reads the newest commit of a clone, not its work tree', async () => {
	const clone = join(folder, 'things', 'api');
	mkdirSync(clone, { recursive: true });
	git(clone, 'init');
	writeFileSync(join(clone, 'api.json'), 'committed');
	git(clone, 'add', '.');
	git(clone, 'commit', '-m', 'Describe things');
	writeFileSync(join(clone, 'api.json'), 'changed');
	const files = await fromFolder(folder)('things/api');
	const revision = git(clone, 'rev-parse', 'HEAD');
	expect(revision).toMatch(/^[0-9a-f]{40}$/);
	expect(files).toMatchObject({
		revision,
		url: `https://github.com/things/api/tree/${revision}`,
	});
	expect(await files.read('api.json')).toBe('committed');
	await expect(files.read('other.json')).rejects.toThrow('other.json');
});

test('names the missing clone', async () => {
	await expect(fromFolder(folder)('things/api')).rejects.toThrow('There is no clone of things/api');
});
