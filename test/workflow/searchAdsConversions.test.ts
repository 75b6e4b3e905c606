import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { SearchAdsConversionsApi } from '../../credentials/SearchAdsConversionsApi.credentials';
import { SearchAdsConversions } from '../../nodes/SearchAdsConversions/SearchAdsConversions.node';
import {
	startConversionService,
	type ConversionService,
} from '../services/searchAdsConversions/service';
import { operationRunner, hintsOf, type RunOptions } from './kit/executor';
import { byId } from './kit/locator';
import { rawServersPerTest } from './kit/rawServer';

const nodeType = new SearchAdsConversions();

const startRawServer = rawServersPerTest();

let ads: ConversionService;
beforeEach(async () => {
	ads = await startConversionService();
});
afterEach(async () => await ads.close());

const run = operationRunner(
	nodeType,
	() => ({
		searchAdsConversionsApi: {
			type: new SearchAdsConversionsApi(),
			data: ads.credentials.accessToken,
		},
	}),
	{ authentication: 'accessToken' },
);
const asJson = { specifyFields: 'json', conversionJson: '={{ $json }}', conversionIds: 'given' };
const continueOnFail = { settings: { onError: 'continueRegularOutput' as const } };
const timestamp = Date.UTC(2026, 0, 31, 8);
/** Conversions as items. If `isBad` returns true, the conversion has an unknown click ID. */
const rows = (
	count: number,
	isBad: (index: number) => boolean = () => false,
): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({
		json: {
			conversionId: `order-${index}`,
			conversionTimestamp: String(timestamp + index),
			clickId: isBad(index) ? `bad-${index}` : `click-${index}`,
			type: 'TRANSACTION',
			segmentationName: 'Sale',
			revenueMicros: '12500000',
			currencyCode: 'EUR',
		},
	}));
const itemOf = ({ pairedItem }: INodeExecutionData): number =>
	(pairedItem as { item: number }).item;
const insert = async (
	items: INodeExecutionData[],
	parameters: IDataObject = {},
	more: Partial<RunOptions> = continueOnFail,
) => await run('conversion', 'insert', { ...asJson, ...parameters }, { items, ...more });

