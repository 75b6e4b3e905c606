// Imports every example workflow into a real n8n instance and executes it once, with its Manual
// Trigger or an event for its trigger.
import { readdirSync } from 'node:fs';
import type { ResourceMapperField, ResourceMapperFields, ResourceMapperValue } from 'n8n-workflow';
import type { Comment, Issue } from '../../services/codeHosting/discussions';
import type { CodeService } from '../../services/codeHosting/service';
import type { Row } from '../../services/financeData/connections';
import type { FinanceService } from '../../services/financeData/service';
import type { RunningServices } from '../../services/list';
import { seedN8n, startServices, type SeededN8n } from '../../../tools/sandbox/sandbox';
import { runExample } from '../../../tools/sandbox/runExample';
import { startTestN8n, type TestN8n } from '../kit/testN8n';
import { inRoot, packageName } from '../../../tools/system/paths';

const repositoryFolder = '/repos/octo-org/hello-world';

let n8n: TestN8n;
let running: RunningServices;
let seeded: SeededN8n;
/** All invoices, with their values before any payment. */
let invoices: ReadonlyArray<readonly [Row, Row]>;

beforeAll(async () => {
	running = await startServices(false);
	n8n = await startTestN8n();
	seeded = await seedN8n(n8n.process.url, running.services);
	const { connections } = running.services.financeData as FinanceService;
	invoices = connections.all
		.flatMap(({ records }) => records.of<Row>('/accounting/invoices'))
		.map((row) => [row, { ...row }] as const);
});
afterAll(async () => {
	await n8n?.close();
	await running?.close();
});

/** As if no payment had been received. */
function reopenInvoices(): void {
	for (const [row, original] of invoices) Object.assign(row, original);
}

test.each(readdirSync(inRoot('examples')))('%s succeeds and returns items', async (file) => {
	const example = seeded.examples.find((one) => one.file === file);
	expect(example).toBeDefined();
	const { message, itemsOut } = await runExample(example!, seeded);
	expect(message).toBe('ok');
	expect(itemsOut).toBeGreaterThan(0);
});

test("n8n's migration report for version 3 lists no example", async () => {
	const { report, totalWorkflows } = await n8n.rest.request<{
		report: { workflowResults: Array<{ ruleId: string; nbAffectedWorkflows: number }> };
		totalWorkflows: number;
	}>('POST', '/rest/breaking-changes/report/refresh?version=v3');
	expect(report.workflowResults).toEqual([]);
	expect(totalWorkflows).toBe(seeded.examples.length);
});

test('the agent labels the new issue and comments on it', async () => {
	const example = seeded.examples.find(({ file }) => file === 'code-hosting-triage-issues.json')!;
	expect((await runExample(example, seeded)).message).toBe('ok');
	const { records } = running.services.codeHosting as CodeService;
	const issues = records.of<Issue>(`${repositoryFolder}/issues`);
	const exports = issues.filter(({ title }) => title.startsWith('Export'));
	const newest = exports.at(-1)!;
	expect(newest.labels.map(({ name }) => name)).toEqual(['bug']);
	expect(exports.slice(0, -1).map(({ number }) => number)).not.toEqual([]);
	const comments = records.of<Comment>(`${repositoryFolder}/issues/comments`);
	expect(comments.filter(({ issue_url: url }) => url === newest.url)).toEqual([
		expect.objectContaining({
			body: expect.stringMatching(/^Similar issues: #\d+/) as string,
		}),
	]);
});

test.each([
	{ problem: 'one unknown invoice', old: 'INV-9', new: 'unknown', failed: [1] },
	{ problem: 'only unknown invoices', old: 'INV-', new: 'unknown-', failed: [0, 1] },
	{ problem: 'a reference that occurs twice', old: '-31-2', new: '-31-1', failed: [0, 1] },
	{ problem: 'a wrong access token', old: '-access-south', new: '-wrong', failed: [1] },
	{ problem: 'an amount with a comma', old: '9.9,', new: '\\"9,9\\",', failed: [1] },
	{ problem: 'an unknown account', old: '8004-', new: '8994-', failed: [0, 1] },
	{ problem: 'no problem', old: 'INV-2', new: 'INV-2', failed: [] },
])('each payment is listed with its result, with $problem', async ({ old, new: wrong, failed }) => {
	reopenInvoices();
	const { workflow } = seeded.examples.find(
		({ file }) => file === 'finance-payment-to-invoice.json',
	)!;
	const copy = await seeded.rest.createWorkflow({
		name: `Payments with ${wrong} instead of ${old}`,
		nodes: JSON.parse(
			JSON.stringify(workflow.nodes).replaceAll(old, wrong),
		) as typeof workflow.nodes,
		connections: workflow.connections,
	});
	const execution = await seeded.rest.waitForExecution(await seeded.rest.runManually(copy.id));
	expect(execution.status).toBe('success');
	// n8n's Filter node also returns the other items, in an output that the editor does not show.
	const outputOf = (node: string) =>
		execution.nodes[node]!.flatMap(({ outputs }) => outputs[0]!).map(({ json }) => json);
	const listed = outputOf('Payments and Results');
	expect(
		listed.map(({ row, reference, payment, problem }) => [
			row,
			reference,
			payment === '',
			problem === '',
		]),
	).toEqual(
		[1, 2].map((row, index) => [
			row,
			`bank-2026-01-31-${row}`.replace(old, wrong),
			failed.includes(index),
			!failed.includes(index),
		]),
	);
	// n8n runs the node that records payments once even if no invoice was found.
	expect(JSON.stringify(listed)).not.toContain('is required;');
	expect(outputOf('Payments to Check')).toEqual(listed.filter(({ problem }) => problem !== ''));
});

test('a second run of the payments lists their invoices as paid', async () => {
	reopenInvoices();
	const { workflow } = seeded.examples.find(
		({ file }) => file === 'finance-payment-to-invoice.json',
	)!;
	// With the references of an earlier run, nothing would be recorded.
	const nodes = JSON.stringify(workflow.nodes).replaceAll('bank-2026', 'other-2026');
	const copy = await seeded.rest.createWorkflow({
		name: 'Payments of another bank',
		nodes: JSON.parse(nodes) as typeof workflow.nodes,
		connections: workflow.connections,
	});
	const problems = async () => {
		const execution = await seeded.rest.waitForExecution(await seeded.rest.runManually(copy.id));
		const rows = execution.nodes['Payments and Results']!.flatMap(({ outputs }) => outputs[0]!);
		return rows.map(({ json }) => json.problem);
	};
	expect(await problems()).toEqual(['', '']);
	const paid = expect.stringContaining('or it is paid') as string;
	expect(await problems()).toEqual([paid, paid]);
});

test('payments are not sent if two lines lead into their check', async () => {
	const { workflow } = seeded.examples.find(
		({ file }) => file === 'finance-payment-to-invoice.json',
	)!;
	// As n8n connects the nodes if the first ones are deleted, and another one is added below.
	const moved = ['Payments Received', 'Split Out Payments'];
	const start = workflow.connections.Start!.main![0]!;
	const copy = await seeded.rest.createWorkflow({
		name: 'Payments with two lines',
		nodes: workflow.nodes.map((node) => ({
			...node,
			position: [node.position[0], node.position[1] + (moved.includes(node.name) ? 200 : 0)],
		})),
		connections: {
			...workflow.connections,
			Start: { main: [[...start, { node: 'Check Payments', type: 'main', index: 0 }]] },
		},
	});
	const execution = await seeded.rest.waitForExecution(await seeded.rest.runManually(copy.id));
	const rows = execution.nodes['Payments and Results']!.flatMap(({ outputs }) => outputs[0]!);
	const ofPayments = rows.filter(({ json }) => json.reference);
	expect(ofPayments.length).toBeGreaterThan(0);
	for (const { json } of ofPayments)
		expect(json).toMatchObject({ payment: '', problem: expect.stringContaining('Two lines') });
	expect(execution.nodes.Recorded).toBeUndefined();
});

/** Returns dates, as n8n's Data Table node does, and one row without. */
const rowsWithTimes = {
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode: `return $input.first().json.rows.map((row, index) => ({ json: { ...row, due: index === 2 ? null : new Date(row.due) } }));`,
	},
};

