// Four projects. tools/commands/test.ts runs them and adds up the results.
const project = (displayName, options = {}) => ({
	displayName,
	rootDir: __dirname,
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	testEnvironment: 'node',
	transform: { '\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json', diagnostics: false }] },
	...options,
});

module.exports = {
	projects: [
		project('unit'),
		project('contract'),
		// Silences n8n's logger, which prints every node error.
		project('workflow', { setupFiles: ['<rootDir>/test/workflow/kit/silenceLogger.ts'] }),
		project('host'),
	],
	testTimeout: 120_000,
	testSequencer: '<rootDir>/test/sequencer.cjs',
	// tools/commands/test.ts uses more workers for tests that mostly wait.
	maxWorkers: 2,
};
