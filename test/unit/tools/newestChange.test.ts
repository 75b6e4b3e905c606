import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newestChange } from '../../../tools/pack/builtPack';

let folder: string;
const inFolder = (path: string): string => join(folder, path);
const file = 'Weather/service.ts';

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'tenfold-changes-'));
	mkdirSync(inFolder('Weather'));
	writeFileSync(inFolder(file), 'one');
	for (const path of [file, 'Weather', '.']) utimesSync(inFolder(path), 1000, 1000);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each<[string, () => void]>([
	['written', () => writeFileSync(inFolder(file), 'two')],
	[
		'saved by rename, as many editors do',
		() => {
			writeFileSync(inFolder('temporary'), 'two');
			renameSync(inFolder('temporary'), inFolder(file));
		},
	],
	['added', () => writeFileSync(inFolder('Weather/errors.ts'), '')],
	['deleted', () => rmSync(inFolder(file))],
])('a change is noticed if a file is %s', (_, change) => {
	expect(newestChange(folder)).toBe(1_000_000);
	change();
	expect(newestChange(folder)).toBeGreaterThan(1_000_000);
});
