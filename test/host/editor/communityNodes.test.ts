// Installs, updates and removes the package under Settings > Community nodes, as users do.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	browserMissing,
	ensureBrowser,
	openBrowser,
	type Browser,
} from '../../../tools/browser/browser';
import { CommunityNodes } from '../../../tools/browser/communityNodes';
import { Editor } from '../../../tools/browser/editor';
import { readManifest } from '../../../tools/pack/builtPack';
import { packFolder, packTarball } from '../../../tools/pack/pack';
import { packageName } from '../../../tools/system/paths';
import { startTaskService, type TaskService } from '../../services/taskList/service';
import { ensureOpenssl, opensslMissing } from '../kit/certificate';
import { repackAs, startNpmRegistry, type NpmRegistry } from '../kit/npmRegistry';
import {
	allNodes,
	offeredNodes,
	savePackageUser,
	taskTitle,
	type PackageUser,
} from '../kit/packageUser';
import { startTestN8n, type TestN8n } from '../kit/testN8n';

const missing = [
	...(ensureBrowser() ? [] : [browserMissing]),
	...(ensureOpenssl() ? [] : [opensslMissing]),
];
const isAvailable = missing.length === 0;
if (!isAvailable && process.env.CI) throw new Error(missing.join('. '));
if (!isAvailable) console.log(`Skipped: community nodes. ${missing.join('. ')}`);

const previousVersion = '0.0.1';

// The tests share one n8n, and each of them continues where the previous one ended.
(isAvailable ? describe : describe.skip)('the package in Settings > Community nodes', () => {
	let folder: string;
	let tarball: string;
	let version: string;
	let registry: NpmRegistry;
	let tasks: TaskService;
	let n8n: TestN8n;
	let browser: Browser;
	let communityNodes: CommunityNodes;
	let user: PackageUser;

	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'tenfold-versions-'));
		tarball = await packTarball();
		version = readManifest().version;
		registry = await startNpmRegistry();
		await registry.publish(repackAs(previousVersion, tarball, folder));
		tasks = await startTaskService();
		n8n = await startTestN8n(registry.env, { withPack: false });
		browser = await openBrowser(n8n.process.url);
		communityNodes = new CommunityNodes(browser.page, n8n.process.url);
	}, 600_000);
	afterAll(async () => {
		await browser?.close();
		await n8n?.close();
		await tasks?.close();
		await registry?.close();
		rmSync(folder, { recursive: true });
	}, 60_000);
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
		expect(await communityNodes.installedVersion()).toBe(`v${previousVersion}`);
		expect(registry.requested).toContainEqual(
			expect.stringMatching(new RegExp(`/${packageName}-${previousVersion}\\.tgz$`)),
		);
		expect(await offeredNodes(n8n)).toEqual(allNodes);
		user = await savePackageUser(n8n, tasks);
		expect(await user.run()).toEqual([taskTitle]);
		expect(await user.deliver()).toBe(200);
	}, 240_000);

	test('after an update, saved credentials, workflows and active triggers work as before', async () => {
		await registry.publish(tarball);
		await communityNodes.open();
		expect(await communityNodes.update()).toContain(user.workflow.name);
		expect(await communityNodes.installedVersion()).toBe(`v${version}`);
		expect(await offeredNodes(n8n)).toEqual(allNodes);
		expect(await n8n.rest.testCredential(user.credential)).toMatchObject({ status: 'OK' });
		expect(await user.run()).toEqual([taskTitle]);
		expect(await user.deliver()).toBe(200);
		const editor = new Editor(browser.page, n8n.process.url);
		await editor.open(user.workflow.id);
		await editor.executeWorkflow();
	}, 240_000);

	test('after the removal, the nodes are gone, and workflows and credentials are kept for a new installation', async () => {
		await communityNodes.open();
		await communityNodes.uninstall();
		expect(await offeredNodes(n8n)).toEqual([]);
		expect(isOnDisk()).toBe(false);
		await expect(user.run()).rejects.toThrow('Unrecognized node type');
		await communityNodes.open();
		await communityNodes.install(`${packageName}@${version}`);
		expect(isOnDisk()).toBe(true);
		expect(await user.run()).toEqual([taskTitle]);
		expect(await user.deliver()).toBe(200);
	}, 240_000);
});
