/** From an entity to its resource: the operations that all entities share, written once. */
import type { IDataObject } from 'n8n-workflow';
import {
	byCursor,
	choice,
	date,
	decimal,
	type Field,
	type Fields,
	flag,
	id,
	integer,
	json,
	operation,
	type Operation,
	type RequestLine,
	resource,
	type Resource,
	secret,
	type Shape,
	text,
} from '../engine/describe';
import { fieldNames, kindsOf, oneOf, pluralOf, type Entity, type Kept } from './entities';
import { filterFields, withFilter } from './filters';
import { write, type WriteInput } from './jobs';
import { recordNamed } from './wrapping';

/** The connection that a request is about. */
export const accessToken = secret('Access Token', {
	wire: 'access_token',
	in: 'query',
	description:
		'Addresses another connection than the credential does, so that one workflow serves many customers',
	hideFromAgents: true,
});

const platformData = flag('Platform Data', {
	wire: 'expand',
	queryFlag: 'platform_data',
	default: true,
	description:
		'Whether to add the raw fields of the platform, which differ from platform to platform and may change',
});

const forceFetch = flag('Force Fetch', {
	wire: 'force_fetch',
	default: true,
	description:
		'Whether to get what is there already when the first download of the connection is still under way',
});

export const readingOptions = { accessToken, forceFetch } satisfies Fields;
export const recordOptions = { ...readingOptions, platformData } satisfies Fields;

const updated = {
	updatedAfter: date('Updated After', {
		format: 'epoch-ms',
		wire: 'updated_at_min',
		description: 'Only records updated at this moment or later',
	}),
	updatedBefore: date('Updated Before', {
		format: 'epoch-ms',
		wire: 'updated_at_max',
		description: 'Only records updated at this moment or earlier',
	}),
};

/** The most that the service gives at once is not public. */
export const standardPageSize = 50;

const pageSize = integer('Page Size', {
	wire: 'limit',
	minimum: 1,
	default: standardPageSize,
	description:
		'How many records are asked for at once; the most that the service allows is not public',
	hideFromAgents: true,
});

/** Options of every list that has pages. */
export const listOptions = { ...recordOptions, ...updated, pageSize } satisfies Fields;

export const pagingOf = (rows: string) =>
	byCursor({
		rows,
		cursor: 'cursor',
		next: 'next_cursor',
		size: { name: 'limit', maximum: standardPageSize },
	});

export const writeFields = {
	responseMode: choice(
		'Response Mode',
		{ prefer_sync: 'Prefer Synchronous', async: 'Asynchronous' },
		{
			wire: 'response_mode',
			description:
				'Asynchronous carries an idempotency key, so it is safe to send again after a fault, and the service itself repeats what the platform turns away. Prefer Synchronous waits for the platform, up to 30 seconds.',
			default: 'prefer_sync',
		},
	),
	waitForJob: flag('Wait For Job', {
		description:
			'Whether to go on with the record when the service answers with a job, instead of with the job',
		default: true,
		in: 'none',
	}),
} satisfies Fields;

export const writeOptions = {
	accessToken,
	idempotencyKey: text('Idempotency Key', {
		wire: 'Idempotency-Key',
		in: 'header',
		description:
			'For Asynchronous only. Unless set, each item gets a key that stays the same over Retry On Fail.',
		hideFromAgents: true,
	}),
	maximumWait: decimal('Maximum Wait (Minutes)', {
		description:
			'How long to wait for a job. After that the item carries the job as it is, marked timedOut.',
		default: 15,
		minimum: 0.01,
		maximum: 10_080,
		in: 'none',
	}),
} satisfies Fields;

/** The token comes from the credential where the option is not set. */
export const needsConnection = ({ accessToken: token }: { readonly accessToken?: string }) =>
	token === undefined
		? {
				field: 'accessToken' as const,
				problem: 'is required. Enter it in the credential, or in Options for this item',
			}
		: undefined;

/** A key means something to an asynchronous write alone; elsewhere it would only feel safe. */
export const checkWrite = (input: WriteInput & { readonly accessToken?: string }) =>
	input.idempotencyKey !== undefined && input.responseMode !== 'async'
		? {
				field: 'idempotencyKey' as const,
				problem: 'needs the response mode Asynchronous; the other one has no idempotency',
			}
		: needsConnection(input);

/** The record of a write as JSON. A person may leave out its own name around it. */
export const dataField = (
	name: string,
	label: string,
	needs = '',
): Field<IDataObject> & { required: true } =>
	json(`${label} (JSON)`, {
		required: true,
		wire: name,
		description:
			needs === ''
				? 'Fields of the record as the service writes them'
				: `Fields of the record as the service writes them. Usually needed: ${needs.split(' ').join(', ')}.`,
	});