describe('a row', () => {
	test('is rejected if its timestamp is more than a day in the future, and only then', async () => {
		const [past, soon, late] = rows(3);
		const hours = (count: number) => String(Date.now() + count * 3_600_000);
		soon!.json.conversionTimestamp = hours(23);
		late!.json.conversionTimestamp = hours(25);
		const { items } = await insert([past!, soon!, late!]);
		expect(items.map(({ json }) => json.error)).toEqual([
			undefined,
			undefined,
			expect.stringMatching(/^Conversion Timestamp is in the future: 2\d{3}-.*Z$/),
		]);
		late!.json.conversionTimestamp = '2100-01-31 10:00';
		expect((await insert([late!])).items[0]?.json.error).toBe(
			'Conversion Timestamp is in the future: 2100-01-31 10:00',
		);
		expect([...ads.ledger.conversions.keys()]).toEqual(['order-0', 'order-1']);
	});

	test('without a click and a criterion is rejected, and uploaded with a hint if that is turned off or the node is older', async () => {
		const items = rows(3);
		items[1]!.json = { ...items[1]!.json, clickId: '', criterionId: '12' };
		delete items[2]!.json.clickId;
		const { items: strict } = await insert(items);
		expect(strict.map(({ json }) => json.error)).toEqual([
			undefined,
			undefined,
			'The conversion has neither a Click ID nor a Criterion ID',
		]);
		const late = { json: { ...items[2]!.json, conversionTimestamp: 'yesterday' } };
		expect((await insert([late])).items[0]?.json.error).toMatch(
			/^Conversion Timestamp must be a date .*; The conversion has neither a Click ID nor a Criterion ID$/,
		);
		const hint = [expect.stringContaining('neither a Click ID nor a Criterion ID')];
		expect(hintsOf(await insert(items, { requireClick: false }))).toEqual(hint);
		expect(
			hintsOf(
				await insert(items, {}, { settings: { ...continueOnFail.settings, typeVersion: 1 } }),
			),
		).toEqual(hint);
		expect(ads.ledger.conversions.size).toBe(3);
		expect(hintsOf(await insert(rows(2)))).toEqual([]);
	});

	test('whose correction has a currency and an empty revenue is sent with a hint', async () => {
		await insert(rows(2));
		const corrected = rows(2);
		corrected[1]!.json.revenueMicros = '';
		const update = async (items: INodeExecutionData[]) =>
			hintsOf(await run('conversion', 'update', asJson, { items }));
		expect(await update(corrected)).toEqual([expect.stringContaining('their Revenue is empty')]);
		expect(await update(rows(2))).toEqual([]);
		corrected[1]!.json.state = 'REMOVED';
		expect(await update(corrected)).toEqual([]);
	});

	test('is mapped by column, with timestamps as milliseconds and long numbers as text', async () => {
		const value = {
			conversionId: '={{ "order-" + $json.number }}',
			conversionTimestamp: '2026-01-31T09:00:00+01:00',
			segmentationType: 'FLOODLIGHT',
			segmentationName: 'Purchase',
			campaignId: '9007199254740993',
			criterionId: '43700012345678901',
			revenueMicros: '={{ 12500000 }}',
			type: 'TRANSACTION',
			customMetric: [{ name: 'sales', value: '2.5' }],
			customDimension: [{ name: 'shop', value: 'north' }],
		};
		const { items, error } = await run(
			'conversion',
			'insert',
			{
				specifyFields: 'form',
				conversionIds: 'given',
				conversion: { mappingMode: 'defineBelow', value },
			},
			{ items: [{ json: { number: 7 } }] },
		);
		expect(error).toBeUndefined();
		expect(ads.requests.list('POST /*')[0]?.body).toEqual({
			kind: 'doubleclicksearch#conversionList',
			conversion: [
				{
					conversionId: 'order-7',
					conversionTimestamp: String(timestamp),
					segmentationType: 'FLOODLIGHT',
					segmentationName: 'Purchase',
					campaignId: '9007199254740993',
					criterionId: '43700012345678901',
					revenueMicros: '12500000',
					type: 'TRANSACTION',
					customMetric: [{ name: 'sales', value: 2.5 }],
					customDimension: [{ name: 'shop', value: 'north' }],
				},
			],
		});
		expect(items[0]?.json).toMatchObject({
			conversionId: 'order-7',
			state: 'ACTIVE',
			dsConversionId: '9007199254740993',
		});
	});

	test.each([
		['an unknown field', { helper: 'x' }, 'Unknown field helper'],
		['no ID', { conversionId: '' }, 'Conversion ID is required'],
	])('with %s is not sent, and produces an error on its item', async (_, invalid, message) => {
		const items = rows(3);
		Object.assign(items[1]!.json, invalid);
		const { items: out } = await insert(items);
		expect(out.map(({ json }) => json.error ?? 'accepted')).toEqual([
			'accepted',
			message,
			'accepted',
		]);
		ads.requests.clear();
		const { error } = await insert(items, {}, {});
		expect(error?.context?.itemIndex).toBe(1);
		expect(ads.requests.total).toBe(0);
	});
});

describe('IDs made from the row', () => {
	const withoutIds = (count: number) =>
		rows(count).map(({ json }) => ({
			json: Object.fromEntries(
				Object.entries(json).filter(([name]) => name !== 'conversionId'),
			) as IDataObject,
		}));

	test('are the same in a repeated run, so that nothing is counted twice', async () => {
		const first = await insert(withoutIds(20), { conversionIds: 'stable' });
		expect(first.items.every(({ json }) => /^t[0-9a-f]{39}$/.test(String(json.conversionId)))).toBe(
			true,
		);
		const again = await insert(
			withoutIds(20),
			{ conversionIds: 'stable' },
			{ ...continueOnFail, executionId: '2' },
		);
		expect(again.items.every(({ json }) => String(json.error).includes('already exists'))).toBe(
			true,
		);
		expect(again.items[0]!.json.error).toMatch(/ already exists\. To change it, use Update$/);
		expect(ads.ledger.conversions.size).toBe(20);
	});
});

