// Mutation test (npm run test:mutation): changes one expression at a time and runs the unit tests of
// the engine. A mutant that survives is a behaviour that no unit test checks.
export default {
	// The forms are checked by the contract tests.
	mutate: ['nodes/engine/**/*.ts', '!nodes/engine/form/**'],
	testRunner: 'jest',
	jest: { configFile: 'test/mutation.config.cjs', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	// Mutants of constants that are evaluated when a module loads would run all tests.
	ignoreStatic: true,
	ignorePatterns: ['dist', 'docs', 'examples', 'deploy', 'test/contract/published', 'test/host'],
	tempDirName: 'build/stryker',
	reporters: ['clear-text', 'html', 'json'],
	clearTextReporter: { reportTests: false, allowColor: false },
	htmlReporter: { fileName: 'build/mutation.html' },
	jsonReporter: { fileName: 'build/mutation.json' },
	concurrency: 1,
	timeoutMS: 120_000,
};
