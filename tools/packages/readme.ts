// The README and the changelog of a package, made from the docs page and the pack's changelog.
import { readFileSync } from 'node:fs';
import type { Service } from '../../nodes/engine/describe';
import { operationsOf } from '../generate/operationList';
import { NEWEST_N8N, OLDER_N8N } from '../n8n/install';
import { inRoot } from '../system/paths';
import { docsUrl, renamed, repositoryUrl, type SinglePackage } from './table';

/** Sections of the docs page under the titles that n8n asks for. */
const titles: Readonly<Record<string, string>> = { Connect: 'Credentials', Recipes: 'Usage' };

export function readmeOf(one: SinglePackage, service: Service, description: string): string {
	const page = readFileSync(inRoot('docs', `${one.from.kebab}.md`), 'utf8');
	const [intro = '', ...sections] = withoutOther(page).split(/^## /m);
	const texts: Readonly<Record<string, string>> = {
		INTRODUCTION: intro.replace(/^.*\n/, '').trim(),
		SECTIONS: sections.map((text) => `## ${withTitle(text.trim())}`).join('\n\n'),
		OPERATIONS: operationList(service),
		PURPOSE: description.split('. Works with ', 1)[0]!,
		NPM_NAME: one.npmName,
		LABEL: one.to.label,
		REPOSITORY: repositoryUrl(one),
		OLDER_N8N,
		NEWEST_N8N,
	};
	const template = readFileSync(inRoot('tools', 'packages', 'template', 'README.md'), 'utf8');
	const text = template.replace(
		new RegExp(Object.keys(texts).join('|'), 'g'),
		(name) => texts[name]!,
	);
	return `${withLinks(renamed(text, one), one)
		.replace(/\n{3,}/g, '\n\n')
		.trim()}\n`;
}

const withTitle = (section: string): string =>
	section.replace(/^.*/, (title) => titles[title] ?? title);

/** The page without its images, which show the pack, and without the provider Other. */
const withoutOther = (page: string): string =>
	page
		.replace(/^!\[.*\n/gm, '')
		.replace(/^### Other\n[^#]*/m, '')
		.replace(/^.*choose \*\*Other\*\* and enter the address\.\n/m, '')
		.replaceAll(/Choose the \*\*Provider\*\* and fill in/g, 'Fill in')
		.replaceAll(/^With the provider Other, .*\n/gm, '')
		.replaceAll(/ With the provider Other, [^.|\n]*/g, '')
		.replaceAll(' as the provider,', ' as the environment,');

function withLinks(text: string, one: SinglePackage): string {
	const raw = `${repositoryUrl(one)}/blob/main`;
	return text
		.replaceAll('](../examples/', `](${raw}/examples/`)
		.replace(/\]\(([a-z-]+\.md(?:#[\w-]+)?)\)/g, (_, page: string) => `](${docsUrl(page)})`);
}

/** The names of the operations by resource. The reference describes each of them. */
const operationList = (service: Service): string =>
	Object.values(service.resources)
		.map(({ label, operations }) => {
			const names = Object.values(operations).map(({ name }) => name);
			return `- **${label}**: ${names.sort((a, b) => a.localeCompare(b)).join(', ')}`;
		})
		.sort((a, b) => a.localeCompare(b))
		.join('\n') + `\n\n${operationsOf(service).length} operations in total.`;

/**
 * The entries of the pack's changelog that concern the package: those of the service and its
 * triggers, and those of every node.
 */
export function changelogOf(one: SinglePackage): string {
	const versions = readFileSync(inRoot('CHANGELOG.md'), 'utf8').split(/^## /m).slice(1);
	const texts = versions.map((text) => {
		const [version, ...lines] = text.split('\n');
		const everyNode = (/^### Every node\n([^#]*)/m.exec(text)?.[1] ?? '')
			.split('\n')
			.filter((line) => line !== '' && !line.includes('**Other**'));
		const own = lines.filter(
			(line) => line.startsWith('- ') && line.includes(`**${one.from.label}**`),
		);
		return `## ${version}\n\n${[...own, ...everyNode].join('\n')}`;
	});
	const changelog = renamed(['# Changelog', ...texts].join('\n\n'), one);
	return `${changelog.replaceAll(/(\*\*[^*]+\*\*) \([^)]+\):/g, '$1:').trim()}\n`;
}
