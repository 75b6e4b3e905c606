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
 * @throws Error if the page has no markers for operations
 */
export function withOperations(page: string, service: Service): string {
	const updated = replaceGenerated(page, 'operations', operationTable(service));
	if (updated === undefined) throw new Error(`${pageOf(service)} has no markers for operations`);
	const withResources = replaceGenerated(updated, 'resources', resourceTable(service)) ?? updated;
	return replaceGenerated(withResources, 'errors', errorTable(service)) ?? withResources;
}

/** Inserts the table of services into the README, if the README has markers for the table. */
export const withServices = (readme: string, services: readonly ListedService[]): string =>
	replaceGenerated(readme, 'services', serviceTable(services)) ?? readme;

/** Inserts the table of nodes into the page on AI agents, if the page has markers for the table. */
export const withAgents = (
	page: string,
	services: readonly Pick<ListedService, 'service'>[],
): string =>
	replaceGenerated(page, 'agents', agentTable(services.map(({ service }) => service))) ?? page;

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