/** Takes `{"invoice": {…}}` for `{…}`. */
export const unwrapData =
	(name: string) =>
	(input: IDataObject): IDataObject => {
		const data = input.data as IDataObject | undefined;
		const inner = data?.[name];
		return data &&
			Object.keys(data).length === 1 &&
			typeof inner === 'object' &&
			inner !== null &&
			!Array.isArray(inner)
			? { ...input, data: inner }
			: input;
	};

type WithKey = Entity & { readonly key: string };

/** The id of a record, chosen from the list that the service has of it. */
export const idOf = (one: WithKey) =>
	id(one.label, {
		placeholder: 'e.g. 00000000-0000-0000-0000-000000000000',
		...(one.operations.includes('getAll')
			? {
					lookup: {
						request: `GET ${one.path}?access_token={accessToken}`,
						rows: one.rows,
						row: (row: IDataObject) => ({ name: calledIn(row), value: String(row.id) }),
						paging: byCursor({ rows: one.rows, cursor: 'cursor', next: 'next_cursor' }),
					},
				}
			: {}),
	});

const names = [
	'name',
	'customer_name',
	'vendor_name',
	'document_number',
	'order_number',
	'email',
	'memo',
];

/** What a person knows a record by. */
function calledIn(row: IDataObject): string {
	const called = names
		.map((name) => row[name])
		.find((value) => typeof value === 'string' || typeof value === 'number');
	return called === undefined || called === '' ? String(row.id) : String(called);
}

function shapeOf({ fields }: Entity): { shape?: Shape } {
	if (fields.length === 0) return {};
	return {
		shape: Object.fromEntries([
			...fields.map(
				(field) => [field.replace(/[!#]$/, ''), field.endsWith('#') ? 'number' : 'string'] as const,
			),
			['platform_data', 'object'] as const,
		]),
	};
}

const simplifyOf = (one: Entity): { simplify?: string[] } =>
	one.fields.length === 0 ? {} : { simplify: [...fieldNames(one), 'platform_data'] };

const made: Readonly<Record<Kept, (one: WithKey) => Operation>> = {
	getAll: (one) =>
		operation({
			name: 'Get Many',
			action: `Get many ${pluralOf(one)}`,
			request: `GET ${one.path}`,
			...(one.plain
				? { paging: byCursor({ rows: one.rows, cursor: 'cursor', next: 'next_cursor' }) }
				: { paging: pagingOf(one.rows), prepare: withFilter(kindsOf(one)) }),
			...simplifyOf(one),
			...shapeOf(one),
			fields: one.plain ? {} : (filterFields as Fields),
			options: { ...one.list, ...(one.plain ? recordOptions : listOptions), ...one.reading },
			check: needsConnection,
		}),
	get: (one) =>
		operation({
			name: 'Get',
			action: `Get ${oneOf(one)}`,
			request: `GET ${one.path}/{${one.key}Id}` as RequestLine,
			refine: recordNamed(one.name),
			...simplifyOf(one),
			...shapeOf(one),
			fields: { [`${one.key}Id`]: idOf(one) },
			options: { ...recordOptions, ...one.reading },
			check: needsConnection,
		}),
	read: (one) =>
		operation({
			name: 'Get',
			action: `Get the ${one.label.toLowerCase()}`,
			request: `GET ${one.path}`,
			refine: recordNamed(one.name),
			...shapeOf(one),
			options: { ...recordOptions, ...one.reading },
			check: needsConnection,
		}),
	create: (one) =>
		operation({
			name: 'Create',
			action: `Create ${oneOf(one)}`,
			request: `POST ${one.path}`,
			refine: recordNamed(one.name),
			...shapeOf(one),
			fields: { data: dataField(one.name, one.label, one.needs), ...writeFields },
			options: writeOptions,
			check: checkWrite,
			prepare: unwrapData(one.name),
			run: write,
		}),
	update: (one) =>
		operation({
			name: 'Update',
			action: `Update ${oneOf(one)}`,
			request: `PATCH ${one.path}/{${one.key}Id}` as RequestLine,
			refine: recordNamed(one.name),
			...shapeOf(one),
			fields: { [`${one.key}Id`]: idOf(one), data: dataField(one.name, one.label), ...writeFields },
			options: writeOptions,
			check: checkWrite,
			prepare: unwrapData(one.name),
			run: write,
		}),
	delete: (one) =>
		operation({
			name: 'Delete',
			action: `Delete ${oneOf(one)}`,
			request: `DELETE ${one.path}/{${one.key}Id}` as RequestLine,
			fields: { [`${one.key}Id`]: idOf(one) },
			options: { accessToken },
			check: needsConnection,
		}),
};

/** The resource of an entity; `more` are operations of its own. */
export function resourceOf(one: WithKey, more: Record<string, Operation> = {}): Resource {
	const operations: Record<string, Operation> = {
		...Object.fromEntries(
			one.operations.map((kept) => [kept === 'read' ? 'get' : kept, made[kept](one)]),
		),
		...more,
	};
	return resource(one.label, { default: Object.keys(operations)[0]!, operations });
}
