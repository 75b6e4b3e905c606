// n8n's node panel: which nodes a search lists.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { codexOf } from '../../tools/generate/nodeMetadata';
import { productsOf, worksWith } from '../../tools/generate/providerNames';
import { nodes, type SourceNode } from './kit/pack';

const { searches, unrelated } = parse(readFileSync(join(__dirname, 'nodePanel.yaml'), 'utf8')) as {
	readonly searches: Readonly<Record<string, string>>;
	readonly unrelated: string;
};
const unrelatedSearches = unrelated.split(', ');

/**
 * Whether n8n lists a node with these texts (its name and aliases). It does so if the letters of
 * the search occur in one of the texts in the same order, with any gaps between them
 * (`sublimeSearch` in `@n8n/utils`).
 */
const isListed = (search: string, texts: readonly string[]): boolean =>
	texts.some((text) => containsInOrder(text.toLowerCase(), search.toLowerCase()));

function containsInOrder(text: string, letters: string): boolean {
	let matched = 0;
	for (const letter of text) if (letter === letters[matched]) matched++;
	return matched === letters.length;
}

/** The texts that n8n searches. */
const textsOf = ({ service, description }: SourceNode): string[] => [
	description.displayName,
	...(codexOf(service, description.name).alias as string[]),
];

test.each(nodes)('$name is found by what users search for', (node) => {
	const { service } = node;
	const wanted = ['tenfold', ...productsOf(service), ...(searches[service.name] ?? '').split(', ')];
	expect(wanted.filter((search) => !isListed(search, textsOf(node)))).toEqual([]);
});

test.each(nodes)('$name is found by at most 4 of 95 unrelated searches', (node) => {
	expect(new Set(unrelatedSearches).size).toBe(95);
	const name = node.description.displayName.toLowerCase();
	const unrelated = unrelatedSearches.filter((search) => !name.includes(search));
	const found = unrelated.filter((search) => isListed(search, textsOf(node)));
	expect(found.slice(4)).toEqual([]);
});

test.each(nodes)('the description of $name ends with its providers', ({ service, description }) => {
	const sentence = worksWith(service);
	if (sentence === undefined) expect(description.description).not.toMatch(/works with/i);
	else expect(description.description.endsWith(`. ${sentence}`)).toBe(true);
});
