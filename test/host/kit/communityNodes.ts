// Page object for Settings > Community nodes.
import type { Locator, Page } from 'playwright-core';

const testId = (id: string): string => `[data-test-id="${id}"]`;
/** n8n runs npm several times while the page waits. */
const npmTimeoutMs = 120_000;

export class CommunityNodes {
	private readonly card: Locator;
	private readonly dialog: Locator;

	/** @param url base URL of n8n without a trailing slash */
	constructor(
		private readonly page: Page,
		private readonly url: string,
	) {
		this.card = page.locator(testId('community-package-card')).filter({ hasText: 'n8n-nodes-' });
		this.dialog = page.getByRole('dialog');
	}

	async open(): Promise<void> {
		await this.page.goto(`${this.url}/settings/community-nodes`);
		// The label is longer while no package is installed.
		await this.installButton().waitFor();
	}

	/** Installs a package by its name on npm, optionally followed by @ and a version. */
	async install(name: string): Promise<void> {
		await this.installButton().click();
		await this.dialog.locator(testId('package-name-input')).fill(name);
		await this.dialog.locator(testId('user-agreement-checkbox')).click();
		await this.confirm(
			this.dialog.locator(testId('install-community-package-button')),
			'Package installed',
		);
	}

	/** Version of the installed package that the page shows, such as "v1.0.0". */
	async installedVersion(): Promise<string> {
		return await this.card.getByText(/^\s*v\d/).innerText();
	}

	/**
	 * Updates the package to the latest version.
	 * @returns text of the dialog, which names the workflows that use the package
	 */
	async update(): Promise<string> {
		await this.card.getByRole('button', { name: 'Update' }).click();
		const button = this.dialog.getByRole('button', { name: 'Confirm update' });
		// The workflows are loaded after the dialog has opened.
		await this.dialog.locator('table').waitFor();
		const text = await this.dialog.innerText();
		await this.confirm(button, 'Package updated');
		return text;
	}

	async uninstall(): Promise<void> {
		await this.card.locator(testId('action-toggle')).getByRole('button').click();
		await this.page.getByText('Uninstall package').click();
		await this.confirm(
			this.dialog.getByRole('button', { name: 'Confirm uninstall' }),
			'Package uninstalled',
		);
	}

	private installButton(): Locator {
		return this.page.getByRole('button', { name: /^Install( a community node)?$/ });
	}

	/** @throws Error with n8n's message if n8n does not report success */
	private async confirm(button: Locator, success: string): Promise<void> {
		await button.click();
		const message = this.page.locator('.el-notification').first();
		await message.waitFor({ timeout: npmTimeoutMs });
		const text = await message.innerText();
		if (!text.includes(success)) throw new Error(text);
		await this.dialog.waitFor({ state: 'hidden' });
	}
}
