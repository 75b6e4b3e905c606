/**
 * Sends several rows in one request and determines the result of each row. The service accepts as
 * many rows as it can. How it reports rejected rows is not specified, so every plausible format is
 * supported. No row is sent twice.
 */
import type { IDataObject } from 'n8n-workflow';
import { toRow } from '../engine';
import {
	type Call,
	PackError,
	type RequestLine,
	type Row,
	toResult,
	toText,
	trimEndOf,
} from '../engine/describe';

export interface RowRequest {
	readonly line: RequestLine;
	/** Name of the list in the request and in the response. */
	readonly list: string;
	/** Other values in the body of the request. */
	readonly more?: IDataObject;
	/** IDs that identify a row, starting with the most reliable ID. Empty if the row has no ID. */
	readonly identities: (row: IDataObject) => readonly string[];
	/** Noun for a row in messages, such as "conversion". */
	readonly noun: string;
	/**
	 * How to treat a row that the error of a rejected request does not mention, although it mentions
	 * other rows. 'open': fail, because the result is unknown. 'taken': treat the row as accepted.
	 */
	readonly unnamedRows: 'open' | 'taken';
}

type RowResult = readonly Row[] | PackError;

/** Sends rows without duplicates. Returns the result of each given row, in the same order. */
export async function sendRows(
	calls: ReadonlyArray<Pick<Call<unknown>, 'request'>>,
	rows: readonly IDataObject[],
	request: RowRequest,
): Promise<RowResult[]> {
	const results = new Array<RowResult>(rows.length);
	const sentIndexes: number[] = [];
	const firstIndexes = new Map<string, number>();
	for (const [index, row] of rows.entries()) {
		const [identity] = request.identities(row);
		const firstIndex = identity === undefined ? undefined : firstIndexes.get(identity);
		if (firstIndex !== undefined) results[index] = duplicateError(request, index - firstIndex);
		else {
			sentIndexes.push(index);
			if (identity !== undefined) firstIndexes.set(identity, index);
		}
	}
	const sentRows = sentIndexes.map((index) => rows[index]!);
	const response = await toResult(
		calls[0]!.request(request.line, { body: { ...request.more, [request.list]: sentRows } }),
	);
	const sentResults =
		'value' in response
			? resultsOfResponse(response.value.body, sentRows, request)
			: resultsOfRejection(response.error, sentRows, request);
	for (const [position, index] of sentIndexes.entries()) results[index] = sentResults[position]!;
	return results;
}

const duplicateError = ({ noun }: RowRequest, distance: number): PackError =>
	new PackError(`The request contains this ${noun} twice`, {
		hint: `It has the same ID as ${distance === 1 ? 'the previous item' : `the item ${distance} items before`}. Remove one of them, or give it another ID.`,
		// An earlier item with the same ID was sent. This property prevents Retry On Fail from sending
		// this item too.
		mayHaveBeenProcessed: true,
	});

/**
 * A 2xx response contains the accepted rows. A row that is missing, or that has an error, was not
 * accepted.
 */
function resultsOfResponse(
	body: unknown,
	rows: readonly IDataObject[],
	request: RowRequest,
): RowResult[] {
	const response = (typeof body === 'object' && body !== null ? body : {}) as IDataObject;
	const returned = Array.isArray(response[request.list])
		? (response[request.list] as IDataObject[])
		: [];
	const byIdentity = new Map(
		returned.flatMap((row) => request.identities(row).map((identity) => [identity, row] as const)),
	);
	// Rows without an ID are matched by position.
	const byPosition =
		returned.length === rows.length
			? returned.map((row) => (request.identities(row).length === 0 ? row : undefined))
			: [];
	const listedErrors = errorsByRow(errorsIn(response), rows, request);
	return rows.map((row, position) => {
		const match =
			request
				.identities(row)
				.map((identity) => byIdentity.get(identity))
				.find((found) => found !== undefined) ?? byPosition[position];
		const error = listedErrors.get(position) ?? (match && errorOfRow(match));
		return match === undefined || error !== undefined
			? notAcceptedError(request, error)
			: [toRow(match)];
	});
}