describe('rejected rows', () => {
	const conversion = rows(5)
		.map(({ json }) => json)
		.filter((_, index) => index !== 2);
	const errors = [{ message: 'The click bad-2 is not known.', location: 'conversion.2' }];
	test.each<[string, object | undefined, string]>([
		['marked', undefined, ': The click bad-2 is not known.'],
		['missing', { conversion }, ''],
		['listed', { conversion, errors }, ': The click bad-2 is not known.'],
	])(
		'are each reported on their own item (failed rows in the response: %s)',
		async (_, json, reason) => {
			if (json) ads.faults.add({ status: 200, json });
			const { items } = await insert(rows(5, (index) => index === 2));
			const message = `The service did not accept this conversion${reason}`;
			expect(items.map(({ json }) => json.error ?? json.conversionId)).toEqual([
				'order-0',
				'order-1',
				message,
				'order-3',
				'order-4',
			]);
			expect(items.map(itemOf)).toEqual([0, 1, 2, 3, 4]);
		},
	);
});

describe('a request', () => {
	test('contains as many rows as Rows per Request allows, not counting invalid rows', async () => {
		const items = rows(10);
		items[4]!.json.state = 'GONE';
		await insert(items, { options: { rowsPerRequest: 4 } });
		expect(
			ads.requests
				.list('POST /*')
				.map(({ body }) =>
					(body as { conversion: IDataObject[] }).conversion.map(
						({ conversionId }) => conversionId,
					),
				),
		).toEqual([
			['order-0', 'order-1', 'order-2', 'order-3'],
			['order-5', 'order-6', 'order-7', 'order-8'],
			['order-9'],
		]);
	});
});

describe('lists', () => {
	const engine = {
		agencyId: byId('20700000000000001'),
		advertiserId: byId('21700000000000001'),
		engineAccountId: byId('700000000000001'),
	};
	const january = { startDate: '2026-01-01', endDate: '2026-01-31' };
	test.each([
		['ends before it begins', { endDate: '2025-12-31' }, 'Until must not be before From'],
		[
			'begins before the earliest day',
			{ startDate: '2009-10-31' },
			'From must be 2009-11-01 or later',
		],
	])('of a period that %s are rejected', async (_, invalid, message) => {
		expect(
			(await run('conversion', 'getAll', { ...engine, ...january, ...invalid })).error?.message,
		).toBe(message);
		expect(ads.requests.total).toBe(0);
	});
});

describe('the ID mapping file', () => {
	const advertiser = {
		agencyId: byId('20700000000000001'),
		advertiserId: byId('21700000000000001'),
	};

	test('is returned as one item per row, with all digits of the IDs and unchanged names', async () => {
		ads.settings.mappingRows = 12_345;
		const { items, error } = await run('report', 'getIdMappingFile', {
			...advertiser,
			mappingOutput: 'rows',
			options: { maximumRows: 100_000 },
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(12_345);
		expect(
			items.every(
				({ json }, index) =>
					json.Name === `Größe "${index}", 春\nSale` &&
					json['Classic ID'] === String(700_000_000_000_000_000n + BigInt(index)),
			),
		).toBe(true);
		expect(Object.keys(items[0]!.json)).toEqual([
			'Entity Type',
			'Classic ID',
			'Renewed ID',
			'Name',
		]);
	});

	test('is not read beyond Maximum Rows', async () => {
		ads.settings.mappingRows = 3_000_000;
		const { items, error } = await run('report', 'getIdMappingFile', {
			...advertiser,
			mappingOutput: 'rows',
			options: { maximumRows: 2500 },
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2500);
	});

	test('is reported as incomplete if the download is interrupted', async () => {
		const server = await startRawServer();
		server.respond = (response) => {
			response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 1000 });
			response.write('Entity Type,Classic ID\nCAMPAIGN,1\n', () => response.destroy());
		};
		ads.credentials.accessToken.baseUrl = server.url;
		expect(
			(await run('report', 'getIdMappingFile', { ...advertiser, mappingOutput: 'rows' })).error
				?.message,
		).toBe('The download of the mapping file was interrupted');
		expect(
			(await run('report', 'getIdMappingFile', { ...advertiser, mappingOutput: 'file' })).error
				?.message,
		).toContain('was interrupted');
	});
});
