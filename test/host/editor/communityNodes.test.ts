// Installs, updates and removes the package under Settings > Community nodes, as users do.
import { existsSync } from 'node:fs';
import { openBrowser, type Browser } from '../../../tools/browser/browser';
import { packFolder } from '../../../tools/pack/pack';
import { packageName } from '../../../tools/system/paths';
import { LOOPBACK } from '../../../tools/system/ports';
import { startTaskService, type TaskService } from '../../services/taskList/service';
import { CommunityNodes } from '../kit/communityNodes';
import { describeInBrowser } from '../kit/describeInBrowser';
import { FormEditor } from '../kit/formEditor';
import {
	allNodes,
	offeredNodes,
	savePackageUser,
	taskTitle,
	type PackageUser,
} from '../kit/packageUser';
import { startPackageVersions, type PackageVersions } from '../kit/packageVersions';
import { startTestN8n, type TestN8n } from '../kit/testN8n';

// The tests share one n8n, and each of them continues where the previous one ended.
describeInBrowser('the package in Settings > Community nodes', () => {
	let n8n: TestN8n;
	let packages: PackageVersions;
	let tasks: TaskService;
	let browser: Browser;
	let communityNodes: CommunityNodes;
	let user: PackageUser;

	beforeAll(async () => {
		packages = await startPackageVersions();
		tasks = await startTaskService();
		n8n = await startTestN8n(packages.registry.env, { withPack: false });
		browser = await openBrowser(n8n.process.url);
		communityNodes = new CommunityNodes(browser.page, n8n.process.url);
		// The settings page asks npm for the newest version of each package, and reports if there is no
		// response.
		await browser.page.route(
			({ hostname }) => hostname !== LOOPBACK,
			async (route) =>
				await route.fulfill({ status: 200, contentType: 'application/json', body: '{}' }),
		);
	}, 600_000);
	afterAll(async () => {
		await browser?.close();
		await n8n?.close();
		await tasks?.close();
		await packages?.close();
	});
	// After a removal, n8n's dialog reads the package that no longer exists.
	afterEach(() =>
		expect(
			browser.problems
				.splice(0)
				.filter((problem) => !problem.includes("(reading 'installedNodes')")),
		).toEqual([]),
	);

	const isOnDisk = (): boolean => existsSync(packFolder(n8n.process.userFolder));

	test('the package is installed from npm by its name, and n8n offers all its nodes without a restart', async () => {
		expect(await offeredNodes(n8n)).toEqual([]);
		await communityNodes.open();
		await communityNodes.install(packageName);
		expect(await communityNodes.installedVersion()).toBe(`v${packages.previous}`);
		expect(packages.registry.requested).toContainEqual(
			expect.stringMatching(new RegExp(`/${packageName}-${packages.previous}\\.tgz$`)),
		);
		expect(await offeredNodes(n8n)).toEqual(allNodes);
		user = await savePackageUser(n8n, tasks);
		expect(await user.run()).toEqual([taskTitle]);
		expect(await user.deliver()).toBe(200);
	});

	test('after an update, saved credentials, workflows and active triggers work as before', async () => {
		await packages.publishCurrent();
		await communityNodes.open();
		expect(await communityNodes.update()).toContain(user.workflow.name);
		expect(await communityNodes.installedVersion()).toBe(`v${packages.current}`);
		expect(await offeredNodes(n8n)).toEqual(allNodes);
		expect(await n8n.rest.testCredential(user.credential)).toMatchObject({ status: 'OK' });
		expect(await user.run()).toEqual([taskTitle]);
		expect(await user.deliver()).toBe(200);
		const editor = new FormEditor(browser.page, n8n.process.url);
		await editor.open(user.workflow.id);
		await editor.executeWorkflow();
	});

	test('after the removal, the nodes are gone, and workflows and credentials are kept for a new installation', async () => {
		await communityNodes.open();
		await communityNodes.uninstall();
		expect(await offeredNodes(n8n)).toEqual([]);
		expect(isOnDisk()).toBe(false);
		await expect(user.run()).rejects.toThrow('Unrecognized node type');
		await communityNodes.open();
		await communityNodes.install(`${packageName}@${packages.current}`);
		expect(isOnDisk()).toBe(true);
		expect(await user.run()).toEqual([taskTitle]);
		expect(await user.deliver()).toBe(200);
	});
});
