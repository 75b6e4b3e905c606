// The page docs/convert.html: converts what the user pastes or drops, in the browser.
import { convertWorkflow } from '../convert';
import { summaryOf } from '../printReport';
import {
	InvalidWorkflow,
	parseWorkflows,
	type CredentialReport,
	type NodeReport,
	type Report,
} from '../workflow';

/** Browsers need seconds to show longer texts, so the fields show only their beginning. */
const maxShown = 100_000;

const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const source = find<HTMLTextAreaElement>('source');
const result = find<HTMLTextAreaElement>('result');
const status = find('status');
const report = find('report');
const copy = find<HTMLButtonElement>('copy');
const save = find<HTMLButtonElement>('save');
const file = find<HTMLInputElement>('file');

let converted = '';
let fileName = 'workflow.converted.json';

function element(tag: string, text: string, className?: string): HTMLElement {
	const created = document.createElement(tag);
	created.textContent = text;
	if (className !== undefined) created.className = className;
	return created;
}

function showStatus(text: string, isError = false): void {
	status.textContent = text;
	status.className = isError ? 'error' : '';
}

const shortened = (text: string): string =>
	text.length <= maxShown
		? text
		: `${text.slice(0, maxShown)}\n… (${(text.length / 1e6).toFixed(1)} MB in total)`;

function nodeArticle({ node, from, to, remarks, offer }: NodeReport): HTMLElement {
	const kind = to === undefined ? 'kept' : remarks.some(({ todo }) => todo) ? 'todo' : '';
	const article = element('article', '', kind);
	article.append(
		element('h3', node),
		element('p', to === undefined ? `${from}: not converted` : `${from} → ${to}`),
		...remarks.map(({ what, todo }) => element('p', [what, todo].filter(Boolean).join(' '))),
		...(offer === undefined
			? []
			: [element('p', `The same request as an operation: ${offer}`, 'hint')]),
	);
	return article;
}

function credentialArticle({ label, name, host, nodes }: CredentialReport): HTMLElement {
	const article = element('article', '');
	article.append(
		element(
			'h3',
			[label, name === undefined ? '' : `with the name ${name}`, host && `for ${host}`]
				.filter(Boolean)
				.join(' '),
		),
		element('p', `Used by ${nodes.join(', ')}`, 'hint'),
	);
	return article;
}

function showReport(reports: readonly Report[]): void {
	const credentials = reports.flatMap((one) => one.credentials);
	const nodes = reports.flatMap((one) => one.nodes);
	report.replaceChildren(
		...(credentials.length === 0
			? []
			: [
					element('h2', 'Create these credentials'),
					element(
						'p',
						'n8n selects a credential of the same type and name when you paste the workflow.',
						'hint',
					),
					...credentials.map(credentialArticle),
				]),
		...(nodes.length === 0 ? [] : [element('h2', 'Nodes'), ...nodes.map(nodeArticle)]),
	);
}

function convert(text: string): void {
	converted = '';
	try {
		if (text.trim() === '') {
			showStatus('');
			showReport([]);
			return;
		}
		const { workflows, isList } = parseWorkflows(text);
		const results = workflows.map(convertWorkflow);
		const output = results.map(({ workflow }) => workflow);
		const reports = results.map((one) => one.report);
		converted = JSON.stringify(isList ? output : output[0], null, 2);
		const all = {
			nodes: reports.flatMap(({ nodes }) => nodes),
			credentials: [],
		};
		showStatus(summaryOf(all));
		showReport(reports);
	} catch (error) {
		if (!(error instanceof InvalidWorkflow)) throw error;
		showStatus(error.message, true);
		showReport([]);
	} finally {
		result.value = shortened(converted);
		copy.disabled = save.disabled = converted === '';
	}
}

function load(text: string): void {
	source.value = shortened(text);
	convert(text);
}

async function loadFile(chosen: File | undefined): Promise<void> {
	if (!chosen) return;
	fileName = chosen.name.replace(/(\.json)?$/, '.converted.json');
	load(await chosen.text());
}

async function copyResult(): Promise<void> {
	try {
		await navigator.clipboard.writeText(converted);
	} catch {
		// Browsers can refuse the clipboard to a page from the disk.
		result.value = converted;
		result.select();
		document.execCommand('copy');
		result.value = shortened(converted);
	}
	showStatus('Copied. Paste it into the canvas of n8n.');
}

function saveResult(): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(new Blob([converted], { type: 'application/json' }));
	link.download = fileName;
	link.click();
	URL.revokeObjectURL(link.href);
}

source.addEventListener('input', () => convert(source.value));
source.addEventListener('paste', (event) => {
	const text = event.clipboardData?.getData('text/plain') ?? '';
	if (text.length <= maxShown) return;
	event.preventDefault();
	load(text);
});
find('choose').addEventListener('click', () => file.click());
file.addEventListener('change', () => void loadFile(file.files?.[0]));
copy.addEventListener('click', () => void copyResult());
save.addEventListener('click', saveResult);
document.addEventListener('dragover', (event) => {
	event.preventDefault();
	document.body.classList.add('dropping');
});
document.addEventListener('dragleave', () => document.body.classList.remove('dropping'));
document.addEventListener('drop', (event) => {
	event.preventDefault();
	document.body.classList.remove('dropping');
	const dropped = event.dataTransfer?.files[0];
	if (dropped) void loadFile(dropped);
	else load(event.dataTransfer?.getData('text/plain') ?? '');
});
