// Dates must not depend on the time zone of the process. In UTC, many such mistakes have no effect,
// so tests run in a zone with half hours and daylight saving time, unless TZ is set.
process.env.TZ ??= 'America/St_Johns';

// Four projects. tools/commands/test.ts runs them and adds up the results.
const project = (displayName, options = {}) => ({
	displayName,
	rootDir: __dirname,
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	testEnvironment: 'node',
	transform: { '\\.ts$': '<rootDir>/test/transform.cjs' },
	...options,
});

module.exports = {
	projects: [
		project('unit'),
		project('contract'),
		// Silences n8n's logger, which prints every node error.
		project('workflow', { setupFiles: ['<rootDir>/test/workflow/kit/silenceLogger.ts'] }),
		project('host', { setupFilesAfterEnv: ['<rootDir>/test/host/kit/testTimeout.ts'] }),
	],
	testTimeout: 120_000,
	testSequencer: '<rootDir>/test/sequencer.cjs',
	// tools/commands/test.ts uses more workers for tests that mostly wait.
	maxWorkers: 2,
};
