import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeDetector } from '../../../tools/system/changedFile';

let folder: string;
const inFolder = (path: string): string => join(folder, path);
const write = (path: string, text: string): void => writeFileSync(inFolder(path), text);

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'tenfold-changes-'));
	mkdirSync(inFolder('nodes/Weather'), { recursive: true });
	write('nodes/Weather/service.ts', 'one');
	write('package.json', '{}');
	write('other.txt', 'one');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Saves a file as many editors do: writes a new file, and renames it. */
function saveByRename(path: string, text: string): void {
	write('temporary', text);
	renameSync(inFolder('temporary'), inFolder(path));
}

test.each<[string, () => void, string]>([
	['written', () => write('nodes/Weather/service.ts', 'three'), 'nodes/Weather/service.ts'],
	[
		'saved by rename',
		() => saveByRename('nodes/Weather/service.ts', 'two'),
		'nodes/Weather/service.ts',
	],
	['saved by rename, outside a folder', () => saveByRename('package.json', '[]'), 'package.json'],
	['added', () => write('nodes/Weather/errors.ts', ''), 'nodes/Weather/errors.ts'],
	['deleted', () => rmSync(inFolder('package.json')), 'package.json'],
	[
		'in a deleted folder',
		() => rmSync(inFolder('nodes'), { recursive: true }),
		'nodes/Weather/service.ts',
	],
])('a file is noticed once if it is %s', (_, change, path) => {
	const changedFile = changeDetector(folder, ['nodes', 'package.json']);
	expect(changedFile()).toBeUndefined();
	change();
	expect(changedFile()).toBe(path);
	expect(changedFile()).toBeUndefined();
});

test('every save by rename is noticed, not only the first', () => {
	const changedFile = changeDetector(folder, ['package.json']);
	for (const text of ['[1]', '[2]', '[3]']) {
		saveByRename('package.json', text);
		expect(changedFile()).toBe('package.json');
	}
});

test('other files are ignored', () => {
	const changedFile = changeDetector(folder, ['nodes', 'missing']);
	write('other.txt', 'three');
	expect(changedFile()).toBeUndefined();
});
