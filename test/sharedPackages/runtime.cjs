// Loads n8n-core and all other packages once in each worker instead of once in each test file. The
// modules of the project are loaded for each file, so their state is not shared.
//
// Seconds of processor time for the same eight small files of test/workflow, one worker:
//   18.7  Jest's own runtime
//   13.0  packages shared
//   12.6  modules of the project shared as well, with their state
//   12.2  one test file that requires the eight, which reports them as one and cannot run in parallel
// Jest's runtime also keeps about 30 MB per file that it has run, and this one 6 MB.
const { sep } = require('node:path');
const { default: Runtime } = require('jest-runtime');

const packages = `${sep}node_modules${sep}`;

/** Loads the packages. Belongs to the first test file, and is never torn down. */
let shared;

module.exports = class extends Runtime {
	constructor(...options) {
		super(...options);
		shared ??= new Runtime(...options);
	}

	requireModuleOrMock(from, name) {
		return this.isPackage(from, name)
			? shared.requireModuleOrMock(from, name)
			: super.requireModuleOrMock(from, name);
	}

	isPackage(from, name) {
		if (name === '@jest/globals' || this._resolution.isCoreModule(name)) return false;
		if (this.mockState.shouldMockCjs(from, name).shouldMock) return false;
		return this._resolution.resolveCjs(from, name).includes(packages);
	}
};
