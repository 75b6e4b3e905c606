import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { type HttpResponse, PackError, type RequestParts } from '../../../nodes/engine/describe';
import { type RowRequest, sendRows } from '../../../nodes/SearchAdsConversions/sendRows';

const rowRequest: RowRequest = {
	line: 'POST /conversion',
	list: 'conversion',
	more: { kind: 'list' },
	identities: ({ conversionId, dsConversionId }) =>
		[conversionId, dsConversionId].filter((id) => id !== undefined).map(String),
	noun: 'conversion',
	unnamedRows: 'open',
};

type ErrorFormat = 'marked' | 'missing' | 'listed' | 'rejected';
const errorFormats = fc.constantFrom<ErrorFormat>('marked', 'missing', 'listed', 'rejected');
const batch = fc.array(fc.record({ id: fc.nat(40), isBad: fc.boolean() }), {
	minLength: 1,
	maxLength: 30,
});
const rowOf = ({ id }: { id: number }): IDataObject => ({ conversionId: `order-${id}` });

/**
 * A service that reports rejected rows in one of the plausible formats, and returns rows in any
 * order.
 */
function service(
	isBad: (row: IDataObject) => boolean,
	errorFormat: ErrorFormat,
	shuffle: (rows: IDataObject[]) => IDataObject[],
) {
	const sent: IDataObject[][] = [];
	const request = async (_: string, { body }: RequestParts = {}): Promise<HttpResponse> => {
		const rows = (body as { conversion: IDataObject[] }).conversion;
		sent.push(rows);
		const errors = rows.flatMap((row, index) =>
			isBad(row) ? [{ location: `conversion[${index}]`, message: 'no' }] : [],
		);
		if (errorFormat === 'rejected' && errors.length > 0)
			throw new PackError('Rejected', { status: 400, data: { errors } });
		const accepted = rows
			.filter((row) => !isBad(row))
			.map((row) => ({ ...row, dsConversionId: '1' }));
		const marked = rows.map((row) =>
			isBad(row) ? { ...row, errors: [{ message: 'no' }] } : { ...row },
		);
		return await Promise.resolve({
			status: 200,
			headers: {},
			body: {
				conversion: shuffle(errorFormat === 'marked' ? marked : accepted),
				...(errorFormat === 'listed' ? { errors } : {}),
			},
		});
	};
	return { sent, calls: [{ request }] as never };
}

test('every row gets its own result, for any error format and any order of rows', async () => {
	await fc.assert(
		fc.asyncProperty(batch, errorFormats, fc.boolean(), async (rows, errorFormat, reversed) => {
			const bad = new Set(rows.filter(({ isBad }) => isBad).map((row) => rowOf(row).conversionId));
			const { sent, calls } = service(
				({ conversionId }) => bad.has(conversionId),
				errorFormat,
				(all) => (reversed ? [...all].reverse() : all),
			);
			const outcomes = await sendRows(calls, rows.map(rowOf), rowRequest);
			expect(sent).toHaveLength(1);
			expect(outcomes).toHaveLength(rows.length);
			const seen = new Set<unknown>();
			rows.forEach((row, at) => {
				const { conversionId } = rowOf(row);
				const outcome = outcomes[at]!;
				if (seen.has(conversionId))
					expect(outcome).toMatchObject({
						message: 'The request contains this conversion twice',
						details: { mayHaveBeenProcessed: true },
					});
				else if (bad.has(conversionId))
					expect((outcome as PackError).message).toMatch(
						/^The service did not accept this conversion/,
					);
				else if (errorFormat === 'rejected' && bad.size > 0)
					expect((outcome as PackError).message).toBe(
						'The service may or may not have accepted this conversion',
					);
				else
					expect((outcome as Array<{ json: IDataObject }>)[0]!.json.conversionId).toBe(
						conversionId,
					);
				seen.add(conversionId);
			});
		}),
	);
});

test('no row is sent twice in one request', async () => {
	await fc.assert(
		fc.asyncProperty(batch, async (rows) => {
			const { sent, calls } = service(
				() => false,
				'missing',
				(all) => all,
			);
			await sendRows(calls, rows.map(rowOf), rowRequest);
			const ids = sent[0]!.map(({ conversionId }) => conversionId);
			expect(new Set(ids).size).toBe(ids.length);
			expect(new Set(ids)).toEqual(new Set(rows.map((row) => rowOf(row).conversionId)));
		}),
	);
});

const resultsFor = async (body: unknown, rows: IDataObject[], more: Partial<RowRequest> = {}) =>
	await sendRows(
		[{ request: async () => await Promise.resolve({ status: 200, headers: {}, body }) }] as never,
		rows,
		{ ...rowRequest, ...more },
	);
const resultsOfError = async (
	error: unknown,
	rows: IDataObject[],
	more: Partial<RowRequest> = {},
) =>
	await sendRows([{ request: async () => await Promise.reject(error as Error) }] as never, rows, {
		...rowRequest,
		...more,
	});
const messagesOrRows = (outcomes: Awaited<ReturnType<typeof sendRows>>) =>
	outcomes.map((outcome) => (outcome instanceof PackError ? outcome.message : outcome[0]!.json));

test('rows without an ID are matched by position', async () => {
	expect(
		messagesOrRows(
			await resultsFor({ conversion: [{ clickId: 'a' }, { clickId: 'b' }] }, [
				{ clickId: 'x' },
				{ clickId: 'y' },
			]),
		),
	).toEqual([{ clickId: 'a' }, { clickId: 'b' }]);
	expect(
		messagesOrRows(
			await resultsFor({ conversion: [{ clickId: 'a' }] }, [{ clickId: 'x' }, { clickId: 'y' }]),
		),
	).toEqual([
		'The service did not accept this conversion',
		'The service did not accept this conversion',
	]);
});

test('a row that is not in the response is not treated as accepted', async () => {
	await fc.assert(
		fc.asyncProperty(fc.oneof(fc.constant(undefined), fc.jsonValue()), async (body) => {
			const outcomes = await resultsFor(body, [{ conversionId: 'never-in-there' }]);
			expect(outcomes[0]).toBeInstanceOf(PackError);
		}),
	);
});

test('an error that names no row applies to all rows', async () => {
	const error = new PackError('The quota is used up', {
		status: 403,
		data: { errors: [{ reason: 'quotaExceeded', message: 'Quota exceeded.' }] },
	});
	expect(await resultsOfError(error, [{ conversionId: 'a' }, { conversionId: 'b' }])).toEqual([
		error,
		error,
	]);
});

test.each([
	['position', { location: 'conversion[1].clickId', message: 'Unknown click' }],
	['position in the message', { message: "Invalid value at 'conversion[1].clickId'" }],
	['ID in the message', { message: 'Conversion order-two was not found.' }],
])('an error is matched to a row by %s', async (_, error) => {
	const rows = [{ conversionId: 'order-one' }, { conversionId: 'order-two' }];
	expect(
		messagesOrRows(
			await resultsOfError(new PackError('x', { status: 400, data: { errors: [error] } }), rows, {
				unnamedRows: 'taken',
			}),
		),
	).toEqual([
		{ conversionId: 'order-one' },
		`The service did not accept this conversion: ${error.message}`,
	]);
});
