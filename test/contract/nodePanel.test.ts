import { codexOf } from '../../tools/generate/nodeMetadata';
import { productsOf, worksWith } from '../../tools/generate/providerNames';
import { isListed, searchesOf, unrelatedSearches } from './kit/nodePanel';
import { nodes, type SourceNode } from './kit/pack';

/** The texts that n8n searches. */
const textsOf = ({ service, description }: SourceNode): string[] => [
	description.displayName,
	...(codexOf(service, description.name).alias as string[]),
];

test.each(nodes)('$name is found by what users search for', (node) => {
	const searches = [...productsOf(node.service), ...searchesOf(node.service)];
	expect(searches.filter((search) => !isListed(search, textsOf(node)))).toEqual([]);
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