/**
 * The results of a rejected request. The error lists invalid rows, but does not report whether the
 * other rows were accepted. If it lists none, all rows get the same error.
 */
function resultsOfRejection(
	error: unknown,
	rows: readonly IDataObject[],
	request: RowRequest,
): RowResult[] {
	const details =
		error instanceof PackError ? ((error.details.data?.errors ?? []) as IDataObject[]) : [];
	const rowErrors = errorsByRow(details, rows, request);
	if (rowErrors.size === 0) return rows.map(() => error as PackError);
	return rows.map((row, position) => {
		const reason = rowErrors.get(position);
		if (reason !== undefined) return notAcceptedError(request, reason);
		return request.unnamedRows === 'taken'
			? [toRow({ ...row })]
			: unknownResultError(request, rowErrors.size);
	});
}

const notAcceptedError = ({ noun }: RowRequest, reason: string | undefined): PackError =>
	new PackError(
		`The service did not accept this ${noun}${reason ? `: ${withAdvice(reason)}` : ''}`,
		{
			hint: reason
				? 'Fix the row, and send only the rejected rows again. To see the result of every row, set On Error to Continue (using error output) in the settings of the node.'
				: 'It is missing from the response, and the service returned no reason. Check its IDs and dates.',
		},
	);

/** In the message, because the error output shows no hints. */
const withAdvice = (reason: string): string =>
	/already exists/i.test(reason) ? `${trimEndOf(reason, '.')}. To change it, use Update` : reason;

const unknownResultError = ({ noun }: RowRequest, rejectedCount: number): PackError =>
	new PackError(`The service may or may not have accepted this ${noun}`, {
		hint: `The service rejected the request because of ${rejectedCount === 1 ? 'another row' : `${rejectedCount} other rows`} and did not report what happened to the rest. Check in the service before you send it again. If you know how the service treats such rows, set When Rows Are Rejected in Options.`,
		mayHaveBeenProcessed: true,
	});

/**
 * Maps the position of a row to its error message. An error refers to its row by position or by ID.
 */
function errorsByRow(
	errors: readonly IDataObject[],
	rows: readonly IDataObject[],
	{ list, identities }: RowRequest,
): Map<number, string> {
	const found = new Map<number, string>();
	const positionPattern = new RegExp(`\\b${list}s?(?:\\[|\\.|\\()(\\d+)`, 'i');
	for (const { location, message } of errors) {
		const text = toText(message);
		const [, index] = positionPattern.exec(toText(location)) ?? positionPattern.exec(text) ?? [];
		const position =
			index === undefined
				? rows.findIndex((row) => identities(row).some((identity) => mentions(text, identity)))
				: Number(index);
		if (position >= 0 && position < rows.length && !found.has(position))
			found.set(position, text || 'the service returned no reason');
	}
	return found;
}

/** Short IDs are ignored, because they could match unrelated text. */
const mentions = (text: string, id: string): boolean =>
	id.length > 3 && text.split(/[^\w.:-]+/).includes(id);

const errorsIn = (response: IDataObject): IDataObject[] => {
	const { errors, error } = response as { errors?: unknown; error?: { errors?: unknown } };
	return [errors, error?.errors].flatMap((list) =>
		Array.isArray(list) ? (list as IDataObject[]) : [],
	);
};

/** The error message in a returned row. */
function errorOfRow({ error, errors }: IDataObject): string | undefined {
	const first = (Array.isArray(errors) ? (errors as unknown[])[0] : undefined) ?? error;
	if (first === undefined || first === null || first === false || first === '') return undefined;
	return typeof first === 'object'
		? toText((first as IDataObject).message) || JSON.stringify(first)
		: toText(first);
}
