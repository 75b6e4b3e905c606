import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { SearchAdsConversionsApi } from '../../credentials/SearchAdsConversionsApi.credentials';
import { SearchAdsConversions } from '../../nodes/SearchAdsConversions/SearchAdsConversions.node';
import {
	startConversionService,
	type ConversionService,
} from '../services/searchAdsConversions/service';
import type { Settings } from '../services/searchAdsConversions/service';
import { operationRunner, bytesOf, hintsOf, type RunOptions } from './kit/executor';
import { byId } from './kit/locator';
import { rawServersPerTest, respondWithJson } from './kit/rawServer';

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

	test('without an activity or a type is uploaded with a hint', async () => {
		const items = rows(3);
		delete items[1]!.json.segmentationName;
		items[2]!.json = { ...items[2]!.json, segmentationName: ' ', segmentationId: '7' };
		expect(hintsOf(await insert(items))).toEqual([
			'Some conversions have neither a Segmentation Name nor a Segmentation ID, so they do not count for a Floodlight activity.',
		]);
		const untyped = rows(4).slice(3);
		delete untyped[0]!.json.type;
		expect(hintsOf(await insert(untyped))).toEqual([
			'Some conversions have no Type. The service requires it if you change them later with Update.',
		]);
		expect(ads.ledger.conversions.size).toBe(4);
	});

	test('with a revenue and without a currency is uploaded with a hint', async () => {
		const items = rows(2);
		delete items[1]!.json.currencyCode;
		expect(hintsOf(await insert(items))).toEqual([
			expect.stringContaining('a revenue without a Currency Code'),
		]);
		expect(ads.ledger.conversions.size).toBe(2);
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

	test('keeps every digit of an ID in text, and is rejected if the ID is a number that is too large', async () => {
		const json = `{"conversionId": "a", "conversionTimestamp": ${timestamp}, "clickId": "click", "campaignId": 9007199254740993, "customMetric": {"sales": 2}}`;
		expect((await insert([{ json: {} }], { conversionJson: json })).error).toBeUndefined();
		expect(ads.ledger.conversions.get('a')).toMatchObject({
			campaignId: '9007199254740993',
			conversionTimestamp: String(timestamp),
			customMetric: [{ name: 'sales', value: 2 }],
		});
		const { items } = await insert([{ json: {} }], {
			conversionJson:
				'={{ ({ conversionId: "b", conversionTimestamp: "2026-01-31", campaignId: 9007199254740993 }) }}',
		});
		expect(String(items[0]?.json.error)).toMatch(
			/an integer whose last digits were rounded \(enter it as text\) in "campaignId"/,
		);
		expect(ads.ledger.conversions.has('b')).toBe(false);
	});

	test.each([
		['an unknown field', { helper: 'x' }, 'Unknown field helper'],
		['no ID', { conversionId: '' }, 'Conversion ID is required'],
		['no timestamp', { conversionTimestamp: null }, 'Conversion Timestamp is required'],
		[
			'an invalid currency',
			{ currencyCode: 'Euro' },
			'Currency Code must be a three-letter currency code such as EUR, got "Euro"',
		],
		[
			'an amount with a comma',
			{ revenueMicros: '12,5' },
			'Revenue Micros must be a whole number (amount × 1,000,000), got "12,5"',
		],
		[
			'a day that does not exist',
			{ conversionTimestamp: '2026-11-31' },
			'Conversion Timestamp must be a date that exists in the calendar, got "2026-11-31"',
		],
		['an invalid state', { state: 'GONE' }, 'State must be one of ACTIVE, REMOVED, got "GONE"'],
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

	test('a list instead of a single conversion is rejected', async () => {
		const { items } = await insert([{ json: {} }], { conversionJson: '[{"conversionId": "a"}]' });
		expect(items[0]?.json.error).toBe(
			'Conversion (JSON) must be a JSON object, got "[{"conversionId": "a"}]"',
		);
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

	test('do not depend on the amount, so that an update finds its conversion', async () => {
		await insert(withoutIds(2), { conversionIds: 'stable' });
		const corrected = withoutIds(2).map(({ json }) => ({
			json: { ...json, revenueMicros: '99000000' },
		}));
		const { items, error } = await run(
			'conversion',
			'update',
			{ ...asJson, conversionIds: 'stable' },
			{ items: corrected },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.revenueMicros)).toEqual(['99000000', '99000000']);
		expect(ads.ledger.conversions.size).toBe(2);
	});

	test('depend only on the fields selected in the options', async () => {
		const items = withoutIds(3).map(({ json }) => ({
			json: { ...json, floodlightOrderId: 'same' },
		}));
		const { items: out } = await insert(items, {
			conversionIds: 'stable',
			options: { stableFrom: ['floodlightOrderId'] },
		});
		expect(out.map(({ json }) => json.error ?? 'accepted')).toEqual([
			'accepted',
			'The request contains this conversion twice',
			'The request contains this conversion twice',
		]);
		expect(ads.ledger.conversions.size).toBe(1);
	});
});

describe('rejected rows', () => {
	test.each<[Settings['failures'], string]>([
		['marked', 'The service did not accept this conversion: The click bad-2 is not known.'],
		['missing', 'The service did not accept this conversion'],
		['listed', 'The service did not accept this conversion: The click bad-2 is not known.'],
	])(
		'are each reported on their own item (failed rows in the response: %s)',
		async (failures, message) => {
			ads.settings.failures = failures;
			const { items } = await insert(rows(5, (index) => index === 2));
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

	test('can fail the complete request, and the other rows are unknown unless they are treated as accepted', async () => {
		ads.settings.failures = 'refused';
		const { items } = await insert(rows(4, (index) => index === 1));
		const unknown = 'The service may or may not have accepted this conversion';
		expect(items.map(({ json }) => json.error)).toEqual([
			unknown,
			'The service did not accept this conversion: The click bad-1 is not known.',
			unknown,
			unknown,
		]);
		expect(ads.requests.count('POST /*')).toBe(1);
		ads.ledger.conversions.clear();
		const { items: accepted } = await insert(
			rows(4, (index) => index === 1),
			{ options: { whenRefused: 'taken' } },
		);
		expect(accepted.map(({ json }) => json.conversionId ?? 'rejected')).toEqual([
			'order-0',
			'rejected',
			'order-2',
			'order-3',
		]);
	});
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

describe('updates', () => {
	test('of rows without an ID are rejected', async () => {
		const { error } = await run('conversion', 'update', asJson, {
			items: [{ json: { state: 'REMOVED' } }],
		});
		expect(error?.message).toBe('The row does not identify a conversion');
	});

	test('of the availability are sent in one request, with a separate result for each item', async () => {
		const { items, error } = await run(
			'conversion',
			'updateAvailability',
			{
				agencyId: byId('20700000000000001'),
				advertiserId: byId('={{ $json.advertiser }}'),
				segmentationType: 'FLOODLIGHT',
				availabilityTimestamp: '2026-01-31T08:00:00Z',
				segmentationName: '={{ $json.activity }}',
			},
			{
				items: [
					{ json: { advertiser: '21700000000000001', activity: 'Purchase' } },
					{ json: { advertiser: '21700000000000001', activity: '' } },
					{ json: { advertiser: '21700000000000002', activity: 'Purchase' } },
				],
				...continueOnFail,
			},
		);
		expect(error).toBeUndefined();
		expect(ads.requests.total).toBe(1);
		expect(
			(ads.requests.list('POST /*')[0]?.body as { availabilities: IDataObject[] })
				.availabilities[0],
		).toEqual({
			agencyId: '20700000000000001',
			advertiserId: '21700000000000001',
			segmentationType: 'FLOODLIGHT',
			segmentationName: 'Purchase',
			availabilityTimestamp: String(timestamp),
		});
		expect(items.map(({ json }) => json.advertiserId ?? json.error)).toEqual([
			'21700000000000001',
			'The service did not accept this activity: segmentationId or segmentationName is required.',
			'21700000000000002',
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
	beforeEach(async () => {
		ads.ledger.insert(rows(2345).map(({ json }) => ({ segmentationType: 'FLOODLIGHT', ...json })));
		ads.ledger.insert([
			{
				conversionId: 'february',
				conversionTimestamp: String(Date.UTC(2026, 1, 1)),
				segmentationType: 'FLOODLIGHT',
			},
		]);
	});

	test('request their period in days, and are paginated by start row', async () => {
		const { items, error } = await run('conversion', 'getAll', {
			...engine,
			...january,
			returnAll: true,
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2345);
		expect(new Set(items.map(({ json }) => json.conversionId)).size).toBe(2345);
		expect(ads.requests.list('GET /*').map(({ query }) => query)).toEqual(
			[0, 1000, 2000].map((startRow) => ({
				startDate: '20260101',
				endDate: '20260131',
				startRow: String(startRow),
				rowCount: '1000',
			})),
		);
	});

	test('contain a readable time and amount with Simplify', async () => {
		ads.ledger.insert([
			{
				conversionId: 'readable',
				conversionTimestamp: String(Date.UTC(2026, 2, 1, 10, 15)),
				segmentationType: 'FLOODLIGHT',
				revenueMicros: '60500000',
			},
			{
				conversionId: 'without',
				conversionTimestamp: String(Date.UTC(2026, 2, 1)),
				segmentationType: 'FLOODLIGHT',
			},
		]);
		const march = { startDate: '2026-03-01', endDate: '2026-03-31' };
		const { items } = await run('conversion', 'getAll', { ...engine, ...march, simplify: true });
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				conversionTimestamp: '1772360100000',
				conversionTime: '2026-03-01T10:15:00.000Z',
				revenueMicros: '60500000',
				revenue: 60.5,
			}),
			expect.not.objectContaining({ revenue: expect.anything() as unknown }),
		]);
	});

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
	test.each(['file', 'rows'])(
		'is limited by Maximum File Size (Output: %s)',
		async (mappingOutput) => {
			ads.settings.mappingRows = 3_000_000;
			const { items, error } = await run('report', 'getIdMappingFile', {
				...advertiser,
				mappingOutput,
				options: { maximumFileSize: 1, maximumRows: 1_000_000 },
			});
			expect(error?.message).toMatch(/^The file (id-mapping-\d+\.csv )?is larger than 1 MB$/);
			expect(items).toEqual([]);
		},
	);

	const advertiser = {
		agencyId: byId('20700000000000001'),
		advertiserId: byId('21700000000000001'),
	};

	test('is returned as a file', async () => {
		const {
			items: [item],
			error,
		} = await run('report', 'getIdMappingFile', { ...advertiser, mappingOutput: 'file' });
		expect(error).toBeUndefined();
		expect(ads.requests.list('GET /*')[0]?.query).toEqual({ alt: 'media' });
		expect(item?.binary?.data).toMatchObject({
			fileName: 'id-mapping-21700000000000001.csv',
			mimeType: 'text/csv',
		});
		const text = (await bytesOf(item!.binary!.data!)).toString('utf8');
		expect(text).toContain('"Größe ""999"", 春\nSale"');
	});

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
		ads.faults.add({ on: 'GET /*', body: 'truncated' });
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

test('API Request reads reports and custom columns at the address of the reporting API', async () => {
	const results = [{ campaign: { name: 'Brand' }, metrics: { clicks: '7' } }];
	const server = await startRawServer();
	server.respond = respondWithJson({ results });
	const credential = { provider: 'other', baseUrl: `${server.url}/v23` };
	const { items: report, error } = await run(
		'apiRequest',
		'send',
		{
			requestMethod: 'POST',
			requestUrl: '/customers/1234567890/searchAds360:search',
			requestBody: 'json',
			requestJson: '{"query": "SELECT campaign.name, metrics.clicks FROM campaign"}',
		},
		{ credential },
	);
	expect(error).toBeUndefined();
	expect(report[0]?.json).toEqual({ results });
	await run('apiRequest', 'send', { requestUrl: '/customers/1/customColumns' }, { credential });
	expect(server.received.map(({ method, target }) => `${method} ${target}`)).toEqual([
		'POST /v23/customers/1234567890/searchAds360:search',
		'GET /v23/customers/1/customColumns',
	]);
});
