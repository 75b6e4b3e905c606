/** Fields, options and checks that the resources share. */
import type { IDataObject } from 'n8n-workflow';
import {
	byCursor,
	choice,
	date,
	decimal,
	type Fields,
	flag,
	id,
	integer,
	secret,
	text,
	toText,
} from '../engine/describe';
import type { KeyedEntity } from './entities';
import type { WriteInput } from './jobs';
import { recordLabel } from './recordLabel';

export const uuidPlaceholder = 'e.g. 00000000-0000-0000-0000-000000000000';

/**
 * The node version as of which the access token is among the first parameters, and records of other
 * entities are selected from lists.
 */
export const versionWithLists = 1.1;
export const versionThatRejectsEmptyValues = 1.2;

/**
 * Each access token belongs to one connection, so the token determines the connection of a request.
 */
export const accessToken = secret('Access Token', {
	apiName: 'access_token',
	in: 'query',
	description: 'Access token of the connection, which is one customer on one platform',
	hint: 'If empty, the access token in the credential is used',
	hideFromAgents: true,
	collection: 'options',
	promotedIn: versionWithLists,
});

const platformData = flag('Platform Data', {
	apiName: 'expand',
	queryFlag: 'platform_data',
	default: true,
	description:
		'Whether to add the raw fields of the platform. They differ between platforms and may change.',
});

const forceFetch = flag('Return Partial Data', {
	apiName: 'force_fetch',
	default: true,
	description:
		'Whether to return the records that are already available while the first download of the connection is in progress',
	collection: 'options',
});

export const readOptions = { accessToken, forceFetch } satisfies Fields;
export const recordOptions = { ...readOptions, platformData } satisfies Fields;

const updateTimes = {
	updatedAfter: date('Updated After', {
		format: 'epoch-ms',
		apiName: 'updated_at_min',
		description: 'Only records updated at or after this time',
	}),
	updatedBefore: date('Updated Before', {
		format: 'epoch-ms',
		apiName: 'updated_at_max',
		description: 'Only records updated at or before this time',
	}),
};

/** Option of the trigger that polls for updates. */
export const startFromField = date('Start From', {
	format: 'epoch-ms',
	description: 'Time to start from, instead of the time when the trigger starts',
});

/** The maximum page size of the service is not public. */
export const defaultPageSize = 50;

const pageSize = integer('Page Size', {
	apiName: 'limit',
	minimum: 1,
	default: defaultPageSize,
	description: 'Number of records per request. The maximum of the service is not public.',
	hideFromAgents: true,
	collection: 'options',
});

/** Options of lists with filters. */
export const listOptions = { ...recordOptions, ...updateTimes, pageSize } satisfies Fields;

/** Pagination of lists without a page size. */
export const cursorPaging = (listName: string) =>
	byCursor({ rows: listName, cursor: 'cursor', next: 'next_cursor' });

/** Pagination of lists with a page size. */
export const sizedPaging = (listName: string) =>
	byCursor({
		rows: listName,
		cursor: 'cursor',
		next: 'next_cursor',
		size: { name: 'limit', maximum: defaultPageSize },
	});

export const writeFields = {
	responseMode: choice(
		'Response Mode',
		{ prefer_sync: 'Wait for the Platform', async: 'Return a Job' },
		{
			apiName: 'response_mode',
			in: 'body',
			description:
				'Return a Job (asynchronous) sends an idempotency key, so the node can retry the request ' +
				'safely. The service also retries requests that the platform rejects. Wait for the ' +
				'Platform (synchronous) takes up to 30 seconds.',
			default: 'prefer_sync',
		},
	),
	waitForJob: flag('Wait For Job', {
		description:
			'Whether to wait for the job and return the record if the service responds with a job. If turned off, the job is returned.',
		default: true,
		in: 'none',
	}),
} satisfies Fields;

export const writeOptions = {
	accessToken,
	idempotencyKey: text('Idempotency Key', {
		apiName: 'Idempotency-Key',
		in: 'header',
		description:
			'Only for the response mode Return a Job. If not set, each item gets a key that stays the same in all attempts of Retry On Fail.',
		rejectEmptyExpression: 'the service would not recognize a repeated request',
		hideFromAgents: true,
	}),
	maximumWait: decimal('Maximum Wait (Minutes)', {
		description:
			'Maximum time to wait for a job. After that, the item contains the job in its current state, with timedOut set to true.',
		default: 15,
		minimum: 0.01,
		maximum: 10_080,
		in: 'none',
	}),
} satisfies Fields;

/** Checks that the request has an access token, from Options or from the credential. */
export const requireAccessToken = ({ accessToken: token }: { readonly accessToken?: string }) =>
	token === undefined
		? {
				field: 'accessToken' as const,
				problem:
					'is required. Enter it in the credential, or in the node, where an expression must return a value',
			}
		: undefined;

/**
 * Rejects an idempotency key unless the response mode is Return a Job. In the mode Wait for
 * the Platform, the service ignores the key and would not prevent duplicates.
 */
export const checkWrite = (input: WriteInput & { readonly accessToken?: string }) =>
	input.idempotencyKey !== undefined && input.responseMode !== 'async'
		? {
				field: 'idempotencyKey' as const,
				problem:
					'requires the response mode Return a Job. Wait for the Platform does not support idempotency',
			}
		: requireAccessToken(input);

/** A resource locator for a record, with a list if the service has a list endpoint. */
export const recordIdField = (entity: KeyedEntity) =>
	id(entity.label, {
		description: 'ID of the record in the service, not its platform ID or document number',
		placeholder: uuidPlaceholder,
		...(entity.operations.includes('getAll')
			? {
					listMethod: `search${entity.key[0]!.toUpperCase()}${entity.key.slice(1)}`,
					lookup: {
						request: `GET ${entity.path}?access_token={accessToken}`,
						rows: entity.listName,
						row: (row: IDataObject) => ({ name: recordLabel(row), value: toText(row.id) }),
						paging: cursorPaging(entity.listName),
					},
				}
			: {}),
	});
