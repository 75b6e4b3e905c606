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
		await this.at(workflowId === 'new' ? 'canvas-plus-button' : 'canvas-node').first().waitFor();
		// A tip that n8n shows once a browser lies over the form's corner.
		await this.page.addLocatorHandler(this.page.getByRole('button', { name: 'Got it' }), async (tip) => await tip.click());
	}

	/** Takes everything off the canvas. */
	async clear(): Promise<void> {
		await this.page.keyboard.press('Control+a');
		await this.page.keyboard.press('Delete');
		await this.at('canvas-plus-button').first().waitFor();
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
		const choice = this.at('node-creator-item-name').filter({ hasText: action }).first();
		const folded = this.at('node-creator-category-item').filter({ hasText: 'Actions' });
		await choice.or(folded).first().waitFor();
		if (!(await choice.isVisible())) await folded.click();
		await choice.click();
		await this.at('node-parameters').waitFor();
	}

	/** Closes the form of a node. */
	async close(): Promise<void> {
		await this.at('ndv-close-button').click();
		await this.at('node-parameters').waitFor({ state: 'hidden' });
	}

	/** Opens the node's credential and presses its test. */
	async testCredential(): Promise<string> {
		await this.at('credential-edit-button').click();
		const modal = this.at('editCredential-modal');
		// An opened credential is tested by itself; then there is a button to do it again.
		await modal.getByRole('button', { name: 'Retry' }).first().waitFor();
		const answered = this.page.waitForResponse((answer) => answer.url().endsWith('/rest/credentials/test'));
		await modal.getByRole('button', { name: 'Retry' }).first().click();
		await answered;
		const banner = modal.locator(`${part('credentials-config-container-test-success')}, ${part('credentials-config-container-test-error')}`);
		const said = (await banner.first().innerText()).split('\n')[0]!;
		await modal.locator('button.el-dialog__headerbtn, [aria-label="Close this dialog"]').first().click();
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

	/** Types into a text field of the form. */
	async type(parameter: string, text: string): Promise<void> {
		await this.at(`parameter-input-${parameter}`).locator('input, textarea').first().fill(text);
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
		await output.locator(part('ndv-items-count')).or(output.getByText(/^\d+ items?$/)).or(output.locator(part('node-error-message'))).first().waitFor({ timeout: 60_000 });
		await output.locator(part('radio-button-json')).click();
		return await output.locator(part('ndv-data-container')).innerText();
	}

	private at(id: string): Locator {
		return this.page.locator(part(id));
	}
}
