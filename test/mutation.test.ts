/**
 * All unit tests of the engine in one file, for the mutation test. Jest loads every test file for
 * every mutant, and loading n8n-workflow takes longer than most tests.
 */
import { globSync } from 'node:fs';

const paths = globSync('./unit/engine/**/*.test.ts', { cwd: __dirname });
describe.each(paths)('%s', (path) => {
	jest.requireActual(`./${path}`);
});
