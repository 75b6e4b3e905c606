// Page object for n8n's editor: nodes panel, canvas and node form.
import type { Locator, Page } from 'playwright-core';

const testId = (id: string): string => `[data-test-id="${id}"]`;
/** Height of a window in which every form of a node has to be scrolled. */
const LOW_WINDOW = 320;

export class Editor {
	/** @param url base URL of n8n without a trailing slash */
	constructor(
		readonly page: Page,
		readonly url: string,
	) {}

	async open(workflowId = 'new'): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflowId}`);
		await this.at(workflowId === 'new' ? 'canvas-plus-button' : 'canvas-node')
			.first()
			.waitFor();
		// n8n shows this tip once per browser. It covers a corner of the form.
		await this.page.addLocatorHandler(
			this.page.getByRole('button', { name: 'Got it' }),
			async (tip) => await tip.click(),
		);
		// For a while, n8n still counts the page of an earlier visit and shows the workflow read-only.
		await this.page.addLocatorHandler(
			this.page.getByRole('button', { name: 'Edit here' }),
			async (takeOver) => await takeOver.click(),
		);
	}

	/** Searches the nodes panel and waits until a node with this name is found. */
	async findNode(query: string, name: string): Promise<Locator> {
		const search = this.at('node-creator-search-bar');
		if (!(await search.isVisible())) await this.at('node-creator-plus-button').click();
		const found = this.at('node-creator-item-name').getByText(name, { exact: true }).first();
		// Wait until the results of the previous search have disappeared.
		await search.fill('');
		await found.waitFor({ state: 'hidden' });
		await search.fill(query);
		await found.waitFor({ timeout: 60_000 }).catch(() => {
			throw new Error(`The nodes panel does not find "${name}" when searching for "${query}"`);
		});
		return found;
	}

	/** Adds a found node with one of its actions or triggers. The node's form opens. */
	async addNode(found: Locator, action: string | RegExp): Promise<void> {
		await found.click();
		// A node without actions can be added directly.
		const entry = this.at('node-creator-item-name')
			.filter({ hasText: action })
			.or(this.page.getByText('Add to workflow'))
			.first();
		// Actions are below a category that n8n opens itself for some nodes. A click would close it.
		const collapsed = this.page
			.locator('[data-category-collapsed="true"]')
			.locator(testId('node-creator-category-item'))
			.filter({ hasText: 'Actions' });
		await entry.or(collapsed).first().waitFor();
		if (await collapsed.isVisible()) await collapsed.click();
		await entry.click();
		await this.at('node-parameters').waitFor();
	}

	async executeWorkflow(): Promise<void> {
		const button = this.page.locator('[data-test-id^="execute-workflow-button"]').last();
		await button.waitFor();
		await button.click();
		await this.page
			.getByText(/executed successfully/i)
			.first()
			.waitFor({ timeout: 120_000 });
	}

	async openNode(name: string): Promise<void> {
		await this.at('canvas-node').filter({ hasText: name }).first().dblclick();
		await this.at('node-parameters').waitFor();
	}

	/** Closes the open form. */
	async closeNode(): Promise<void> {
		await this.at('ndv-close-button').click();
		await this.at('node-parameters').waitFor({ state: 'hidden' });
	}

	async waitForNotifications(): Promise<void> {
		await this.page
			.locator('.el-notification')
			.first()
			.waitFor({ state: 'hidden', timeout: 30_000 });
	}

	async zoomToFit(): Promise<void> {
		await this.at('zoom-to-fit').click();
	}

	/** Takes a screenshot of the open form, including what a user would have to scroll to. */
	async screenshotForm(path: string): Promise<void> {
		const form = this.at('node-parameters');
		const { width, height } = this.page.viewportSize()!;
		// The form is as high as the window. Start with a low window, so that no form is padded.
		await this.page.setViewportSize({ width, height: LOW_WINDOW });
		await this.waitUntilDrawn();
		const hidden = await form.evaluate(
			({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
		);
		await this.page.setViewportSize({ width, height: LOW_WINDOW + hidden });
		await this.waitUntilDrawn();
		// With the tabs of the form, which are next to it.
		await form.locator('..').screenshot({ path });
		await this.page.setViewportSize({ width, height });
	}

	/** Waits until animations have finished and the editor has adapted to the size of the window. */
	async waitUntilDrawn(): Promise<void> {
		await this.page.waitForTimeout(1500);
	}

	protected at(id: string): Locator {
		return this.page.locator(testId(id));
	}
}
