import { adaptErrorTexts, adaptLaterNodes } from '../../../../tools/convert/laterNodes';
import type { Workflow, WorkflowNode } from '../../../../tools/convert/workflow';

const link = (...names: string[]) => ({ main: [names.map((node) => ({ node }))] });

/** Before -> Changed -> Reader, with the parameters of the reader. */
function workflowWith(parameters: object, more: Partial<WorkflowNode> = {}): Workflow {
	return {
		nodes: [
			{ name: 'Before', type: 'n8n-nodes-base.manualTrigger' },
			{ name: 'Changed', type: 'n8n-nodes-tenfold.codeHosting' },
			{
				name: 'Reader',
				type: 'n8n-nodes-base.set',
				parameters: parameters as Record<string, unknown>,
				...more,
			},
		],
		connections: { Before: link('Changed'), Changed: link('Reader') },
	};
}

const output = { old: 'fresh', made: '({item}.a + 1)', gone: null };

const adapted = (text: string, change: typeof output | 'input' | 'callback' = output) => {
	const { workflow, remarks } = adaptLaterNodes(workflowWith({ text }), 'Changed', change);
	return { text: workflow.nodes[2]!.parameters!.text, remarks };
};

describe('fields with another name', () => {
	test.each([
		['={{ $json.old }}', '={{ $json.fresh }}'],
		['={{ $json["old"].x }}', '={{ $json.fresh.x }}'],
		["={{ $json?.old + $json['old'] }}", '={{ $json.fresh + $json.fresh }}'],
		['=Text {{ $input.item.json.old }} text', '=Text {{ $input.item.json.fresh }} text'],
		["={{ $('Changed').item.json.old }}", "={{ $('Changed').item.json.fresh }}"],
		['={{ $("Changed").first().json.old }}', '={{ $("Changed").first().json.fresh }}'],
		['={{ $node["Changed"].json["old"] }}', '={{ $node["Changed"].json.fresh }}'],
		['={{ $json.made }}', '={{ ($json.a + 1) }}'],
		// Other fields and other nodes.
		['={{ $json.older }}', '={{ $json.older }}'],
		['={{ $json.x.old }}', '={{ $json.x.old }}'],
		["={{ $('Before').item.json.old }}", "={{ $('Before').item.json.old }}"],
		['$json.old', '$json.old'],
		['=$json.old', '=$json.old'],
	])('%s becomes %s', (before, after) => {
		expect(adapted(before)).toEqual({ text: after, remarks: [] });
	});

	test('a field that is missing, and the whole item, are in the report', () => {
		expect(adapted('={{ $json.gone }}').remarks[0]!.what).toMatch(/Reader reads gone/);
		expect(adapted('={{ JSON.stringify($json) }}').remarks[0]!.what).toMatch(/Reader uses/);
	});

	test('code is in the report', () => {
		const code = workflowWith({ jsCode: 'return items.map((item) => item.json.old)' });
		const { remarks } = adaptLaterNodes(code, 'Changed', output);
		expect(remarks).toEqual([
			{
				what: 'The code in Reader uses old, which is different in the new node.',
				todo: 'Replace it by fresh.',
			},
		]);
	});

	test('is read after nodes that pass items on, and not after others', () => {
		const chain = (type: string): Workflow => ({
			nodes: [
				{ name: 'Changed', type: 'n8n-nodes-tenfold.codeHosting' },
				{ name: 'Between', type: `n8n-nodes-base.${type}` },
				{
					name: 'Reader',
					type: 'n8n-nodes-base.noOp',
					parameters: { text: '={{ $json.old }}' },
				},
			],
			connections: { Changed: link('Between'), Between: link('Reader') },
		});
		const read = (type: string) =>
			adaptLaterNodes(chain(type), 'Changed', output).workflow.nodes[2]!.parameters!.text;
		expect(read('if')).toBe('={{ $json.fresh }}');
		expect(read('set')).toBe('={{ $json.old }}');
	});

	test('pinned data is in the report', () => {
		const pinned = { ...workflowWith({}), pinData: { Changed: [{ old: 1 }] } };
		expect(adaptLaterNodes(pinned, 'Changed', output).remarks[0]!.what).toMatch(/pinned data/);
	});
});

test("n8n's node returned what is now in the field callback", () => {
	expect(adapted('={{ $json.a }}', 'callback').text).toBe('={{ $json.callback.a }}');
	expect(adapted("={{ $('Changed').item.json.a }}", 'callback').text).toBe(
		"={{ $('Changed').item.json.callback.a }}",
	);
	const code = workflowWith({ jsCode: 'return items' });
	expect(adaptLaterNodes(code, 'Changed', 'callback').remarks[0]!.what).toMatch(/Reader uses/);
});

describe("n8n's node returned its input items", () => {
	test.each([
		['={{ $json.a }}', "={{ $('Before').item.json.a }}"],
		["={{ $('Changed').first().json.a }}", "={{ $('Before').first().json.a }}"],
		// The error comes from the node itself.
		['={{ $json.error }}', '={{ $json.error }}'],
	])('%s becomes %s', (before, after) => expect(adapted(before, 'input').text).toBe(after));

	test('with On Error: Continue, a failed item has only its error', () => {
		const workflow = workflowWith({ text: '={{ $json.a }}' });
		const nodes = workflow.nodes.map((node) =>
			node.name === 'Changed' ? { ...node, onError: 'continueRegularOutput' } : node,
		);
		expect(
			adaptLaterNodes({ ...workflow, nodes }, 'Changed', 'input').workflow.nodes[2]!.parameters,
		).toEqual({ text: "={{ ($json.error ? $json : $('Before').item.json).a }}" });
	});

	test('items of several nodes, and nodes that use whole items, are in the report', () => {
		const workflow = workflowWith({ text: '={{ $json.a }}' });
		const several = {
			...workflow,
			connections: { ...workflow.connections, Other: link('Changed') },
		};
		expect(adaptLaterNodes(several, 'Changed', 'input').remarks).toHaveLength(1);
		const merge = workflowWith({}, { type: 'n8n-nodes-base.merge' });
		expect(adaptLaterNodes(merge, 'Changed', 'input').remarks[0]!.what).toMatch(/Reader uses/);
	});
});

describe("texts of n8n's errors", () => {
	const condition = (rightValue: string) =>
		adaptErrorTexts(workflowWith({ leftValue: '={{ $json.error }}', rightValue }));

	test('a record that does not exist is recognized', () => {
		const { workflow, remarks } = condition('could not be found');
		const { leftValue } = workflow.nodes[2]!.parameters!;
		const code = String(leftValue).slice(3, -2);
		const evaluate = (error: string): unknown =>
			new Function('$json', `return ${code}`)({ error }) as unknown;
		expect(evaluate('File Path docs/a.md not found')).toMatch(/could not be found/);
		expect(evaluate('GitHub could not find this record')).toMatch(/could not be found/);
		expect(evaluate('GitHub returned a server error')).toBe('GitHub returned a server error');
		expect(remarks.get('Reader')).toEqual({ what: expect.any(String) as string });
	});

	test('others are in the report', () => {
		const { workflow, remarks } = condition('Forbidden - perhaps check your credentials?');
		expect(workflow.nodes[2]!.parameters!.leftValue).toBe('={{ $json.error }}');
		expect(remarks.get('Reader')!.todo).toBeDefined();
	});
});
