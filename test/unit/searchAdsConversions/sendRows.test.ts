import type { IDataObject } from 'n8n-workflow';
import { PackError, type RequestParts } from '../../../nodes/engine/describe';
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

const accepted = { conversionId: 'a', dsConversionId: '1' };
const notAccepted = 'The service did not accept this conversion';
test.each<[string, unknown, unknown[]]>([
	[
		'in another order',
		{ conversion: [{ conversionId: 'b' }, accepted] },
		[accepted, { conversionId: 'b' }],
	],
	['only one', { conversion: [accepted] }, [accepted, notAccepted]],
	[
		'one that is marked',
		{ conversion: [accepted, { conversionId: 'b', errors: [{ message: 'no' }] }] },
		[accepted, `${notAccepted}: no`],
	],
	[
		'one, and the error of the other',
		{ conversion: [accepted], errors: [{ location: 'conversion[1]', message: 'no' }] },
		[accepted, `${notAccepted}: no`],
	],
	[
		'one that was not sent',
		{ conversion: [accepted, { conversionId: 'c' }] },
		[accepted, notAccepted],
	],
	['none', { conversion: [] }, [notAccepted, notAccepted]],
	['text', 'OK', [notAccepted, notAccepted]],
	['nothing', undefined, [notAccepted, notAccepted]],
])('a response with the rows %s gives every row its own result', async (_, body, expected) => {
	const rows = [{ conversionId: 'a' }, { conversionId: 'b' }];
	expect(messagesOrRows(await resultsFor(body, rows))).toEqual(expected);
});

test('rows of a rejected request may have been accepted, except for the rejected ones', async () => {
	const errors = [{ location: 'conversion[1]', message: 'no' }];
	const error = new PackError('Rejected', { status: 400, data: { errors } });
	const rows = [{ conversionId: 'a' }, { conversionId: 'b' }];
	expect(messagesOrRows(await resultsOfError(error, rows))).toEqual([
		'The service may or may not have accepted this conversion',
		`${notAccepted}: no`,
	]);
});

test('a repeated row is not sent', async () => {
	const sent: unknown[] = [];
	const request = async (_: string, { body }: RequestParts = {}) => {
		sent.push(body);
		return await Promise.resolve({ status: 200, headers: {}, body });
	};
	const [first, second] = await sendRows(
		[{ request }] as never,
		[{ conversionId: 'a' }, { conversionId: 'a' }],
		rowRequest,
	);
	expect(sent).toMatchObject([{ conversion: [{ conversionId: 'a' }] }]);
	expect(first).toMatchObject([{ json: { conversionId: 'a' } }]);
	expect(second).toMatchObject({
		message: 'The request contains this conversion twice',
		details: { mayHaveBeenProcessed: true },
	});
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
