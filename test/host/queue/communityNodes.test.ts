// Queue mode: what the main process installs, updates and removes under Settings > Community nodes
// reaches the workers and webhook processors.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { N8nProcess } from '../../../tools/n8n/process';
import type { Manifest } from '../../../tools/pack/builtPack';
import { packFolder } from '../../../tools/pack/pack';
import { packageName } from '../../../tools/system/paths';
import type { TaskService } from '../../services/taskList/service';
import type { CommunityNodes } from '../kit/communityNodes';
import { communityNodesPerSuite } from '../kit/communityNodesPerSuite';
import { describeInBrowser } from '../kit/describeInBrowser';
import { savePackageUser, taskTitle, type PackageUser } from '../kit/packageUser';
import type { PackageVersions } from '../kit/packageVersions';
import { describeQueue, startTestQueue, type TestQueue } from '../kit/testQueue';
import { waitUntil } from '../kit/waitUntil';

/** The other processes run npm after the main process has finished. */
const pubSubTimeoutMs = 120_000;

// The short form tests the same with one process, in test/host/editor/communityNodes.test.ts.
const describeLong = process.env.TENFOLD_LONG ? describeInBrowser : describe.skip;

// Each test continues where the previous one ended.
describeLong('community nodes', () =>
	describeQueue('in queue mode', () => {
		let queue: TestQueue;
		let processes: readonly N8nProcess[];
		let packages: PackageVersions;
		let tasks: TaskService;
		let communityNodes: CommunityNodes;
		let user: PackageUser;

		const started = communityNodesPerSuite(
			async (env) => await startTestQueue({ workers: 1, webhooks: 1, env, withPack: false }),
		);
		beforeAll(() => {
			({ n8n: queue, packages, tasks, communityNodes } = started());
			processes = [queue.main, ...queue.workers, ...queue.webhooks];
		});

		/** Version in the user folder of each process. */
		const versions = (): (string | undefined)[] =>
			processes.map(({ userFolder }) => {
				const file = join(packFolder(userFolder), 'package.json');
				return existsSync(file)
					? (JSON.parse(readFileSync(file, 'utf8')) as Manifest).version
					: undefined;
			});
		const everywhere = (version: string | undefined) => processes.map(() => version);
		/** Waits until every process has logged that it has loaded or removed the package. */
		const waitForProcesses = async (change: 'installed' | 'uninstalled', times: number) => {
			const message = `Community package ${change}: ${packageName}`;
			const count = ({ logs }: N8nProcess) => logs.filter((line) => line.includes(message)).length;
			await waitUntil(
				`"${message}" in the log of every process`,
				() => processes.every((n8n) => count(n8n) === times),
				pubSubTimeoutMs,
				() => JSON.stringify(processes.map((n8n) => n8n.logs.slice(-10))),
			);
		};

		test('an installation reaches the worker, which runs workflows, and the webhook processor, which receives events', async () => {
			expect(versions()).toEqual(everywhere(undefined));
			await communityNodes.open();
			await communityNodes.install(packageName);
			await waitForProcesses('installed', 1);
			expect(versions()).toEqual(everywhere(packages.previous));
			user = await savePackageUser(queue, tasks);
			expect(await user.run()).toEqual([taskTitle]);
			expect(await user.deliver()).toBe(200);
		});

		test('an update reaches all processes, and saved workflows and credentials work as before', async () => {
			await packages.publishCurrent();
			await communityNodes.open();
			await communityNodes.update();
			await waitForProcesses('installed', 2);
			expect(versions()).toEqual(everywhere(packages.current));
			expect(await user.run()).toEqual([taskTitle]);
			expect(await user.deliver()).toBe(200);
		});

		(process.env.TENFOLD_LONG ? test : test.skip)(
			'a worker that starts without the package installs it with N8N_REINSTALL_MISSING_PACKAGES',
			async () => {
				const [worker] = queue.workers;
				await worker!.stop();
				rmSync(packFolder(worker!.userFolder), { recursive: true });
				await worker!.restart({ N8N_REINSTALL_MISSING_PACKAGES: 'true' });
				expect(versions()).toEqual(everywhere(packages.current));
				expect(await user.run()).toEqual([taskTitle]);
			},
		);

		test('a removal reaches all processes', async () => {
			await communityNodes.open();
			await communityNodes.uninstall();
			await waitForProcesses('uninstalled', 1);
			expect(versions()).toEqual(everywhere(undefined));
			await expect(user.run()).rejects.toThrow('Unrecognized node type');
		});
	}),
);
