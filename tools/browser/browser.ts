/** A real browser at a real n8n: Debian's Chromium, driven from outside, with somebody signed in. */
import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { LOOPBACK } from '../system/ports';
import { OWNER } from '../n8n/restClient';
import { installPackages } from '../system/debianPackages';

const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const program = (): string | undefined => programs.find((path) => existsSync(path));

/** Whether there is a browser here; installs Debian's where that is possible without asking a person. */
export function browserAvailable(): boolean {
	if (program() === undefined) installPackages(['chromium']);
	return program() !== undefined;
}

/** What to tell a person whose computer lacks one. */
export const browserMissing = `No browser found (looked for ${programs.join(', ')}). On Debian: apt-get install chromium`;

export interface Browser {
	readonly page: Page;
	/** Errors that pages wrote to the console or did not catch, and requests that n8n refused, since somebody signed in. */
	readonly complaints: string[];
	close(): Promise<void>;
}

/**
 * Opens a browser at the editor of an n8n, with its owner signed in.
 * @throws Error where there is none
 */
export async function openBrowser(
	url: string,
	look: { width?: number; height?: number; colorScheme?: 'light' | 'dark' } = {},
): Promise<Browser> {
	const executablePath = program();
	if (executablePath === undefined) throw new Error(browserMissing);
	const { width = 1280, height = 900, colorScheme = 'light' } = look;
	const browser = await chromium.launch({
		executablePath,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
	try {
		const page = await browser.newPage({ viewport: { width, height }, colorScheme });
		// The editor asks the npm registry how often a community node is downloaded. Nothing leaves this computer.
		await page.route(
			({ hostname }) => hostname !== LOOPBACK,
			async (route) =>
				await route.fulfill({ status: 200, contentType: 'application/json', body: '{}' }),
		);
		await signIn(page, url);
		const complaints: string[] = [];
		page.on('pageerror', ({ message }) => complaints.push(`not caught: ${message}`));
		page.on('console', (said) => {
			// What a refused request means is told below, with its address.
			if (said.type() === 'error' && !said.text().startsWith('Failed to load resource'))
				complaints.push(`on the console: ${said.text()}`);
		});
		page.on('response', (answer) => {
			if (answer.status() >= 400)
				complaints.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
		});
		return { page, complaints, close: async () => await browser.close() };
	} catch (error) {
		await browser.close();
		throw error;
	}
}

async function signIn(page: Page, url: string): Promise<void> {
	await page.goto(`${url}/signin`);
	await page.locator('input[name="emailOrLdapLoginId"]').fill(OWNER.email);
	await page.locator('input[name="password"]').fill(OWNER.password);
	await page.keyboard.press('Enter');
	await page.waitForURL(({ pathname }) => !pathname.includes('signin'));
}
