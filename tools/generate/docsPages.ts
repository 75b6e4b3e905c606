// Generated tables of the documentation: inserts them into a page's text, between their markers.
import type { Service } from '../../nodes/engine/describe';
import type { BuiltNode } from '../pack/builtPack';
import { agentTable, errorTable, operationTable, resourceTable } from './docsTables';
import { markdownTable, replaceGenerated } from './markdown';
import { operationsOf, pageName } from './operationList';
import { productsOf } from './providerNames';

type PackNode = Pick<BuiltNode, 'service' | 'description'>;

/** Path of a service's page, relative to the repository's root. */
export const pageOf = (service: Service): string => `docs/${pageName(service)}.md`;

/**
 * The tables of each page, by the name of their markers.
 * @param nodes all nodes of the pack
 */
export function tablesByPage(
	nodes: readonly PackNode[],
): Readonly<Record<string, Readonly<Record<string, string>>>> {
	const services = [...new Set(nodes.map(({ service }) => service!))];
	const ofServices = services.map((service) => [
		pageOf(service),
		{
			operations: operationTable(service),
			resources: resourceTable(service),
			errors: errorTable(service),
		},
	]);
	return {
		'README.md': { services: serviceTable(nodes) },
		'docs/agents.md': { agents: agentTable(services) },
		...(Object.fromEntries(ofServices) as Record<string, Record<string, string>>),
	};
}

/** Inserts tables. The tables of resources and errors are only on pages with markers for them. */
export const withTables = (page: string, tables: Readonly<Record<string, string>>): string =>
	Object.entries(tables)
		.filter(([name]) => !/^(?:resources|errors)$/.test(name) || page.includes(`<!-- ${name}: `))
		.reduce((text, [name, table]) => replaceGenerated(text, name, table), page);

function serviceTable(nodes: readonly PackNode[]): string {
	const isTrigger = ({ description: { name } }: PackNode): boolean => name.endsWith('Trigger');
	const rows = nodes
		.filter((node) => !isTrigger(node))
		.map(({ service, description: { description } }) => [service!, description] as const)
		.sort(([a], [b]) => a.label.localeCompare(b.label))
		.map(([service, description]) => {
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
				nodes.some((node) => isTrigger(node) && node.service === service) ? 'yes' : 'no',
			];
		});
	return markdownTable(
		['Node', 'Works with', 'What it does', 'Resources', 'Operations', 'Trigger'],
		rows,
	);
}
