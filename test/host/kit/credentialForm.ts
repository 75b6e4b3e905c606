// Page object for the dialog in which a credential is created, in tests: fills in its fields.
import type { Locator } from 'playwright-core';
import { CredentialDialog } from '../../../tools/browser/credentialDialog';
import { selectOption } from './selectOption';

const testId = (id: string): string => `[data-test-id="${id}"]`;

export class CredentialForm extends CredentialDialog {
	/**
	 * Chooses the authentication, if it is not the current choice.
	 * @returns whether it was chosen
	 */
	async chooseAuthentication(label: string): Promise<boolean> {
		const menu = this.dialog.locator(testId('credential-mode-dropdown-trigger'));
		if (!(await menu.isVisible()) || (await menu.innerText()).trim() === label) return false;
		await menu.click();
		await this.page.getByRole('menuitem', { name: label, exact: true }).click();
		await menu.filter({ hasText: label }).waitFor();
		return true;
	}

	/** Names of the visible fields. */
	async fields(): Promise<string[]> {
		const inputs = this.parameters().locator('[data-test-id^="parameter-input-"]');
		const ids = await Promise.all(
			(await inputs.all()).map(async (input) => await input.getAttribute('data-test-id')),
		);
		return ids.map((id) => id!.replace('parameter-input-', '')).filter((name) => name !== 'field');
	}

	/** The label that a dropdown shows. */
	async selected(field: string): Promise<string> {
		return await this.field(field).locator('input').inputValue();
	}

	async select(field: string, label: string): Promise<void> {
		await selectOption(this.page, this.field(field), label);
	}

	async fill(field: string, text: string): Promise<void> {
		await this.field(field).locator('input, textarea').first().fill(text);
	}

	/**
	 * Saves the credential, which n8n then tests, or signs in with OAuth2 in a popup window.
	 * @returns the message that n8n shows for the credential afterwards
	 */
	async connect(): Promise<string> {
		const signIn = this.dialog.getByRole('button', { name: /^(Connect|Sign in with)/ });
		const save = this.dialog.getByRole('button', { name: 'Save' });
		const button = (await signIn.isVisible()) ? signIn : save;
		await button.click();
		// n8n closes the dialog if the credential works.
		const error = this.dialog.getByText('Couldn’t connect with these settings');
		const end = async (timeout?: number): Promise<void> =>
			await Promise.race([
				error.waitFor({ timeout }),
				this.dialog.waitFor({ state: 'hidden', timeout }),
			]);
		// On a busy computer, n8n can ignore the first click. It then neither saves nor shows an error.
		await end(60_000).catch(async () => {
			if (button === save && (await save.isEnabled())) await save.click();
			await end();
		});
		if (await error.isVisible()) return (await error.innerText()).trim();
		await this.page.locator(testId('credential-edit-button')).click();
		return await this.state();
	}

	/** The first line of the banner with the state of the credential. */
	private async state(): Promise<string> {
		const ids = ['test-success', 'test-error'].map(
			(result) => `credentials-config-container-${result}`,
		);
		const banner = this.dialog
			.locator([...ids, 'oauth-connect-success-banner'].map(testId).join())
			.filter({ visible: true });
		await banner.first().waitFor();
		return (await banner.first().innerText()).trim().split('\n')[0]!.trim();
	}

	private field(name: string): Locator {
		return this.dialog.locator(testId(`parameter-input-${name}`));
	}
}
