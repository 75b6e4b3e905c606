// Dates must not depend on the time zone of the process. In UTC, many such mistakes have no effect,
// so tests run in a zone with half hours and daylight saving time, unless TZ is set.
process.env.TZ ??= 'America/St_Johns';

// The projects. tools/commands/test.ts runs them and adds up the results.
const project = (displayName, options = {}) => ({
	displayName,
	rootDir: __dirname,
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	testEnvironment: 'node',
	transform: { '\\.ts$': '<rootDir>/test/transform.cjs' },
	...options,
});

const inN8n = { setupFilesAfterEnv: ['<rootDir>/test/host/kit/testTimeout.ts'] };

module.exports = {
	projects: [
		project('unit'),
		project('contract'),
		// The generator of services, which builds none of those in nodes/. Part of npm run test:all.
		project('openApi', { testMatch: ['<rootDir>/tools/openApi/test/*.test.ts'] }),
		project('workflow', {
			// Silences n8n's logger, which prints every node error.
			setupFiles: ['<rootDir>/test/workflow/kit/silenceLogger.ts'],
			testEnvironment: '<rootDir>/test/sharedPackages/environment.cjs',
			runtime: '<rootDir>/test/sharedPackages/runtime.cjs',
		}),
		project('host', inN8n),
		// The part of `host` that npm run test:n8n runs for every change, without a browser.
		project('n8n', {
			...inN8n,
			testMatch: [
				'examples/examples',
				'queue/queueMode',
				'services/codeHostingWebhook',
				'services/taskList',
			].map((file) => `<rootDir>/test/host/${file}.test.ts`),
		}),
	],
	// npm run test:coverage
	collectCoverageFrom: ['nodes/**/*.ts'],
	coverageDirectory: 'build/coverage',
	// V8 counts the branches of executed functions only, and nothing for test/sharedPackages together with
	// other projects.
	coverageProvider: 'babel',
	coverageReporters: ['text-summary', 'json-summary', 'html'],
	testTimeout: 120_000,
	testSequencer: '<rootDir>/test/sequencer.cjs',
	// tools/commands/test.ts uses more workers for tests that mostly wait.
	maxWorkers: 2,
};
