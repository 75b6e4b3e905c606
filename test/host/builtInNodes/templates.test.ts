// Converts public templates, which are not part of this repository. To run this test, set the
// environment variable to a copy of the repository:
//
//   git clone https://github.com/agnisadhak01/n8n-workflow-all-templates templates
//   git -C templates checkout 3ae53cd5335fd811876eb9e48eba86da75f35ddb
//   TENFOLD_TEMPLATES=$PWD/templates npx jest test/host/builtInNodes/templates.test.ts
//
// 161 of its workflows contain n8n's nodes for GitHub, Strava and Google Tasks, or HTTP Request nodes
// that call a service of this pack.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertWorkflow } from '../../../tools/convert/convert';
import { InvalidWorkflow, parseWorkflows, type Workflow } from '../../../tools/convert/workflow';

const folder = process.env.TENFOLD_TEMPLATES;

function readWorkflow(file: string): Workflow | undefined {
	try {
		return parseWorkflows(readFileSync(file, 'utf8')).workflows[0];
	} catch (error) {
		if (error instanceof InvalidWorkflow) return undefined;
		throw error;
	}
}

const templates = (): Array<[string, Workflow]> =>
	readdirSync(folder!, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.json'))
		.flatMap((file): Array<[string, Workflow]> => {
			const workflow = readWorkflow(join(folder!, file));
			return workflow ? [[file, workflow]] : [];
		});

(folder ? test : test.skip)('public templates', () => {
	const counts = { unremarkable: 0, noted: 0, withSteps: 0, unconverted: 0 };
	for (const [file, original] of templates()) {
		const { workflow, report } = convertWorkflow(original);
		if (report.nodes.length === 0) continue;
		const again = convertWorkflow(workflow);
		expect([file, again.workflow]).toEqual([file, workflow]);
		const reported = new Set(report.nodes.map(({ node }) => node));
		const silent = workflow.nodes.filter(
			(node, index) =>
				JSON.stringify(node) !== JSON.stringify(original.nodes[index]) && !reported.has(node.name),
		);
		expect([file, silent]).toEqual([file, []]);
		const remarks = report.nodes.flatMap((node) => node.remarks);
		if (report.nodes.some(({ to }) => to === undefined)) counts.unconverted += 1;
		else if (remarks.some(({ todo }) => todo !== undefined)) counts.withSteps += 1;
		else if (remarks.length > 0) counts.noted += 1;
		else counts.unremarkable += 1;
	}
	console.log(counts);
	expect(counts).toEqual({ unremarkable: 118, noted: 24, withSteps: 13, unconverted: 6 });
});
