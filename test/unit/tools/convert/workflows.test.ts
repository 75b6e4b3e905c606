// Ten workflows, shaped like what users share: the exact result of the conversion. `-u` writes
// the results, which then have to be read. test/host/builtInNodes/convertedWorkflows.test.ts runs them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertWorkflow } from '../../../../tools/convert/convert';
import { printReport } from '../../../../tools/convert/printReport';
import { packForm } from '../../../../tools/convert/forms';
import {
	parseWorkflows,
	type Workflow,
	type WorkflowNode,
} from '../../../../tools/convert/workflow';

const folder = join(__dirname, 'workflows');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const originalOf = (name: string): Workflow => parseWorkflows(read(`${name}.json`)).workflows[0]!;
const names = readdirSync(folder)
	.filter((file) => file.endsWith('.json') && !file.endsWith('.converted.json'))
	.map((file) => file.replace('.json', ''));

/** Omits the version of converted nodes, which is the newest one, so that a new one changes nothing here. */
function withoutNewest(node: WorkflowNode): WorkflowNode {
	const [, name] = /^n8n-nodes-tenfold\.(\w+?)(?:Tool)?$/.exec(node.type) ?? [];
	if (name === undefined) return node;
	expect(node.typeVersion).toBe(packForm(name).version);
	return { ...node, typeVersion: undefined };
}

/** The stored text, or the current one if Jest updates snapshots. */
function stored(file: string, current: string): string {
	const { _updateSnapshot: mode } = expect.getState().snapshotState as unknown as {
		_updateSnapshot: string;
	};
	if (mode === 'all' || (mode === 'new' && !existsSync(join(folder, file))))
		writeFileSync(join(folder, file), current);
	return read(file);
}

test('there are ten', () => expect(names).toHaveLength(10));

describe.each(names)('%s', (name) => {
	const original = originalOf(name);
	const { workflow, report } = convertWorkflow(original);

	test('has the expected result and report', () => {
		const nodes = workflow.nodes.map(withoutNewest);
		const text = `${JSON.stringify({ ...workflow, nodes }, null, 2)}\n`;
		expect(text).toBe(stored(`${name}.converted.json`, text));
		const printed = `${printReport(report)}\n`;
		expect(printed).toBe(stored(`${name}.report.txt`, printed));
	});

	test('needs no manual step but the credentials', () => {
		expect(report.nodes.filter(({ to }) => to === undefined)).toEqual([]);
		expect(report.nodes.flatMap(({ remarks }) => remarks.filter(({ todo }) => todo))).toEqual([]);
		expect(report.credentials.length).toBeGreaterThan(0);
	});

	test('keeps its nodes, names, connections and settings', () => {
		expect({ ...workflow, nodes: [] }).toEqual({ ...original, nodes: [] });
		const kept = ({ nodes }: Workflow) =>
			nodes.map((node) => ({
				...node,
				type: '',
				typeVersion: 0,
				parameters: {},
				credentials: {},
			}));
		expect(kept(workflow)).toEqual(kept(original));
	});

	test('converts to itself', () => {
		const again = convertWorkflow(workflow);
		expect(again.workflow).toEqual(workflow);
		expect(again.report.nodes).toEqual([]);
	});

	test('every changed node is in the report', () => {
		const changed = workflow.nodes
			.filter((node, index) => JSON.stringify(node) !== JSON.stringify(original.nodes[index]))
			.map((node) => node.name);
		expect(report.nodes.map(({ node }) => node).sort()).toEqual(changed.sort());
	});
});
