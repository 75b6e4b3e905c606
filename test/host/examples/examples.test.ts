/** Every example workflow, imported into a real n8n and executed once, as its reader would: by the button, or by making its trigger fire. */
import { readdirSync } from 'node:fs';
import type { RunningServices } from '../../services/list';
import { furnish, startServices, type Furnished } from '../../../tools/sandbox/sandbox';
import { runExample } from '../../../tools/sandbox/runExample';
import { openStage, type Stage } from '../kit/testN8n';
import { inRoot } from '../../../tools/system/paths';

let stage: Stage;
let running: RunningServices;
let furnished: Furnished;

beforeAll(async () => {
	running = await startServices(false);
	stage = await openStage();
	furnished = await furnish(stage.n8n.url, running.services);
}, 600_000);
afterAll(async () => {
	await stage?.close();
	await running?.close();
}, 60_000);

test.each(readdirSync(inRoot('examples')))(
	'%s runs to its end, and something comes out',
	async (file) => {
		const example = furnished.examples.find((one) => one.file === file);
		expect(example).toBeDefined();
		const { message, itemsOut } = await runExample(example!, furnished);
		expect(message).toBe('ok');
		expect(itemsOut).toBeGreaterThan(0);
	},
	200_000,
);
