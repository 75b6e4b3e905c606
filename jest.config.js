// Four kinds of tests; tools/commands/test.ts runs them and adds up their results.
const project = (displayName, more = {}) => ({
	displayName,
	rootDir: __dirname,
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	testEnvironment: 'node',
	transform: { '\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json', diagnostics: false }] },
	...more,
});

module.exports = {
	// n8n's logger writes every node error to the console; the tests look at the errors themselves.
	projects: [
		project('unit'),
		project('contract'),
		project('workflow', { setupFiles: ['<rootDir>/test/workflow/kit/quiet.ts'] }),
		project('host'),
	],
	testTimeout: 30_000,
	maxWorkers: 2,
};
