// Jest's configuration for the mutation test: the unit tests of the engine, as one file.
const { projects } = require('../jest.config');

const { displayName, ...unit } = projects.find(({ displayName }) => displayName === 'unit');

module.exports = { ...unit, testMatch: ['<rootDir>/test/mutation.test.ts'] };
