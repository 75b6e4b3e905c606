// Compiles TypeScript for Jest. Types are checked by `npm test`.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { transformSync, version } = require('esbuild');

const options = {
	loader: 'ts',
	format: 'cjs',
	target: 'node20',
	sourcemap: 'inline',
	// Jest cannot import ES modules: import() becomes require().
	supported: { 'dynamic-import': false },
};
const hash = createHash('sha256').update(readFileSync(__filename)).update(version);
const key = hash.digest('hex');

module.exports = {
	// Jest adds the counters for coverage to the result, so it must not reuse one without them.
	getCacheKey: (source, path, { instrument }) =>
		createHash('sha256').update(`${key} ${instrument} ${path}`).update(source).digest('hex'),
	process: (source, path) => transformSync(source, { ...options, sourcefile: path }),
};
