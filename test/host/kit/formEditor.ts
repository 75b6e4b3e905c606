// Page object for n8n's editor in tests: fills in the form of a node, tests its credential and
// executes it.
import { errors } from 'playwright-core';
import { Editor } from '../../../tools/browser/editor';
import { selectOption } from './selectOption';

const testId = (id: string): string => `[data-test-id="${id}"]`;

export class FormEditor extends Editor {
	/** Closes open dialogs and deletes all nodes on the canvas. */
	async reset(): Promise<void> {
		for (const dialog of ['editCredential-modal', 'node-parameters', 'node-creator-search-bar']) {
			if (!(await this.at(dialog).isVisible())) continue;
			if (dialog === 'node-parameters') await this.at('ndv-close-button').click();
			else await this.page.keyboard.press('Escape');
			await this.at(dialog).waitFor({ state: 'hidden' });
		}
		await this.page.keyboard.press('Control+a');
		await this.page.keyboard.press('Delete');
		await this.at('canvas-plus-button').first().waitFor();
	}

	/** Opens the node's credential and tests it. Returns the message of the test. */
	async testCredential(): Promise<string> {
		const testResponse = async (timeout?: number) =>
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
		await selectOption(this.page, this.at(`parameter-input-${parameter}`), label);
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
		await json.or(error).first().waitFor();
		if (await error.isVisible()) throw new Error(`The node failed: ${await error.innerText()}`);
		await json.click();
		const data = output.locator(testId('ndv-data-container')).filter({ hasText: '[' });
		await data.waitFor();
		return await data.innerText();
	}
}
