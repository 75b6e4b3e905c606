// Opening the form of the largest node in n8n's editor, compared with n8n's GitHub node, and what
// both add to the node types that the editor loads. Uses Debian's Chromium.
import { gzipSync } from 'node:zlib';
import { operationsOf } from '../../tools/generate/operationList';
import { codeHosting } from '../../nodes/CodeHosting/service';
import { browserMissing, ensureBrowser, openBrowser } from '../../tools/browser/browser';
import { FormEditor } from '../host/kit/formEditor';
import type { Setting } from './measure';
import { github, largestNode } from './nodes';
import { spreadOf, type Line } from './report';

/** How often the form is opened again after its first opening. */
const reopenings = 5;

export async function opening(setting: Setting): Promise<Line[]> {
	if (!ensureBrowser()) {
		console.log(`Skipped: opening. ${browserMissing}`);
		return [];
	}
	const { n8n, runs } = setting;
	const forms = await Promise.all(
		[
			{
				what: `this pack, Code Hosting with ${operationsOf(codeHosting).length} operations`,
				node: largestNode(setting),
			},
			{ what: "n8n's GitHub node", node: github(setting) },
		].map(async ({ what, node }) => ({
			what,
			node,
			workflowId: (await n8n.createWorkflow(what, [node])).id,
			first: [] as number[],
			further: [] as number[],
		})),
	);
	const browser = await openBrowser(n8n.process.url);
	try {
		const editor = new FormEditor(browser.page, n8n.process.url);
		for (let run = 0; run <= runs; run++) {
			for (const { what, node, workflowId, first, further } of forms) {
				// Loads the page again, without what the editor has cached for the other form.
				await editor.open(workflowId);
				const times: number[] = [];
				for (let count = 0; count <= reopenings; count++)
					times.push(await editor.timeToOpenNode(node.name));
				console.log(
					`${what}: ${times.map(Math.round).join(', ')} ms${run === 0 ? ' (warm-up)' : ''}`,
				);
				if (run === 0) continue;
				first.push(times[0]!);
				further.push(...times.slice(1));
			}
		}
	} finally {
		await browser.close();
	}
	const types = await n8n.rest.nodeTypes();
	return [
		...forms.map(({ what, node }): Line => {
			// n8n adds a second node type for AI agents.
			const added = types.filter(({ name }) => [node.type, `${node.type}Tool`].includes(name));
			const json = added.map((type) => JSON.stringify(type)).join();
			return {
				row: 'node types that the editor loads',
				what,
				unit: 'KB',
				...spreadOf([Buffer.byteLength(json) / 1000]),
				runs: 1,
				beside: { 'KB compressed': gzipSync(json).length / 1000 },
			};
		}),
		...(['first', 'further'] as const).flatMap((which) =>
			forms.map((form): Line => ({
				row:
					which === 'first'
						? 'opening the form, first time after loading the page'
						: 'opening the form again',
				what: form.what,
				...spreadOf(form[which]),
				runs: form[which].length,
			})),
		),
	];
}
