import { variable } from '../../../nodes/CodeHosting/resources/variable';
import { readInput } from '../../../nodes/engine/read/readInput';

const readUpdate = (values: Readonly<Record<string, unknown>>) =>
	readInput(
		variable.operations.update!,
		(name, fallback) =>
			({ owner: 'octo-org', repository: 'hello-world', variableName: 'STAGE', ...values })[name] ??
			fallback,
	);

describe('Variable: Update', () => {
	test('is rejected if it changes nothing', () => {
		expect(() => readUpdate({})).toThrow('Update Fields must contain at least one field');
	});

	test.each([
		['value', { variableValue: 'production' }],
		['name', { updateFields: { renameTo: 'ENVIRONMENT' } }],
	])('can change only the %s', (_, values) => {
		expect(() => readUpdate(values)).not.toThrow();
	});
});
