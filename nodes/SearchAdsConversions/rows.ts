/**
 * Rows that travel together, and what came of each of them. The service takes what it can of a request and refuses the rest,
 * and does not say how it tells which; so an answer is read in every way in which it can be meant, and nothing is sent twice.
 */
import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError, type RequestLine, type Row } from '../engine/describe';
import { toRow } from '../engine/run/output';
import { toResult } from '../engine/transport/result';

export interface Sending {
	readonly line: RequestLine;
	/** Name of the list in the request and in the answer. */
	readonly list: string;
	/** What stands beside the list in the request. */
	readonly more?: IDataObject;
	/** The names by which a row is told from others, the surest first; none where a row has none. */
	identities(row: IDataObject): readonly string[];
	/** What the service calls a row, in messages. */
	readonly word: string;
	/** What a refused request means for rows that it does not name. */
	readonly unnamed: 'open' | 'taken';
}

type Outcome = readonly Row[] | PackError;

/** Sends the rows in one request. @returns what came of each, in their order */
export async function sendRows(
	calls: ReadonlyArray<Pick<Call<unknown>, 'request'>>,
	rows: readonly IDataObject[],
	sending: Sending,
): Promise<Outcome[]> {
	const outcomes = new Array<Outcome>(rows.length);
	const sent: number[] = [];
	const first = new Map<string, number>();
	for (const [at, row] of rows.entries()) {
		const [same] = sending.identities(row);
		const before = same === undefined ? undefined : first.get(same);
		if (before !== undefined) outcomes[at] = twice(sending, before, at);
		else {
			sent.push(at);
			if (same !== undefined) first.set(same, at);
		}
	}
	const result = await toResult(
		calls[0]!.request(sending.line, {
			body: { ...sending.more, [sending.list]: sent.map((at) => rows[at]) },
		}),
	);
	const told = sent.map((at) => rows[at]!);
	const answers =
		'value' in result
			? taken(result.value.body, told, sending)
			: refused(result.error, told, sending);
	for (const [index, at] of sent.entries()) outcomes[at] = answers[index]!;
	return outcomes;
}

const twice = ({ word }: Sending, before: number, at: number): PackError =>
	new PackError(`This ${word} stands twice in one request`, {
		hint: `The same one was sent ${at - before === 1 ? 'with the item before' : `${at - before} items before`}. Leave one of them out, or give it an id of its own.`,
	});

/** An answer of 2xx: rows that were taken stand in it; one that is missing, or carries an error, was not. */
function taken(body: unknown, rows: readonly IDataObject[], sending: Sending): Outcome[] {
	const answer = (typeof body === 'object' && body !== null ? body : {}) as IDataObject;
	const returned = Array.isArray(answer[sending.list])
		? (answer[sending.list] as IDataObject[])
		: [];
	const byIdentity = new Map(
		returned.flatMap((row) => sending.identities(row).map((name) => [name, row] as const)),
	);
	// Where nothing tells them apart, rows are in the order in which they were sent.
	const inOrder =
		returned.length === rows.length
			? returned.map((row) => (sending.identities(row).length === 0 ? row : undefined))
			: [];
	const named = namedRows(errorsIn(answer), rows, sending);
	return rows.map((row, at) => {
		const own =
			sending
				.identities(row)
				.map((name) => byIdentity.get(name))
				.find((found) => found !== undefined) ?? inOrder[at];
		const error = named.get(at) ?? (own && errorOf(own));
		return own === undefined || error !== undefined ? notTaken(sending, error) : [toRow(own)];
	});
}

/** A request that was refused: rows that it names are wrong, and what became of the others is not said. */
function refused(error: unknown, rows: readonly IDataObject[], sending: Sending): Outcome[] {
	const errors =
		error instanceof PackError ? ((error.details.data?.errors ?? []) as IDataObject[]) : [];
	const named = namedRows(errors, rows, sending);
	if (named.size === 0) return rows.map(() => error as PackError);
	return rows.map((row, at) => {
		const own = named.get(at);
		if (own !== undefined) return notTaken(sending, own);
		return sending.unnamed === 'taken' ? [toRow({ ...row })] : open(sending, named.size);
	});
}

const notTaken = ({ word }: Sending, said: string | undefined): PackError =>
	new PackError(`The service did not take this ${word}${said ? `: ${said}` : ''}`, {
		hint: said
			? 'Correct the row and send it again; the other rows of the request are not affected.'
			: 'It is missing in the answer, and nothing is said of why. Check its ids and dates.',
	});

const open = ({ word }: Sending, count: number): PackError =>
	new PackError(`It is open whether the service took this ${word}`, {
		hint: `The request was refused because of ${count === 1 ? 'another row' : `${count} other rows`}, and the service does not say what became of the rest. Look there before you send it again, or say with When Rows Are Refused what it means.`,
	});

/** Errors by the row that they name: by its place in the list, or by its id in the text. */
function namedRows(
	errors: readonly IDataObject[],
	rows: readonly IDataObject[],
	{ list, identities }: Sending,
): Map<number, string> {
	const found = new Map<number, string>();
	const place = new RegExp(`\\b${list}s?(?:\\[|\\.|\\()(\\d+)`, 'i');
	for (const { location, message } of errors) {
		const text = String(message ?? '');
		const [, index] = place.exec(String(location ?? '')) ?? place.exec(text) ?? [];
		const at =
			index === undefined
				? rows.findIndex((row) => identities(row).some((name) => mentions(text, name)))
				: Number(index);
		if (at >= 0 && at < rows.length && !found.has(at)) found.set(at, text || 'no reason is given');
	}
	return found;
}

/** Short ids would be found in any text. */
const mentions = (text: string, id: string): boolean =>
	id.length > 3 && text.split(/[^\w.:-]+/).includes(id);

const errorsIn = (answer: IDataObject): IDataObject[] => {
	const { errors, error } = answer as { errors?: unknown; error?: { errors?: unknown } };
	return [errors, error?.errors].flatMap((list) =>
		Array.isArray(list) ? (list as IDataObject[]) : [],
	);
};

/** What a returned row says against itself. */
function errorOf({ error, errors }: IDataObject): string | undefined {
	const one = (Array.isArray(errors) ? errors[0] : undefined) ?? error;
	if (one === undefined || one === null || one === false || one === '') return undefined;
	return typeof one === 'object'
		? String((one as IDataObject).message ?? JSON.stringify(one))
		: String(one);
}
