// Imports every example workflow into a real n8n instance and executes it once, with its Manual
// Trigger or an event for its trigger.
import { readdirSync } from 'node:fs';
import { contentsOf } from '../../services/codeHosting/contents';
import type { CodeService } from '../../services/codeHosting/service';
import type { RunningServices } from '../../services/list';
import { seedN8n, startServices, type SeededN8n } from '../../../tools/sandbox/sandbox';
import { runExample } from '../../../tools/sandbox/runExample';
import { startTestN8n, type TestN8n } from '../kit/testN8n';
import { inRoot } from '../../../tools/system/paths';

let n8n: TestN8n;
let running: RunningServices;
let seeded: SeededN8n;

beforeAll(async () => {
	running = await startServices(false);
	n8n = await startTestN8n();
	seeded = await seedN8n(n8n.process.url, running.services);
});
afterAll(async () => {
	await n8n?.close();
	await running?.close();
});

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
	const { discussions, world } = running.services.codeHosting as CodeService;
	const { all, comments } = discussions.of(world.repositories[0]!);
	const issues = all.filter(({ title }) => title.startsWith('Export'));
	const newest = issues.at(-1)!;
	expect(newest.labels).toEqual(['bug']);
	expect(issues.slice(0, -1).map(({ number }) => number)).not.toEqual([]);
	expect(comments.filter(({ number }) => number === newest.number)).toEqual([
		expect.objectContaining({
			body: expect.stringMatching(/^Similar issues: #\d+/) as string,
		}),
	]);
});

test('the pull request contains the committed file, and main does not change', async () => {
	const { discussions, world } = running.services.codeHosting as CodeService;
	const [repository] = world.repositories;
	const contents = contentsOf(repository!);
	const { pulls } = discussions.of(repository!);
	const before = { main: contents.branches.get('main'), pulls: pulls.length };
	const example = seeded.examples.find(
		({ file }) => file === 'code-hosting-branch-to-pull-request.json',
	)!;
	expect((await runExample(example, seeded)).message).toBe('ok');
	expect(contents.branches.get('main')).toBe(before.main);
	expect(pulls).toHaveLength(before.pulls + 1);
	const { title, head, base, draft } = pulls.at(-1)!;
	expect({ title, base, draft }).toEqual({
		title: 'Update the price list',
		base: 'main',
		draft: false,
	});
	const { sha } = contents.treeOf(head).get('data/prices.csv')!;
	expect(contents.blobs.get(sha)!.toString()).toMatch(/^product,price\nbike,\d+\n$/);
});

test.each([
	['INV-9', 1],
	['INV-', 2],
])('payments whose invoice is not found are listed (%s)', async (known, notFound) => {
	const { workflow } = seeded.examples.find(
		({ file }) => file === 'finance-payment-to-invoice.json',
	)!;
	const nodes = JSON.parse(
		JSON.stringify(workflow.nodes).replaceAll(known, 'unknown-'),
	) as typeof workflow.nodes;
	const copy = await seeded.rest.createWorkflow({
		name: `Without ${known}`,
		nodes,
		connections: workflow.connections,
	});
	const execution = await seeded.rest.waitForExecution(await seeded.rest.runManually(copy.id));
	const listed = execution.nodes['Not Found']?.flatMap(({ outputs }) => outputs.flat()) ?? [];
	expect(listed).toHaveLength(notFound);
	expect(listed.at(-1)).toMatchObject({ json: { reference: 'bank-2026-01-31-2' } });
});
