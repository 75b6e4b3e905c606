/** Errors of individual entries, by error number, and of complete responses, by HTTP status. */
import type { IDataObject } from 'n8n-workflow';
import { type ErrorFacts, type KnownError, PackError, wordsIn } from '../engine/describe';

const notFoundNumber = '8';
const wrongStateNumber = '11';

/** What to check if an object was not found. */
const checkObject = 'Check its name or UUID and the credential’s metro';

/**
 * The error of an entry that failed: the service's message with the error number. The specification
 * does not define the numbers.
 * @param requested the object that the item refers to, such as `Instance my-app`
 */
export function entryError(
	{ message, error, name, uuid }: IDataObject,
	requested?: string,
): PackError {
	const number = typeof error === 'number' ? String(error) : undefined;
	const object = [name, uuid]
		.filter((part): part is string => typeof part === 'string' && part !== '')
		.join(', ');
	const text =
		typeof message === 'string' && message !== ''
			? message.replace(/\.$/, '')
			: 'The service rejected this entry';
	const explanation = numberHints[number ?? ''];
	const legacyName = explanation === undefined && legacyErrorNames[Number(number)];
	const reported = `${text}${number === undefined ? '' : ` (error ${number})`}`;
	const isNamed = number === notFoundNumber && requested !== undefined;
	return new PackError(isNamed ? `${requested} not found` : reported, {
		hint:
			[
				isNamed ? `The service returned: ${reported}.` : object && `Object: ${object}.`,
				explanation,
				legacyName && `The vendor’s older client calls this error ${legacyName}.`,
			]
				.filter(Boolean)
				.join(' ') || undefined,
		...(number === undefined ? {} : { code: number }),
	});
}

/**
 * Names that the vendor's older client uses for the error numbers. The first name belongs to number
 * 0. The service's documentation does not list the numbers.
 */
const legacyErrorNames = wordsIn(`
	UnknownError NotSupported WrongMethod NoAPIEndpoint FailNotAll TooMany Unknown Invalid
	NotFound NoFree FailedOperation FailedWrongVMState TimedOut MissingID NotAllowed Attached
	MalformedRequest NotBoth AddService Quota GuestMemoryTooSmall NotAttached TooLong
	AlreadyExists CannotBeUsed AutoscaleInstance AutoscaleConfigured AutoscaleNotConfigured
	AutoscaleDisabled AutoscaleSizeOutOfRange CertCNMismatch
`);

const numberHints: Readonly<Record<string, string>> = {
	[notFoundNumber]: `${checkObject}.`,
	[wrongStateNumber]:
		'The operation is not possible in the current state of the object. For example, an instance that is already stopped cannot be stopped. To ignore this, turn on Ignore If Already Stopped or Ignore If Already Started in the options of Instance: Stop and Instance: Start.',
	'15': 'Detach the object first.',
	'19': 'Check your usage with User: Get Quotas. Delete objects that you no longer need, or request a higher quota.',
	'23': 'Choose another name.',
};

/** Whether the result of an item is the error that its object is in the wrong state. */
export const isWrongState = (result: unknown): boolean =>
	result instanceof PackError && result.details.code === wrongStateNumber;

const withDetails = (message: string, { text }: ErrorFacts): string =>
	text ? `${message}: ${text}` : message;

/**
 * Known errors by HTTP status, because responses contain no error code for the complete request.
 */
export const errors: Record<string, KnownError> = {
	'200': {
		message: (details) => withDetails(`${details.provider} rejected the request`, details),
		hint: 'Check the values in the node',
		action: 'fail',
	},
	'400': {
		message: (details) => withDetails('The request is not valid', details),
		hint: 'The service rejects requests with unknown or invalid parameters. Check the fields, especially those entered as JSON',
		action: 'fail',
	},
	'404': {
		message: (details) =>
			details.record
				? `${details.record} not found`
				: withDetails(`${details.provider} could not find the object or endpoint`, details),
		hint: checkObject,
		action: 'fail',
	},
};
