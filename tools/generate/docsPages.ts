// Generated tables of the documentation: inserts them into a page's text, between their markers.
import type { Service } from '../../nodes/engine/describe';
import { agentTable, errorTable, operationTable, resourceTable } from './docsTables';
import { markdownTable, replaceGenerated } from './markdown';
import { operationsOf, pageName } from './operationList';
import { productsOf } from './providerNames';

export interface ListedService {
	readonly service: Service;
	readonly description: string;
	readonly hasTrigger: boolean;
}

/** Path of a service's page, relative to the repository's root. */
export const pageOf = (service: Service): string => `docs/${pageName(service)}.md`;

/**
 * Inserts the table of operations, and the tables of resources and errors if the page has markers
 * for them.
 */
export const withOperations = (page: string, service: Service): string =>
	Object.entries({
		operations: operationTable(service),
		resources: resourceTable(service),
		errors: errorTable(service),
	})
		.filter(([name]) => name === 'operations' || page.includes(`<!-- ${name}: `))
		.reduce((text, [name, table]) => replaceGenerated(text, name, table), page);

/** Inserts the table of services into the README. */
export const withServices = (readme: string, services: readonly ListedService[]): string =>
	replaceGenerated(readme, 'services', serviceTable(services));

/** Inserts the table of nodes into the page on AI agents. */
export const withAgents = (
	page: string,
	services: readonly Pick<ListedService, 'service'>[],
): string => replaceGenerated(page, 'agents', agentTable(services.map(({ service }) => service)));

function serviceTable(services: readonly ListedService[]): string {
	const rows = [...services]
		.sort((a, b) => a.service.label.localeCompare(b.service.label))
		.map(({ service, description, hasTrigger }) => {
			const resources = Object.values(service.resources)
				.map(({ label }) => label)
				.sort((a, b) => a.localeCompare(b));
			const works = productsOf(service).join(', ') || 'No known provider';
			const [purpose] = description.split('. Works with ', 1);
			return [
				`[${service.label}](${pageOf(service)})`,
				works,
				purpose!,
				resources.join(', '),
				String(operationsOf(service).length),
				hasTrigger ? 'yes' : 'no',
			];
		});
	return markdownTable(
		['Node', 'Works with', 'What it does', 'Resources', 'Operations', 'Trigger'],
		rows,
	);
}
