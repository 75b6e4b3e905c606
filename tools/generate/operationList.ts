/** Shared by the generators: all operations of a service, and the name of its docs page. */
import type { Operation, Service } from '../../nodes/engine/describe';
import { serviceNames } from './serviceNames';

/** Name of a service's docs page: `media-generation` for the service `mediaGeneration`. */
export const pageName = ({ name }: Service): string => serviceNames(name).kebab;

export interface Listed {
	readonly resource: string;
	readonly key: string;
	readonly resourceLabel: string;
	readonly operation: Operation;
}

export const operationsOf = (service: Service): Listed[] =>
	Object.entries(service.resources).flatMap(([resource, { label, operations }]) =>
		Object.entries(operations).map(([key, operation]) => ({
			resource,
			key,
			resourceLabel: label,
			operation,
		})),
	);
