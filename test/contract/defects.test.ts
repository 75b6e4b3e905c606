// The defects that `npm run test:defects` injects.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readDefects } from '../../tools/defects/readDefects';
import { inRoot } from '../../tools/system/paths';
import { testEach } from './kit/testEach';

const defects = readDefects().map((defect) => ({ ...defect, id: defect.name }));

testEach(defects, 'every defect can be injected', ({ file }) => {
	const { stderr } = spawnSync('git', ['apply', '--check', file], {
		cwd: inRoot(),
		encoding: 'utf8',
	});
	expect(stderr).toBe('');
});

testEach(defects, 'every defect names what goes wrong and existing test files', (defect) => {
	expect(defect.name).toMatch(/^[a-z]+(?:-[a-z\d]+)+$/);
	expect(defect.description).toMatch(/^[A-Z].+\.$/s);
	expect(defect.caughtBy).not.toEqual([]);
	expect(defect.caughtBy.filter((file) => !existsSync(inRoot(file)))).toEqual([]);
});
