/** Any action node of the pack with any of its operations: what the tests over all ten services have in common. */
import type { IDataObject } from 'n8n-workflow';
import {
	allFieldsOf,
	type Field,
	type Fields,
	type Operation,
	type Service,
} from '../../../nodes/engine/describe';
import { validate } from '../../../nodes/engine/input/validate';
import { contractOf } from '../../contract/kit/data';
import { realized } from '../../contract/kit/match';
import {
	credentials,
	nodes,
	operationsIn,
	services,
	type NamedOperation,
} from '../../contract/kit/pack';
import { prepared } from '../../contract/kit/sent';
import { localServices, type RunningService } from '../../services/list';
import { binary, runNode, type RunOptions, type RunResult, type Stage } from './executor';

export interface Subject {
	readonly service: Service;
	readonly operations: readonly NamedOperation[];
	/** Starts its local service. */
	start(): Promise<RunningService>;
}

/** The ten services, in the order of their ports. */
export const subjects: readonly Subject[] = localServices.map(({ name, start }) => {
	const service = services.find((one) => one.name === name)!;
	return {
		service,
		operations: operationsIn(service),
		start: async () => await start({ port: 0 }),
	};
});

/** The node with one credential. */
export function stageOf(service: Service, { type, data }: RunningService['credential']): Stage {
	const { folder, name } = nodes.find((one) => one.service === service && !one.isTrigger)!;
	const nodeType = new (jest.requireActual<Record<string, new () => Stage['nodeType']>>(
		`${folder}/${name}.node.ts`,
	)[name]!)();
	return {
		nodeType,
		credentials: {
			[type]: { type: credentials.find((one) => one.type.name === type)!.type, data: { ...data } },
		},
	};
}

/** The same credential for a service at another origin. */
export const movedTo = (
	origin: string,
	{ type, data }: RunningService['credential'],
): RunningService['credential'] => ({
	type,
	data: Object.fromEntries(
		Object.entries(data).map(([key, value]) => [
			key,
			/^http:\/\/127\.0\.0\.1:\d+/.test(value)
				? value.replace(/^http:\/\/127\.0\.0\.1:\d+/, origin)
				: value,
		]),
	),
});

/** Values that an operation takes: those of the contract, and for what it does not name one that fits the field. */
export function samplesOf(service: Service, found: NamedOperation): IDataObject {
	const contract = contractOf(service);
	const entry = contract.operations.find((one) => {
		const operation = realized(service, one);
		return typeof operation !== 'string' && operation.id === found.id;
	});
	const given =
		entry && entry.elsewhere === undefined ? prepared(service, contract, entry, found).input : {};
	const needed = Object.entries(allFieldsOf(found.operation)).filter(
		([name, { required }]) => required && given[name] === undefined,
	);
	const all = {
		...Object.fromEntries(needed.map(([name, field]) => [name, sampleOf(field)])),
		...given,
	};
	// Rules of its own leave a field few values; the placeholder is one of them.
	const ruled = Object.entries(allFieldsOf(found.operation)).filter(
		([name, field]) => all[name] !== undefined && !isTaken(field, all[name]),
	);
	return {
		...all,
		...Object.fromEntries(
			ruled.map(([name, { placeholder = '' }]) => [name, placeholder.replace(/^e\.g\. /, '')]),
		),
		...together[found.id],
	};
}

/** Values that depend on one another. */
const together: Readonly<Record<string, IDataObject>> = {
	'organizationSecret.upsert': { visibility: 'selected' },
	'token.update': { comment: 'a-comment' },
};

function isTaken(field: Field, value: unknown): boolean {
	try {
		validate(field, value);
		return true;
	} catch {
		return false;
	}
}

/** Texts are words of their own, so that they are found again in what was sent. */
function sampleOf({
	kind,
	label,
	minimum,
	choices,
	default: standing,
	row,
}: Field): IDataObject[string] {
	if (standing !== undefined && standing !== '') return standing as IDataObject[string];
	const word = label.toLowerCase().replace(/\W+/g, '-');
	const samples: Partial<Record<Field['kind'], unknown>> = {
		integer: minimum ?? 1,
		number: 1.5,
		flag: true,
		choice: choices?.[0]?.value,
		choices: [choices?.[0]?.value],
		list: [word],
		json: { given: word },
		columns: { given: word },
		date: '2026-01-31T08:00:00Z',
		file: 'data',
	};
	if (kind === 'rows')
		return [
			Object.fromEntries(Object.entries(row ?? {}).map(([name, inner]) => [name, sampleOf(inner)])),
		];
	return (samples[kind] ?? word) as IDataObject[string];
}

/** Parameters of a node that hold expressions alone; the values stand in `json.given` of the item. */
export function parametersFor(
	found: NamedOperation,
	names: Iterable<string>,
	options: IDataObject = {},
): IDataObject {
	const { fields, options: optional } = found.operation;
	const held = (name: string, field: Field): IDataObject[string] => {
		const expression = `={{ $json.given[${JSON.stringify(name)}] }}`;
		return field.kind === 'id' ? { __rl: true, mode: 'id', value: expression } : expression;
	};
	const among = (all: Fields) =>
		[...names]
			.filter((name) => all[name] !== undefined)
			.map((name) => [name, held(name, all[name]!)] as const);
	return {
		resource: found.resource,
		operation: found.key,
		...Object.fromEntries(among(fields)),
		options: { ...Object.fromEntries(among(optional)), ...options },
	};
}

/** The way to log in that a credential type belongs to. */
export const authenticationOf = (
	{ credentials: choices }: Service,
	{ credentials: given }: Stage,
): IDataObject =>
	choices.length > 1
		? {
				authentication: choices.find(({ type }) => type !== undefined && given[type] !== undefined)!
					.value,
			}
		: {};

/** Runs one operation once for each set of values. */
export async function runAny(
	service: Service,
	stage: Stage,
	found: NamedOperation,
	all: readonly IDataObject[],
	options: IDataObject = {},
	more: Partial<RunOptions> = {},
): Promise<RunResult> {
	const names = new Set(all.flatMap((values) => Object.keys(values)));
	const file = await binary(Buffer.from('name,value\na,1\n'), 'file.csv', 'text/csv');
	const items = all.map((given) => ({ json: { given }, binary: { data: file } }));
	return await runNode(stage, {
		parameters: {
			...parametersFor(found, names, options),
			...authenticationOf(service, stage),
			...more.parameters,
		},
		items,
		settings: { onError: 'continueRegularOutput', ...more.settings },
	});
}

/** Options that let an operation which waits end soon. */
export function impatient({ operation }: NamedOperation): IDataObject {
	const { pollingInterval, maximumWait } = allFieldsOf(operation);
	return {
		...(pollingInterval ? { pollingInterval: pollingInterval.minimum ?? 0.01 } : {}),
		...(maximumWait ? { maximumWait: maximumWait.minimum ?? 0.01 } : {}),
	};
}

/** Whether an operation only reads. */
export const isReading = ({ request, replay }: Operation): boolean =>
	request ? /^(GET|HEAD) /.test(request) : replay === 'safe';
