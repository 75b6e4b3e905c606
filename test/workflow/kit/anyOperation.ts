/** Runs any operation of any node of the pack, for tests that cover all ten services. */
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import {
	allFieldsOf,
	type Field,
	type Fields,
	type Operation,
	type Service,
} from '../../../nodes/engine/describe';
import {
	credentials,
	nodes,
	operationsIn,
	services,
	type NamedOperation,
} from '../../contract/kit/pack';
import { localServices, type RunningService } from '../../services/list';
import { binary, runNode, type NodeSetup, type RunOptions, type RunResult } from './executor';
import { byId } from './locator';

export interface TestedService {
	readonly service: Service;
	readonly operations: readonly NamedOperation[];
	/** Starts the local test service. */
	start(): Promise<RunningService>;
}

/** The ten services, in the order of their ports. */
export const testedServices: readonly TestedService[] = localServices.map(({ name, start }) => {
	const service = services.find((candidate) => candidate.name === name)!;
	return {
		service,
		operations: operationsIn(service),
		start: async () => await start({ port: 0 }),
	};
});

/** The node of a service with one credential. */
export function nodeSetup(
	service: Service,
	{ type, data }: RunningService['credential'],
): NodeSetup {
	const { nodeType } = nodes.find((node) => node.service === service && !node.isTrigger)!;
	return {
		nodeType,
		credentials: {
			[type]: {
				type: credentials.find((credential) => credential.type.name === type)!.type,
				data: { ...data },
			},
		},
	};
}

/** The same credential with the addresses of the local test service replaced by another origin. */
export const withOrigin = (
	origin: string,
	{ type, data }: RunningService['credential'],
): RunningService['credential'] => ({
	type,
	data: Object.fromEntries(
		Object.entries(data).map(([key, value]) => [
			key,
			value.replace(/^http:\/\/127\.0\.0\.1:\d+/, origin),
		]),
	),
});

/** Node parameters that read every value from `json.input` of the item with an expression. */
export function parametersFor(
	found: NamedOperation,
	names: Iterable<string>,
	options: IDataObject = {},
): IDataObject {
	const { fields, options: optionFields } = found.operation;
	const parameterFor = (
		name: string,
		{ kind, required, row = {} }: Field,
		parent = '$json.input',
	): IDataObject[string] => {
		const path = `${parent}?.[${JSON.stringify(name)}]`;
		// If a complete row is an expression, n8n drops the row. Only its cells can be expressions.
		if (kind === 'rows')
			return {
				rows: [
					Object.fromEntries(
						Object.entries(row).map(([key, cell]) => [
							key,
							parameterFor(key, cell, `${path}?.[0]`),
						]),
					),
				],
			};
		// In a list, an expression without a value is an error. An empty text is not sent.
		const isOptional = found.operation.paging !== undefined && required !== true;
		const expression = `={{ ${path}${isOptional ? " ?? ''" : ''} }}`;
		return kind === 'id' ? byId(expression) : expression;
	};
	const parametersIn = (all: Fields) =>
		Object.fromEntries(
			[...names]
				.filter((name) => all[name] !== undefined)
				.map((name) => [name, parameterFor(name, all[name]!)] as const),
		);
	return {
		resource: found.resource,
		operation: found.key,
		...parametersIn(fields),
		options: { ...parametersIn(optionFields), ...options },
	};
}

/** The Authentication parameter for the credential of the setup, if the node has that parameter. */
export const authenticationFor = (
	service: Service,
	{ credentials: available }: NodeSetup,
): IDataObject =>
	service.credentials.length > 1
		? {
				authentication: service.credentials.find(
					({ type }) => type !== undefined && available[type] !== undefined,
				)!.value,
			}
		: {};

let file: Promise<IBinaryData> | undefined;

/** Runs one operation with one item per input. All items have the same file. */
export async function runOperation(
	service: Service,
	setup: NodeSetup,
	found: NamedOperation,
	inputs: readonly IDataObject[],
	options: IDataObject = {},
	more: Partial<RunOptions> = {},
): Promise<RunResult> {
	const names = new Set(inputs.flatMap((input) => Object.keys(input)));
	file ??= binary(Buffer.from('name,value\na,1\n'), 'file.csv', 'text/csv');
	const binaries = { data: await file };
	const items = inputs.map((input) => ({ json: { input }, binary: { ...binaries } }));
	return await runNode(setup, {
		parameters: {
			...parametersFor(found, names, options),
			...authenticationFor(service, setup),
			...more.parameters,
		},
		items,
		settings: { onError: 'continueRegularOutput', ...more.settings },
	});
}

/** Options with short timeouts, for operations that poll for a result. */
export function shortWaitOptions({ operation }: NamedOperation): IDataObject {
	const { pollingInterval, maximumWait, failOnTimeout } = allFieldsOf(operation);
	return {
		...(pollingInterval ? { pollingInterval: pollingInterval.minimum ?? 0.01 } : {}),
		...(maximumWait ? { maximumWait: maximumWait.minimum ?? 0.01 } : {}),
		...(failOnTimeout ? { failOnTimeout: false } : {}),
	};
}

export const isReadOnly = ({ request, idempotency }: Operation): boolean =>
	request ? /^(GET|HEAD) /.test(request) : idempotency === 'safe';
