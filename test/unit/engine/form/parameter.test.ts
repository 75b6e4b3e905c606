import type { INodePropertyRegexValidation } from 'n8n-workflow';
import { id, numbered } from '../../../../nodes/engine/describe';
import { parameterOf } from '../../../../nodes/engine/form/parameter';

// The snapshots in test/contract show every parameter of the services.
test.each([
	[undefined, ['8', ' 42 '], ['', '#8', 'I_kwDOA', '=8.5', 'https://x.example/issues/8']],
	['/issues/([0-9]+)', ['8', ' https://x.example/a/b/issues/8#c1 '], ['https://x.example/a', 'x8']],
])(
	'the editor accepts a number, and a URL if it has the pattern %s',
	(urlPattern, valid, invalid) => {
		const [mode] = parameterOf('it', id('Issue Number', { ...numbered, urlPattern })).modes!;
		const { regex } = (mode!.validation![0] as INodePropertyRegexValidation).properties;
		const accepts = (text: string) => new RegExp(`^${regex}$`).test(text);
		expect([valid.filter(accepts), invalid.filter(accepts)]).toEqual([valid, []]);
	},
);
