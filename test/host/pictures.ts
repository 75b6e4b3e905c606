/** `npm run pictures`: the pictures of the documentation, taken anew from a real n8n in a real browser. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { withBench, type Bench } from './bench';
import { packPack } from './pack';
import { inRoot } from './paths';
import { OWNER } from './rest';

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

interface Picture {
	/** File name of the example, without its ending. */
	readonly example: string;
	/** Name of the picture. */
	readonly name: string;
	/** A node to open instead of the canvas. */
	readonly node?: string;
}

const pictures: readonly Picture[] = [
	{ example: 'media-prompts-to-images', name: 'media-prompts-to-images' },
	{ example: 'media-prompts-to-images', name: 'media-generation-node', node: 'Create Images' },
];

/** Takes one picture of an example that has been executed in the editor. */
async function take(page: Page, { n8n, examples }: Bench, { example, name, node }: Picture): Promise<void> {
	const found = examples.find(({ file }) => file.includes(example));
	if (!found) throw new Error(`There is no example ${example}`);
	await page.goto(`${n8n.url}/workflow/${found.workflow.id}`);
	const run = page.locator('[data-test-id^="execute-workflow-button"]').last();
	await run.waitFor({ timeout: 60_000 });
	await run.click();
	await page.getByText(/executed successfully|Successful/i).first().waitFor({ timeout: 60_000 });
	await page.keyboard.press('Escape');
	await page.keyboard.press('1');
	if (node) await page.locator('[data-test-id="canvas-node"]').filter({ hasText: node }).first().dblclick();
	// The notice of success fades, and the view settles.
	await page.waitForTimeout(7000);
	await page.screenshot({ path: inRoot('docs', 'images', `${name}.png`) });
	console.log(`docs/images/${name}.png`);
}

async function signedIn(page: Page, { n8n }: Bench): Promise<Page> {
	await page.goto(`${n8n.url}/signin`);
	await page.locator('input[name="emailOrLdapLoginId"]').fill(OWNER.email);
	await page.locator('input[name="password"]').fill(OWNER.password);
	await page.keyboard.press('Enter');
	await page.waitForURL((url) => !url.pathname.includes('signin'));
	return page;
}

async function main(): Promise<void> {
	const executablePath = browsers.find((path) => existsSync(path));
	if (!executablePath) throw new Error(`No browser found. On Debian: apt-get install chromium (looked for ${browsers.join(', ')})`);
	const userFolder = mkdtempSync(join(tmpdir(), 'tenfold-pictures-'));
	mkdirSync(inRoot('docs', 'images'), { recursive: true });
	try {
		await withBench({ userFolder, tarball: await packPack({ build: true }) }, async (bench) => {
			const browser = await chromium.launch({
				executablePath,
				args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
			});
			try {
				const page = await signedIn(await browser.newPage({ viewport: { width: 1280, height: 640 }, colorScheme: 'light' }), bench);
				for (const picture of pictures) await take(page, bench, picture);
			} finally {
				await browser.close();
			}
		});
	} finally {
		rmSync(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	}
}

main().catch((error: unknown) => {
	console.error((error as Error).message);
	process.exitCode = 1;
});
