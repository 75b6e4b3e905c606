import { convertWorkflow } from '../../../../tools/convert/convert';
import { convertHttpRequest } from '../../../../tools/convert/httpRequest';
import { testCases } from './cases';

const node = (parameters: object, more: object = {}) => ({
	name: 'Node',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: parameters as Record<string, unknown>,
	...more,
});
const converted = (parameters: object, more: object = {}) =>
	convertHttpRequest(node(parameters, more));
const github = 'https://api.github.com';

testCases('requests.yaml', ({ version = 4.2, given, more }) =>
	converted({ url: `${github}/x`, ...given }, { typeVersion: version, ...more }),
);

test.each([
	'https://example.com/repos',
	'https://api.github.com.example.com/repos',
	'https://evil.com/https://api.github.com/x',
	'https://raw.githubusercontent.com/a/b/main/x.md',
	'https://www.googleapis.com/drive/v3/files',
	'https://www.strava.com/oauth/token',
	'https://www.strava.com/api/v3/oauth/token',
	'http://api.github.com/repos',
	'={{ $json.url }}',
	'',
])('%s is not converted', (url) => expect(converted({ url })).toBeUndefined());

test('a token in a header is not copied', () => {
	const headerParameters = { parameters: [{ name: 'Authorization', value: 'Bearer ghp_secret' }] };
	const result = converted({ url: `${github}/x`, sendHeaders: true, headerParameters });
	expect(JSON.stringify(result)).not.toContain('ghp_secret');
});

describe('errors of failed items', () => {
	const after = (onError: string | undefined, leftValue: string) => {
		const { workflow, report } = convertWorkflow({
			nodes: [
				node({ url: `${github}/repos/a/b` }, { onError }),
				{ name: 'If', type: 'n8n-nodes-base.if', parameters: { leftValue } },
			],
			connections: { Node: { main: [[{ node: 'If' }]] } },
		});
		expect(report.nodes[0]!.remarks).toEqual([]);
		return workflow.nodes[1]!.parameters!.leftValue;
	};

	test('later nodes read a text instead of an object with a message', () => {
		expect(after('continueRegularOutput', '={{ $json.error.message }}')).toBe(
			'={{ ($json.error && { message: $json.error }).message }}',
		);
		expect(after('continueRegularOutput', '={{ $json.name }}')).toBe('={{ $json.name }}');
		expect(after(undefined, '={{ $json.error.message }}')).toBe('={{ $json.error.message }}');
	});
});