test.each(['text', 'times'])(
	'a spreadsheet whose due dates are %s updates no task in the second run',
	async (kind) => {
		const { workflow } = seeded.examples.find(
			({ file }) => file === 'task-list-from-spreadsheet.json',
		)!;
		const { id } =
			kind === 'text'
				? workflow
				: await seeded.rest.createWorkflow({
						name: 'Spreadsheet with times',
						connections: workflow.connections,
						nodes: workflow.nodes.map((node) =>
							node.name === 'Split Out Rows' ? { ...node, ...rowsWithTimes } : node,
						),
					});
		const countsOf = async () => {
			const execution = await seeded.rest.waitForExecution(await seeded.rest.runManually(id));
			expect(execution.status).toBe('success');
			return ['Create Task', 'Update Task'].map(
				(name) => (execution.nodes[name] ?? []).flatMap(({ outputs }) => outputs.flat()).length,
			);
		};
		await countsOf();
		expect(await countsOf()).toEqual([0, 0]);
	},
);

test('no example has outdated fields, of which n8n would warn', async () => {
	const types = await seeded.rest.nodeTypes();
	const checked: string[] = [];
	for (const { file, workflow } of seeded.examples) {
		for (const node of workflow.nodes.filter(({ type }) => type.startsWith(packageName))) {
			const type = types.find(
				({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
			)!;
			for (const { name, typeOptions } of type.properties) {
				const methodName = typeOptions?.resourceMapper?.resourceMapperMethod;
				const value = node.parameters[name] as ResourceMapperValue | undefined;
				if (methodName === undefined || !value?.schema) continue;
				const { fields } = await seeded.rest.request<ResourceMapperFields>(
					'POST',
					'/rest/dynamic-node-parameters/resource-mapper-fields',
					{
						nodeTypeAndVersion: { name: node.type, version: node.typeVersion },
						currentNodeParameters: node.parameters,
						path: `parameters.${name}`,
						methodName,
						credentials: node.credentials,
						workflowId: workflow.id,
					},
				);
				checked.push(node.name);
				expect({ file, node: node.name, fields: value.schema.map(compared) }).toEqual({
					file,
					node: node.name,
					fields: fields.map(compared),
				});
			}
		}
	}
	expect(checked).toEqual(
		expect.arrayContaining(['Record Payment', 'Insert Conversions', 'Update Conversions']),
	);
});

/** The properties that n8n's editor compares. */
const compared = ({
	id,
	displayName,
	required,
	defaultMatch,
	display,
	type,
}: ResourceMapperField) => ({ id, displayName, required, defaultMatch, display, type });
