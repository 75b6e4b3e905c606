// A Chromium browser that is signed in to n8n's editor.
import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { OWNER } from '../n8n/session';
import { installDebianPackages } from '../system/debianPackages';
import { LOOPBACK } from '../system/ports';

const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const findProgram = (): string | undefined => programs.find((path) => existsSync(path));

/** Installs Debian's Chromium if no browser is found. Returns whether a browser is available. */
export function ensureBrowser(): boolean {
	if (findProgram() === undefined) installDebianPackages(['chromium']);
	return findProgram() !== undefined;
}

export const browserMissing = `No browser found in ${programs.join(', ')}. On Debian, run: apt-get install chromium`;

export interface Browser {
	readonly page: Page;
	/** Uncaught errors, console errors and failed requests since the sign-in. */
	readonly problems: string[];
	readonly close: () => Promise<void>;
}

export interface BrowserOptions {
	readonly width?: number;
	readonly height?: number;
	readonly colorScheme?: 'light' | 'dark';
	/** URL of a proxy for popup windows. Its certificate is not verified. */
	readonly proxy?: string;
}

/**
 * Opens n8n's editor and signs in as the owner.
 * @throws Error if no browser is installed
 */
export const openBrowser = async (url: string, options: BrowserOptions = {}): Promise<Browser> =>
	await openPage(options, async (page) => await signIn(page, url));

/**
 * Opens a page.
 * @param open opens the address. Problems are recorded afterwards.
 * @throws Error if no browser is installed
 */
export async function openPage(
	options: BrowserOptions,
	open: (page: Page) => Promise<unknown>,
): Promise<Browser> {
	const executablePath = findProgram();
	if (executablePath === undefined) throw new Error(browserMissing);
	const { width = 1280, height = 900, colorScheme = 'light', proxy } = options;
	const browser = await chromium.launch({
		executablePath,
		proxy: proxy === undefined ? undefined : { server: proxy, bypass: LOOPBACK },
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			// Blocks external requests, such as the editor's request to npm for the download count of a
			// community node. Playwright could block them, too, but would turn off the browser's cache.
			`--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${LOOPBACK}`,
		],
	});
	try {
		const page = await browser.newPage({
			viewport: { width, height },
			colorScheme,
			// Animations would cost processor time in every test.
			reducedMotion: 'reduce',
			ignoreHTTPSErrors: proxy !== undefined,
		});
		// On a busy slow machine, a single step can take more than a minute.
		page.setDefaultTimeout(180_000);
		await open(page);
		const problems: string[] = [];
		page.on('pageerror', ({ message }) => problems.push(`uncaught error: ${message}`));
		page.on('console', (message) => {
			// Failed requests are recorded below, with their URL.
			if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
				problems.push(`console error: ${message.text()}`);
		});
		page.on('response', (response) => {
			if (response.status() >= 400)
				problems.push(`${response.status()} ${response.request().method()} ${response.url()}`);
		});
		return { page, problems, close: async () => await browser.close() };
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
