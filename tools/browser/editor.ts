// Page object for n8n's editor: nodes panel, canvas, node form, credential and output.
import { errors, type Locator, type Page } from 'playwright-core';
import { selectOptions, timeUntilFormReacts, type Choice } from './form';

const testId = (id: string): string => `[data-test-id="${id}"]`;
/** Height of a window in which every form of a node has to be scrolled. */
const LOW_WINDOW = 320;

export class Editor {
	/** @param url base URL of n8n without a trailing slash */
	constructor(
		readonly page: Page,
		readonly url: string,
	) {}

	/** Opens a workflow. Without an ID, opens a new workflow. */
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
	}

	/** Closes open dialogs and deletes all nodes on the canvas. */
	async reset(): Promise<void> {
		for (const dialog of ['editCredential-modal', 'node-parameters', 'node-creator-search-bar']) {
			if (!(await this.at(dialog).isVisible())) continue;
			if (dialog === 'node-parameters') await this.at('ndv-close-button').click();
			else await this.page.keyboard.press('Escape');
			await this.at(dialog).waitFor({ state: 'hidden', timeout: 10_000 });
		}
		await this.page.keyboard.press('Control+a');
		await this.page.keyboard.press('Delete');
		await this.at('canvas-plus-button').first().waitFor({ timeout: 10_000 });
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
		await found.waitFor({ timeout: 10_000 }).catch(() => {
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
		const collapsed = this.at('node-creator-category-item').filter({ hasText: 'Actions' });
		await entry.or(collapsed).first().waitFor();
		if (!(await entry.isVisible())) await collapsed.click();
		await entry.click();
		await this.at('node-parameters').waitFor();
	}

	/** Opens the node's credential and tests it. Returns the message of the test. */
	async testCredential(): Promise<string> {
		const testResponse = async (timeout = 30_000) =>
			await this.page.waitForResponse(
				(response) => response.url().endsWith('/rest/credentials/test'),
				{ timeout },
			);
		const modal = this.at('editCredential-modal');
		const retry = modal.getByRole('button', { name: 'Retry' }).first();
		// n8n tests a credential when it is opened, then shows a Retry button.
		await Promise.all([testResponse(), this.at('credential-edit-button').click()]);
		await retry.waitFor();
		// The button ignores clicks until the dialog has processed the response of the first test.
		for (let isTested = false; !isTested;)
			isTested = await Promise.all([testResponse(5_000), retry.click()]).then(
				() => true,
				(error: unknown) => {
					if (error instanceof errors.TimeoutError) return false;
					throw error;
				},
			);
		const banner = modal.locator(
			`${testId('credentials-config-container-test-success')}, ${testId('credentials-config-container-test-error')}`,
		);
		const message = (await banner.first().innerText()).split('\n')[0]!.trim();
		await modal
			.locator('button.el-dialog__headerbtn, [aria-label="Close this dialog"]')
			.first()
			.click();
		await modal.waitFor({ state: 'hidden' });
		return message;
	}

	/** Selects an option of a dropdown in the form. */
	async select(parameter: string, label: string): Promise<void> {
		await this.selectAll([{ parameter, label }]);
	}

	/** Selects options one after another. Returns the labels in the form after each selection. */
	async selectAll(choices: readonly Choice[]): Promise<string[][]> {
		return await this.page.evaluate(selectOptions, choices);
	}

	/**
	 * Selects an option of a dropdown, if the form has the dropdown and another option is selected.
	 * @returns whether the option was selected
	 */
	async selectIfShown(parameter: string, label: string): Promise<boolean> {
		const input = this.at(`parameter-input-${parameter}`).locator('input');
		if (!(await input.isVisible()) || (await input.inputValue()) === label) return false;
		await this.select(parameter, label);
		return true;
	}

	/** Fills in a text field of the form. The path of a field in a list is `list.rows[0].name`. */
	async fill(parameter: string, text: string): Promise<void> {
		await this.page
			.locator(`[data-parameter-path='parameters.${parameter}']`)
			.locator('input, textarea')
			.first()
			.fill(text);
	}

	/** Waits until the form shows the text. */
	async waitForText(text: string): Promise<void> {
		await this.at('node-parameters').getByText(text).waitFor();
	}

	/** Adds a row to a fixed collection. */
	async addRow(parameter: string): Promise<void> {
		await this.at(`fixed-collection-${parameter}`).locator(testId('fixed-collection-add')).click();
	}

	/** Adds a field to a resource mapper. */
	async addField(name: string): Promise<void> {
		await this.at('node-parameters')
			.getByRole('button', { name: /^Add field/ })
			.click();
		await this.page.getByRole('menuitem', { name }).first().click();
	}

	/** Searches the list of a resource locator and selects the first entry that contains the text. */
	async pickFromList(parameter: string, text: string): Promise<void> {
		await this.at(`resource-locator-${parameter}`).locator(testId('rlc-input')).click();
		await this.at('rlc-search').filter({ visible: true }).fill(text);
		const entry = this.at('rlc-item').filter({ visible: true, hasText: text }).first();
		await entry.waitFor();
		await entry.click();
		await this.at('rlc-search').filter({ visible: true }).waitFor({ state: 'hidden' });
	}

	/** Executes the node and returns its output as JSON text. */
	async execute(): Promise<string> {
		await this.at('node-execute-button').click();
		const output = this.at('output-panel');
		const json = output.locator(testId('radio-button-json'));
		const error = output.locator(testId('node-error-message'));
		await json.or(error).first().waitFor({ timeout: 60_000 });
		if (await error.isVisible()) throw new Error(`The node failed: ${await error.innerText()}`);
		await json.click();
		const data = output.locator(testId('ndv-data-container')).filter({ hasText: '[' });
		await data.waitFor();
		return await data.innerText();
	}

	/** Executes the open workflow and waits until it has finished. */
	async executeWorkflow(): Promise<void> {
		const button = this.page.locator('[data-test-id^="execute-workflow-button"]').last();
		await button.waitFor();
		await button.click();
		await this.page
			.getByText(/executed successfully/i)
			.first()
			.waitFor({ timeout: 120_000 });
	}

	/** Opens the form of a node on the canvas. */
	async openNode(name: string): Promise<void> {
		await this.at('canvas-node').filter({ hasText: name }).first().dblclick();
		await this.at('node-parameters').waitFor();
	}

	/**
	 * Opens the form of a node on the canvas, then closes it.
	 * @returns milliseconds from the double click until the form shows the selected operation
	 */
	async timeToOpenNode(name: string): Promise<number> {
		const ms = this.page.evaluate(timeUntilFormReacts);
		await this.openNode(name);
		const result = await ms;
		await this.at('ndv-close-button').click();
		await this.at('node-parameters').waitFor({ state: 'hidden' });
		return result;
	}

	async waitForNotifications(): Promise<void> {
		await this.page
			.locator('.el-notification')
			.first()
			.waitFor({ state: 'hidden', timeout: 30_000 });
	}

	/** Zooms to show the whole canvas. */
	async zoomToFit(): Promise<void> {
		await this.at('zoom-to-fit').click();
	}

	/** Takes a screenshot of the open form, including what a user would have to scroll to. */
	async screenshotForm(path: string): Promise<void> {
		const form = this.at('node-parameters');
		const { width, height } = this.page.viewportSize()!;
		// The form is as high as the window. Start with a low window, so that no form is padded.
		await this.page.setViewportSize({ width, height: LOW_WINDOW });
		// n8n shows more buttons next to a parameter that the mouse points to.
		await this.page.mouse.move(0, 0);
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

	private at(id: string): Locator {
		return this.page.locator(testId(id));
	}
}
