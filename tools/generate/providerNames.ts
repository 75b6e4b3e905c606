/** Names of the providers of a service, for the node panel and for the table in the README. */
import { otherProvider, type Provider, type Service } from '../../nodes/engine/describe';

type ServiceProviders = Pick<Service, 'providers'>;

const knownProviders = ({ providers }: ServiceProviders): Provider[] =>
	providers.list.filter(({ key }) => key !== otherProvider);

export const productsOf = (service: ServiceProviders): string[] =>
	unique(knownProviders(service).map(({ label, product }) => product ?? label));

/**
 * The sentence that ends the descriptions of a service's nodes, or none without known providers.
 */
export function worksWith(service: ServiceProviders): string | undefined {
	const products = productsOf(service);
	return products.length === 0
		? undefined
		: `Works with ${new Intl.ListFormat('en-US').format(products)}.`;
}

/**
 * n8n's search finds a node if the letters of the search occur in an alias in the same order, with
 * any gaps between them. A longer label would match almost any search.
 */
const maxLabelLength = 30;

/** People search for the name of what they have just installed. */
const packName = 'tenfold';

/** The search aliases of a service: its own, and the names of its providers. */
export function aliasesOf(service: ServiceProviders & Pick<Service, 'codex'>): string[] {
	const named = knownProviders(service).flatMap(({ label, product, aliases = [] }) => [
		...(label.length > maxLabelLength ? [] : [label]),
		...(product === undefined ? [] : [product]),
		...aliases,
	]);
	return unique([...named, ...service.codex.aliases, packName]);
}

/** The first spelling of each text, without those that differ only in capitalization. */
function unique(texts: readonly string[]): string[] {
	const spellings = new Map([...texts].reverse().map((text) => [text.toLowerCase(), text]));
	return [...new Set(texts.map((text) => spellings.get(text.toLowerCase())!))];
}
