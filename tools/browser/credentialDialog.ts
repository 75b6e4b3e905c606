// Page object for the dialog in which a credential is created.
import type { Locator, Page } from 'playwright-core';

const testId = (id: string): string => `[data-test-id="${id}"]`;

export class CredentialDialog {
	protected readonly dialog: Locator;

	constructor(protected readonly page: Page) {
		this.dialog = page.locator(testId('editCredential-modal'));
	}

	/** Opens the dialog from the open form of a node without a credential. */
	async open(): Promise<void> {
		await this.page.locator(testId('node-credentials-empty-state')).getByRole('button').click();
		await this.parameters().first().waitFor();
		// n8n requests a name for the credential, and rejects a credential without a name.
		await this.dialog.locator(testId('credential-name')).waitFor();
	}

	async screenshot(path: string): Promise<void> {
		// Wait until the dialog has faded in, and the focus has left the fields.
		await this.page.waitForTimeout(1000);
		await this.dialog.screenshot({ path });
	}

	protected parameters(): Locator {
		return this.dialog.locator('[data-test-id^="credential-connection-parameter"]');
	}
}
