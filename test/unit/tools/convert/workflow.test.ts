import { InvalidWorkflow, parseWorkflows } from '../../../../tools/convert/workflow';
import { convertWorkflow, hasConvertibleNodes } from '../../../../tools/convert/convert';
import { printReport } from '../../../../tools/convert/printReport';

const issue = (name: string, credential?: string) => ({
	name,
	type: 'n8n-nodes-base.github',
	typeVersion: 1.1,
	parameters: { owner: 'octo-org', repository: 'hello-world', title: 'New' },
	...(credential ? { credentials: { githubApi: { id: '1', name: credential } } } : {}),
});

test.each([
	['', /There is no text/],
	['{"nodes": [}', /^The workflow cannot be read: .+ Copy the nodes in n8n again/],
	['{"nodes": [', /^The workflow cannot be read: .+ Copy the nodes in n8n again/],
	['"text"', /no list of nodes/],
	['null', /no list of nodes/],
	['{"name": "x"}', /no list of nodes/],
	['[{"nodes": []}, {}]', /Entry 2 is not a workflow/],
	['{"nodes": [{"name": "x"}]}', /Node 1 has no name or no type/],
	['{"nodes": [null]}', /Node 1 has no name or no type/],
	['{"nodes": [], "connections": 3}', /connections/],
])('%j is rejected', (text, message) => {
	expect(() => parseWorkflows(text)).toThrow(InvalidWorkflow);
	expect(() => parseWorkflows(text)).toThrow(message);
});

test('reads a workflow, a copied selection with a byte order mark, and a list', () => {
	expect(parseWorkflows('\uFEFF {"nodes": []}\n')).toEqual({
		workflows: [{ nodes: [] }],
		isList: false,
	});
	expect(parseWorkflows('[{"nodes": []}]').isList).toBe(true);
});

test('nodes with the same credential in n8n share one', () => {
	const nodes = [issue('A', 'Work'), issue('B', 'Home'), issue('C', 'Work'), issue('D')];
	expect(convertWorkflow({ nodes }).report.credentials).toEqual([
		{ label: 'Code Hosting API', name: 'Work', nodes: ['A', 'C'] },
		{ label: 'Code Hosting API', name: 'Home', nodes: ['B'] },
		{ label: 'Code Hosting API', nodes: ['D'] },
	]);
});

test('a workflow without such nodes stays the same', () => {
	const workflow = { nodes: [{ name: 'Wait', type: 'n8n-nodes-base.wait' }], connections: {} };
	const { workflow: converted, report } = convertWorkflow(workflow);
	expect(converted).toEqual(workflow);
	expect(hasConvertibleNodes(workflow)).toBe(false);
	expect(printReport(report)).toMatch(/Nothing changed\.$/);
});

test('a node that cannot be converted stays exactly as it was, beside others', () => {
	const kept = {
		...issue('Dynamic'),
		parameters: { operation: '={{ $json.operation }}' },
	};
	const { workflow, report } = convertWorkflow({ nodes: [issue('A'), kept] });
	expect(workflow.nodes[1]).toBe(kept);
	expect(printReport(report)).toMatch(
		/^1 node converted, 1 node not converted\.[\s\S]*Dynamic: GitHub -> not converted\n {4}The resource or the operation is an expression\. Use one node/,
	);
});

test('a large workflow whose nodes all read each other is converted in seconds', () => {
	const nodes = Array.from({ length: 1000 }, (_, index) => ({
		name: `Get ${index}`,
		type: 'n8n-nodes-base.github',
		typeVersion: 1.1,
		parameters: {
			resource: 'file',
			operation: 'get',
			owner: 'octo-org',
			repository: 'hello-world',
			filePath: `={{ $json.path }}${'/x'.repeat(1000)}`,
		},
	}));
	const connections = Object.fromEntries(
		nodes.map(({ name }, index) => [
			name,
			{ main: [index === 999 ? [] : [{ node: `Get ${index + 1}` }]] },
		]),
	);
	const { report } = convertWorkflow({ nodes, connections });
	expect(report.nodes).toHaveLength(1000);
});
