// One environment for all test files of a worker, because packages belong to the environment that
// loaded them. See runtime.cjs.
const { TestEnvironment } = require('jest-environment-node');

/** Descriptions of the symbols under which jest-circus stores the tests of a file. */
const runnerState = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS']);

class SharedEnvironment extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		const { process } = this.global;
		this.exit = process.exit;
		this.variables = { ...process.env };
	}

	/** Removes what a test file leaves behind. Mocks are restored by the runtime. */
	async teardown() {
		this.fakeTimers.dispose();
		this.fakeTimersModern.dispose();
		const { process } = this.global;
		process.exit = this.exit;
		for (const name of Object.keys(process.env)) delete process.env[name];
		Object.assign(process.env, this.variables);
		for (const symbol of Object.getOwnPropertySymbols(this.global))
			if (runnerState.has(symbol.description)) delete this.global[symbol];
	}
}

let shared;

module.exports = class {
	constructor(config, context) {
		shared ??= new SharedEnvironment(config, context);
		return shared;
	}
};
