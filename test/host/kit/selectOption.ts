import type { Locator, Page } from 'playwright-core';

/** Selects an option of a dropdown in a form of n8n. */
export async function selectOption(page: Page, dropdown: Locator, label: string): Promise<void> {
	await dropdown.locator('input').click();
	const option = page.locator('li:visible').filter({
		has: page.locator('.option-headline').getByText(label, { exact: true }),
	});
	await option.click();
	await option.waitFor({ state: 'hidden' });
}
