import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { type HttpResponse, PackError, type RequestParts } from '../../../nodes/engine/describe';
import { sendRows, type Sending } from '../../../nodes/SearchAdsConversions/rows';

const sending: Sending = {
	line: 'POST /conversion',
	list: 'conversion',
	more: { kind: 'list' },
	identities: ({ conversionId, dsConversionId }) =>
		[conversionId, dsConversionId].filter((one) => one !== undefined).map(String),
	word: 'conversion',
	unnamed: 'open',
};

type Style = 'marked' | 'missing' | 'listed' | 'refused';
const styles = fc.constantFrom<Style>('marked', 'missing', 'listed', 'refused');
const batch = fc.array(fc.record({ id: fc.nat(40), isBad: fc.boolean() }), {
	minLength: 1,
	maxLength: 30,
});
const rowOf = ({ id }: { id: number }): IDataObject => ({ conversionId: `order-${id}` });

/** The service in one of the ways in which it may tell what it did not take; rows come back in any order. */
function service(
	isBad: (row: IDataObject) => boolean,
	style: Style,
	shuffle: (rows: IDataObject[]) => IDataObject[],
) {
	const sent: IDataObject[][] = [];
	const request = async (_: string, { body }: RequestParts = {}): Promise<HttpResponse> => {
		const rows = (body as { conversion: IDataObject[] }).conversion;
		sent.push(rows);
		const errors = rows.flatMap((row, index) =>
			isBad(row) ? [{ location: `conversion[${index}]`, message: 'no' }] : [],
		);
		if (style === 'refused' && errors.length > 0)
			throw new PackError('Refused', { status: 400, data: { errors } });
		const taken = rows.filter((row) => !isBad(row)).map((row) => ({ ...row, dsConversionId: '1' }));
		const marked = rows.map((row) =>
			isBad(row) ? { ...row, errors: [{ message: 'no' }] } : { ...row },
		);
		return await Promise.resolve({
			status: 200,
			headers: {},
			body: {
				conversion: shuffle(style === 'marked' ? marked : taken),
				...(style === 'listed' ? { errors } : {}),
			},
		});
	};
	return { sent, calls: [{ request }] as never };
}

test('every row gets its own answer, whichever way and in whichever order the service tells it', async () => {
	await fc.assert(
		fc.asyncProperty(batch, styles, fc.boolean(), async (rows, style, reversed) => {
			const bad = new Set(rows.filter(({ isBad }) => isBad).map((row) => rowOf(row).conversionId));
			const { sent, calls } = service(
				({ conversionId }) => bad.has(conversionId),
				style,
				(all) => (reversed ? [...all].reverse() : all),
			);
			const outcomes = await sendRows(calls, rows.map(rowOf), sending);
			expect(sent).toHaveLength(1);
			expect(outcomes).toHaveLength(rows.length);
			const seen = new Set<unknown>();
			rows.forEach((row, at) => {
				const { conversionId } = rowOf(row);
				const outcome = outcomes[at]!;
				if (seen.has(conversionId))
					expect((outcome as PackError).message).toBe(
						'This conversion stands twice in one request',
					);
				else if (bad.has(conversionId))
					expect((outcome as PackError).message).toMatch(
						/^The service did not take this conversion/,
					);
				else if (style === 'refused' && bad.size > 0)
					expect((outcome as PackError).message).toBe(
						'It is open whether the service took this conversion',
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
			await sendRows(calls, rows.map(rowOf), sending);
			const ids = sent[0]!.map(({ conversionId }) => conversionId);
			expect(new Set(ids).size).toBe(ids.length);
			expect(new Set(ids)).toEqual(new Set(rows.map((row) => rowOf(row).conversionId)));
		}),
	);
});

const answered = async (body: unknown, rows: IDataObject[], more: Partial<Sending> = {}) =>
	await sendRows(
		[{ request: async () => await Promise.resolve({ status: 200, headers: {}, body }) }] as never,
		rows,
		{ ...sending, ...more },
	);
const rejected = async (refusal: unknown, rows: IDataObject[], more: Partial<Sending> = {}) =>
	await sendRows([{ request: async () => await Promise.reject(refusal as Error) }] as never, rows, {
		...sending,
		...more,
	});
const told = (outcomes: Awaited<ReturnType<typeof sendRows>>) =>
	outcomes.map((outcome) => (outcome instanceof PackError ? outcome.message : outcome[0]!.json));

test('rows that nothing tells apart are answered in their order', async () => {
	expect(
		told(
			await answered({ conversion: [{ clickId: 'a' }, { clickId: 'b' }] }, [
				{ clickId: 'x' },
				{ clickId: 'y' },
			]),
		),
	).toEqual([{ clickId: 'a' }, { clickId: 'b' }]);
	expect(
		told(await answered({ conversion: [{ clickId: 'a' }] }, [{ clickId: 'x' }, { clickId: 'y' }])),
	).toEqual([
		'The service did not take this conversion',
		'The service did not take this conversion',
	]);
});

test('an answer that says nothing takes nothing for granted', async () => {
	await fc.assert(
		fc.asyncProperty(fc.oneof(fc.constant(undefined), fc.jsonValue()), async (body) => {
			const outcomes = await answered(body, [{ conversionId: 'never-in-there' }]);
			expect(outcomes[0]).toBeInstanceOf(PackError);
		}),
	);
});

test('a refusal that names no row is that of all of them', async () => {
	const refusal = new PackError('The quota is used up', {
		status: 403,
		data: { errors: [{ reason: 'quotaExceeded', message: 'Quota exceeded.' }] },
	});
	expect(await rejected(refusal, [{ conversionId: 'a' }, { conversionId: 'b' }])).toEqual([
		refusal,
		refusal,
	]);
});

test.each([
	['its place', { location: 'conversion[1].clickId', message: 'Unknown click' }],
	['its place in the text', { message: "Invalid value at 'conversion[1].clickId'" }],
	['its id in the text', { message: 'Conversion order-two was not found.' }],
])('a refusal names a row by %s', async (_, error) => {
	const rows = [{ conversionId: 'order-one' }, { conversionId: 'order-two' }];
	expect(
		told(
			await rejected(new PackError('x', { status: 400, data: { errors: [error] } }), rows, {
				unnamed: 'taken',
			}),
		),
	).toEqual([
		{ conversionId: 'order-one' },
		`The service did not take this conversion: ${error.message}`,
	]);
});
