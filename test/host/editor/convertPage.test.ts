// The page docs/convert.html, opened from the disk in Chromium: without a server and without n8n.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openPage, type Browser, type BrowserOptions } from '../../../tools/browser/browser';
import { convertWorkflow } from '../../../tools/convert/convert';
import type { Workflow } from '../../../tools/convert/workflow';
import { inRoot } from '../../../tools/system/paths';
import { describeInBrowser } from '../kit/describeInBrowser';

const issue = {
	name: 'Create',
	type: 'n8n-nodes-base.github',
	typeVersion: 1.1,
	parameters: { owner: 'octo-org', repository: 'hello-world', title: 'The export is empty' },
	credentials: { githubApi: { id: '1', name: 'GitHub account' } },
};
const workflow: Workflow = { nodes: [issue], connections: {} };
const convertedText = (one: Workflow): string =>
	JSON.stringify(convertWorkflow(one).workflow, null, 2);

describeInBrowser('docs/convert.html', () => {
	let browser: Browser | undefined;
	const requests: string[] = [];

	afterEach(async () => {
		// The page requests nothing but itself, and reports no error.
		expect(requests.filter((url) => !url.startsWith('file://'))).toEqual([]);
		expect(browser?.problems).toEqual([]);
		await browser?.close();
		requests.length = 0;
	});

	async function open(options: BrowserOptions = {}) {
		browser = await openPage(options, async (page) => {
			page.on('request', (request) => requests.push(request.url()));
			await page.goto(pathToFileURL(inRoot('docs', 'convert.html')).href);
		});
		const { page } = browser;
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		const paste = async (text: string): Promise<void> => {
			await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
			await page.locator('#source').focus();
			await page.keyboard.press('Control+A');
			await page.keyboard.press('Control+V');
		};
		const result = async () => await page.locator('#result').inputValue();
		const status = async () => await page.locator('#status').textContent();
		return { page, paste, result, status };
	}

	test('converts a pasted workflow, reports it, and copies the result', async () => {
		const { page, paste, result, status } = await open();
		await paste(JSON.stringify(workflow));
		expect(await result()).toBe(convertedText(workflow));
		expect(await status()).toBe('1 node converted');
		expect(await page.locator('#report').innerText()).toMatch(
			/Code Hosting API with the name GitHub account[\s\S]*GitHub, Issue: Create → Code Hosting, Issue: Create/,
		);
		await page.locator('#copy').click();
		expect(await page.evaluate('navigator.clipboard.readText()')).toBe(convertedText(workflow));
	});

	test('is used with the keyboard alone, and shows names as text', async () => {
		const { page, paste, status } = await open();
		const name = '<img src=x onerror="document.title=1">';
		await paste(JSON.stringify({ nodes: [{ ...issue, name }] }));
		for (const focused of ['choose', 'result', 'copy']) {
			await page.keyboard.press('Tab');
			expect(await page.evaluate('document.activeElement.id')).toBe(focused);
		}
		await page.keyboard.press('Enter');
		expect(await status()).toMatch(/^Copied/);
		expect(await page.locator('#report h3').last().textContent()).toBe(name);
		expect(await page.title()).toBe('Convert a workflow to n8n-nodes-tenfold');
	});

	test('converts a dropped file, and saves the result', async () => {
		const { page, result } = await open();
		const folder = mkdtempSync(join(tmpdir(), 'convert-page-'));
		const transfer = await page.evaluateHandle(
			`(() => {
				const transfer = new DataTransfer();
				transfer.items.add(new File([${JSON.stringify(JSON.stringify(workflow))}], 'backup.json'));
				return transfer;
			})()`,
		);
		await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
		await page.waitForFunction('document.getElementById("result").value !== ""');
		expect(await result()).toBe(convertedText(workflow));
		const [download] = await Promise.all([
			page.waitForEvent('download'),
			page.locator('#save').click(),
		]);
		expect(download.suggestedFilename()).toBe('backup.converted.json');
		const saved = join(folder, 'saved.json');
		await download.saveAs(saved);
		expect(readFileSync(saved, 'utf8')).toBe(convertedText(workflow));
	});

	test('converts a chosen file', async () => {
		const { page, result } = await open();
		const file = join(mkdtempSync(join(tmpdir(), 'convert-page-')), 'workflow.json');
		writeFileSync(file, JSON.stringify([workflow]));
		await page.locator('#file').setInputFiles(file);
		await page.waitForFunction('document.getElementById("result").value !== ""');
		expect(JSON.parse(await result())).toEqual([convertWorkflow(workflow).workflow]);
	});

	test('says what is wrong with text that is no workflow', async () => {
		const { page, paste, result, status } = await open();
		await paste('{\n\t"nodes": [{]');
		expect(await status()).toMatch(/^The workflow cannot be read: /);
		await paste('{"name": "no nodes"}');
		expect(await status()).toMatch(/has no list of nodes/);
		expect(await result()).toBe('');
		expect(await page.locator('#copy').isDisabled()).toBe(true);
	});

	test.each(['light', 'dark'] as const)('fits into 400 pixels, in %s', async (colorScheme) => {
		const { page, paste } = await open({ width: 400, height: 800, colorScheme });
		await paste(JSON.stringify({ nodes: [{ ...issue, name: 'x'.repeat(200) }] }));
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400);
		// WCAG 2.2 asks for a contrast of 4.5 for text.
		const contrasts = (await page.evaluate(contrastOfTexts)) as Array<[string, number]>;
		expect(contrasts.length).toBeGreaterThan(5);
		expect(contrasts.filter(([, contrast]) => contrast < 4.5)).toEqual([]);
	});
});

/** Contrast of each visible text with its background, by the formula of WCAG. */
const contrastOfTexts = `(() => {
	const channels = (color) => color.match(/[\\d.]+/g).map(Number);
	const luminance = ([r, g, b]) => {
		const [x, y, z] = [r, g, b].map((value) => {
			const share = value / 255;
			return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * x + 0.7152 * y + 0.0722 * z;
	};
	const backgroundOf = (element) => {
		const color = channels(getComputedStyle(element).backgroundColor);
		return color.length === 4 && color[3] === 0 && element.parentElement
			? backgroundOf(element.parentElement)
			: color;
	};
	return [...document.querySelectorAll('h1, h2, h3, p, label, button, textarea')]
		.filter((element) => element.textContent.trim() !== '' && !element.disabled)
		.map((element) => {
			const [a, b] = [channels(getComputedStyle(element).color), backgroundOf(element)]
				.map(luminance)
				.sort((x, y) => y - x);
			return [element.textContent.slice(0, 40), (a + 0.05) / (b + 0.05)];
		});
})()`;
