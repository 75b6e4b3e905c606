/** n8n's editor, used as a person uses it: the nodes panel, the canvas, a node's form, its credential, its output. */
import type { Locator, Page } from 'playwright-core';
import { walkForm, type Choice } from './form';

const part = (id: string): string => `[data-test-id="${id}"]`;

export class Editor {
	/** @param url address of n8n, without a slash at the end */
	constructor(
		readonly page: Page,
		readonly url: string,
	) {}

	/** Opens a workflow, or an empty one. */
	async open(workflowId = 'new'): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflowId}`);
		await this.at(workflowId === 'new' ? 'canvas-plus-button' : 'canvas-node')
			.first()
			.waitFor();
		// A tip that n8n shows once a browser lies over the form's corner.
		await this.page.addLocatorHandler(
			this.page.getByRole('button', { name: 'Got it' }),
			async (tip) => await tip.click(),
		);
	}

	/** Leaves whatever is open, and takes everything off the canvas. */
	async leave(): Promise<void> {
		for (const open of ['editCredential-modal', 'node-parameters', 'node-creator-search-bar']) {
			if (!(await this.at(open).isVisible())) continue;
			if (open === 'node-parameters') await this.at('ndv-close-button').click();
			else await this.page.keyboard.press('Escape');
			await this.at(open).waitFor({ state: 'hidden', timeout: 10_000 });
		}
		await this.page.keyboard.press('Control+a');
		await this.page.keyboard.press('Delete');
		await this.at('canvas-plus-button').first().waitFor({ timeout: 10_000 });
	}

	/** Opens the nodes panel, types into its search, and waits until a node of that name is found. */
	async find(words: string, name: string): Promise<Locator> {
		const search = this.at('node-creator-search-bar');
		if (!(await search.isVisible())) await this.at('node-creator-plus-button').click();
		const found = this.at('node-creator-item-name').getByText(name, { exact: true }).first();
		// What was found for other words has to go first.
		await search.fill('');
		await found.waitFor({ state: 'hidden' });
		await search.fill(words);
		await found.waitFor({ timeout: 10_000 }).catch(() => {
			throw new Error(`The nodes panel does not find "${name}" for "${words}"`);
		});
		return found;
	}

	/** Adds a node that the panel has found by one of its actions or triggers, whose form opens. */
	async add(found: Locator, action: string | RegExp): Promise<void> {
		await found.click();
		// A node without actions is added as it is.
		const choice = this.at('node-creator-item-name')
			.filter({ hasText: action })
			.or(this.page.getByText('Add to workflow'))
			.first();
		const folded = this.at('node-creator-category-item').filter({ hasText: 'Actions' });
		await choice.or(folded).first().waitFor();
		if (!(await choice.isVisible())) await folded.click();
		await choice.click();
		await this.at('node-parameters').waitFor();
	}

	/** Opens the node's credential and presses its test. */
	async testCredential(): Promise<string> {
		const tested = async () =>
			await this.page.waitForResponse((answer) => answer.url().endsWith('/rest/credentials/test'));
		const modal = this.at('editCredential-modal');
		const again = modal.getByRole('button', { name: 'Retry' }).first();
		// n8n tests a credential that is opened by itself, and shows a button to do it again.
		await Promise.all([tested(), this.at('credential-edit-button').click()]);
		await again.waitFor();
		await Promise.all([tested(), again.click()]);
		const banner = modal.locator(
			`${part('credentials-config-container-test-success')}, ${part('credentials-config-container-test-error')}`,
		);
		const said = (await banner.first().innerText()).split('\n')[0]!.trim();
		await modal
			.locator('button.el-dialog__headerbtn, [aria-label="Close this dialog"]')
			.first()
			.click();
		await modal.waitFor({ state: 'hidden' });
		return said;
	}

	/** Chooses from a dropdown of the form. */
	async choose(parameter: string, label: string): Promise<void> {
		await this.walk([{ parameter, label }]);
	}

	/** Chooses one after another, and reads the labels that the form shows after each. */
	async walk(choices: readonly Choice[]): Promise<string[][]> {
		return await this.page.evaluate(walkForm, choices);
	}

	/** Types into a text field of the form; one in a row of a list has the path `list.rows[0].name`. */
	async type(parameter: string, text: string): Promise<void> {
		await this.page
			.locator(`[data-parameter-path='parameters.${parameter}']`)
			.locator('input, textarea')
			.first()
			.fill(text);
	}

	/** Waits until the form shows a text. */
	async shows(text: string): Promise<void> {
		await this.at('node-parameters').getByText(text).waitFor();
	}

	/** Adds a row to a list that is built up row by row. */
	async addRow(parameter: string): Promise<void> {
		await this.at(`fixed-collection-${parameter}`).locator(part('fixed-collection-add')).click();
	}

	/** Adds one of the service's fields to a resource mapper. */
	async addField(name: string): Promise<void> {
		await this.at('node-parameters')
			.getByRole('button', { name: /^Add field/ })
			.click();
		await this.page.getByRole('menuitem', { name }).first().click();
	}

	/** Searches the list of a resource locator and takes the first entry that shows the words. */
	async pick(parameter: string, words: string): Promise<void> {
		await this.at(`resource-locator-${parameter}`).locator(part('rlc-input')).click();
		await this.at('rlc-search').filter({ visible: true }).fill(words);
		const entry = this.at('rlc-item').filter({ visible: true, hasText: words }).first();
		await entry.waitFor();
		await entry.click();
		await this.at('rlc-search').filter({ visible: true }).waitFor({ state: 'hidden' });
	}

	/** Executes the node and reads its output as JSON. */
	async execute(): Promise<string> {
		await this.at('node-execute-button').click();
		const output = this.at('output-panel');
		const json = output.locator(part('radio-button-json'));
		const error = output.locator(part('node-error-message'));
		await json.or(error).first().waitFor({ timeout: 60_000 });
		if (await error.isVisible()) throw new Error(`The node failed: ${await error.innerText()}`);
		await json.click();
		const data = output.locator(part('ndv-data-container')).filter({ hasText: '[' });
		await data.waitFor();
		return await data.innerText();
	}

	/** Executes the workflow that is open, and waits for its end. */
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

	/** Waits until notices have faded, and shows the whole canvas. */
	async settle(): Promise<void> {
		await this.page
			.locator('.el-notification')
			.first()
			.waitFor({ state: 'hidden', timeout: 30_000 });
		if (!(await this.at('node-parameters').isVisible())) await this.at('zoom-to-fit').click();
		await this.page.waitForTimeout(1500);
	}

	private at(id: string): Locator {
		return this.page.locator(part(id));
	}
}
