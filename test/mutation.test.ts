/**
 * All unit tests of the engine in one file, for the mutation test. Jest loads every test file for
 * every mutant, and loading n8n-workflow takes longer than most tests.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, 'unit', 'engine');
const paths = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter((path) =>
	path.endsWith('.test.ts'),
);
describe.each(paths)('%s', (path) => {
	jest.requireActual(join(folder, path));
});
