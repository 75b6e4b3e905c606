/** The envelope of every answer: `status`, `data` with one list, and per entry `status`, `message` and `error` (specification part C). Pure. */
import type { IDataObject } from 'n8n-workflow';
import { type KnownError, PackError, type Row, type ServiceErrorInfo } from '../engine/describe';
import { toRow } from '../engine/run/output';

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The list in `data`, whatever its name; empty where there is none. */
export function entriesOf(body: unknown): IDataObject[] {
	const data = isObject(body) ? body.data : undefined;
	const list = isObject(data) ? Object.values(data).find(Array.isArray) : undefined;
	return ((list ?? []) as unknown[]).filter(isObject);
}

const hasFailed = ({ status }: IDataObject): boolean => status === 'error';

/** An entry as a row, or why it failed. */
export const outcomeOf = (entry: IDataObject): readonly Row[] | PackError =>
	hasFailed(entry) ? entryRefusal(entry) : [toRow(entry)];

/** Rows of entries that belong to one item. @throws Refusal when one of them failed */
export function rowsOfEntries(entries: readonly IDataObject[]): Row[] {
	const failed = entries.find(hasFailed);
	if (failed) throw entryRefusal(failed);
	return entries.map(toRow);
}

/** The message of the service, with its number: what the numbers mean is not shown. */
export function entryRefusal({ message, error, name, uuid }: IDataObject): PackError {
	const number = typeof error === 'number' ? String(error) : undefined;
	const about = [name, uuid].filter((one) => typeof one === 'string' && one !== '').join(', ');
	const text =
		typeof message === 'string' && message !== ''
			? message.replace(/\.$/, '')
			: 'The service refused this entry';
	return new PackError(`${text}${number === undefined ? '' : ` (error ${number})`}`, {
		hint:
			[
				about && `It is about ${about}.`,
				numberHints[number ?? ''],
				number &&
					olderNames[Number(number)] &&
					`The vendor’s older client calls this error ${olderNames[Number(number)]}.`,
			]
				.filter(Boolean)
				.join(' ') || undefined,
		...(number === undefined ? {} : { code: number }),
	});
}

/** Names of the numbers in the vendor's older client, from 0; their meaning is no more than the name. */
const olderNames = [
	'UnknownError',
	'NotSupported',
	'WrongMethod',
	'NoAPIEndpoint',
	'FailNotAll',
	'TooMany',
	'Unknown',
	'Invalid',
	'NotFound',
	'NoFree',
	'FailedOperation',
	'FailedWrongVMState',
	'TimedOut',
	'MissingID',
	'NotAllowed',
	'Attached',
	'MalformedRequest',
	'NotBoth',
	'AddService',
	'Quota',
	'GuestMemoryTooSmall',
	'NotAttached',
	'TooLong',
	'AlreadyExists',
	'CannotBeUsed',
	'AutoscaleInstance',
	'AutoscaleConfigured',
	'AutoscaleNotConfigured',
	'AutoscaleDisabled',
	'AutoscaleSizeOutOfRange',
	'CertCNMismatch',
];

const numberHints: Readonly<Record<string, string>> = {
	'8': 'Check the name or the UUID, and the metro of the credential.',
	'11': 'Check the state of the object: the operation needs another one.',
	'15': 'Detach it first.',
	'19': 'Look at User: Get Quotas, and free something or ask for more.',
	'23': 'Choose another name.',
};

/** Whether an answer as a whole refuses; one with entries is told entry by entry. */
export const isErrorEnvelope = (body: unknown): boolean =>
	isObject(body) && body.status === 'error' && entriesOf(body).length === 0;

/** Everything that an error envelope says: its message, every entry of `errors`, and every entry of `data` that failed. */
export function readError(body: unknown): ServiceErrorInfo {
	if (!isObject(body)) return {};
	const errors = Array.isArray(body.errors) ? (body.errors as unknown[]).filter(isObject) : [];
	const parts = [
		typeof body.message === 'string' ? body.message : '',
		...errors.map(({ status, message }) =>
			[message, status === undefined ? undefined : `status ${String(status)}`]
				.filter(Boolean)
				.join(', '),
		),
		...entriesOf(body)
			.filter(hasFailed)
			.map((entry) => entryRefusal(entry).message),
	]
		.map((part) => part.replace(/\.$/, ''))
		.filter(Boolean);
	return parts.length === 0 ? {} : { text: [...new Set(parts)].join('; ').slice(0, 2000) };
}

const said = ({ text }: IDataObject): string => (text ? `: ${String(text)}` : '');

/** By status: the service has no codes of its own for a whole answer. */
export const errors: Record<string, KnownError> = {
	'200': {
		message: (facts) => `The service refused the request${said(facts)}`,
		hint: 'Check the values of this item',
		retry: 'never',
	},
	'400': {
		message: (facts) => `The service did not understand the request${said(facts)}`,
		hint: 'Unknown, ill-typed or otherwise invalid parameters end a request. Check the fields, above all what was given as JSON',
		retry: 'never',
	},
	'404': {
		message: (facts) => `The service has no such object or endpoint${said(facts)}`,
		hint: 'Check the name or the UUID, and the metro and base URL of the credential',
		retry: 'never',
	},
};
