// What the tests of Settings > Community nodes require: n8n without the package, a registry with two
// versions of it, a service for its nodes, and a browser.
import { openBrowser, type Browser } from '../../../tools/browser/browser';
import { LOOPBACK } from '../../../tools/system/ports';
import { startTaskService, type TaskService } from '../../services/taskList/service';
import { CommunityNodes } from './communityNodes';
import { startPackageVersions, type PackageVersions } from './packageVersions';
import type { TestN8n } from './testN8n';

export interface TestedCommunityNodes<N extends TestN8n> {
	readonly n8n: N;
	readonly packages: PackageVersions;
	readonly tasks: TaskService;
	readonly browser: Browser;
	readonly communityNodes: CommunityNodes;
}

/**
 * Starts everything before the tests, and closes it afterwards. Returns a function that returns
 * what was started.
 * @param startN8n starts n8n with environment variables that select the registry
 */
export function communityNodesPerSuite<N extends TestN8n>(
	startN8n: (env: Record<string, string>) => Promise<N>,
): () => TestedCommunityNodes<N> {
	let packages: PackageVersions | undefined;
	let tasks: TaskService | undefined;
	let n8n: N | undefined;
	let browser: Browser | undefined;
	beforeAll(async () => {
		packages = await startPackageVersions();
		tasks = await startTaskService();
		n8n = await startN8n(packages.registry.env);
		browser = await openBrowser(n8n.process.url);
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
	return () => ({
		n8n: n8n!,
		packages: packages!,
		tasks: tasks!,
		browser: browser!,
		communityNodes: new CommunityNodes(browser!.page, n8n!.process.url),
	});
}
