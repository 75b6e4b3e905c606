/**
 * Uploads conversions: reads them from the items, sends them in batches, and returns the result of
 * each conversion.
 */
import type { IDataObject } from 'n8n-workflow';
import { showHint } from '../engine';
import {
	type Batch,
	choice,
	columns,
	flag,
	type Form,
	integer,
	json,
	PackError,
	several,
	toText,
	validateEach,
} from '../engine/describe';
import { columnsFor } from './conversionColumns';
import { conversionFields } from './conversionFields';
import { identifyingFields, isEmpty, stableId, validateConversion } from './conversionRow';
import { type RowRequest, sendRows } from './sendRows';

/**
 * The parameters in which users enter the conversion of each item.
 * @param apiName name of the resource mapper's parameter
 * @param required columns that are required in the form
 * @param hint what users must know to enter a conversion
 */
export const rowFields = (
	apiName: string,
	columnsMethod: string,
	required: readonly string[],
	hint: string,
) => ({
	specifyFields: choice(
		'Specify Fields',
		{ form: 'Using Columns', json: 'Using JSON' },
		{
			description:
				'How to enter the conversion of an item. Revenue is the amount, Revenue Micros the amount × 1,000,000, Quantity Millis the quantity × 1000, Count Millis the count × 1000. Conversion Timestamp is a date or Unix time in milliseconds. Click ID is the ID that the ad added to the address of the landing page. Currency Code is an ISO 4217 code such as EUR. Customer ID has no hyphens. Store ID is for the channel Local. Empty fields are not sent. Custom dimensions and metrics are JSON lists of objects with name and value.',
			// n8n shows neither the description nor the hint of the fields below.
			hint,
			default: 'form',
			in: 'none',
		},
	),
	[apiName]: columns('Conversion', {
		description: 'The fields of the conversion. See Specify Fields.',
		apiName,
		columnsMethod,
		columns: () => columnsFor(required),
		show: { specifyFields: ['form'] },
		in: 'none',
		hideFromAgents: true,
	}),
	conversionJson: json('Conversion (JSON)', {
		description:
			'The conversion as a JSON object, for example {"conversionId": "order-1", "clickId": "…", "conversionTimestamp": "2026-01-31T08:00:00Z", "segmentationType": "FLOODLIGHT", "segmentationName": "Sale", "type": "TRANSACTION", "revenueMicros": "12500000", "currencyCode": "EUR"}',
		show: { specifyFields: ['json'] },
		default: '{}',
		in: 'none',
	}),
	conversionIds: choice(
		'Conversion ID Source',
		{ given: 'Given in the Row', stable: "Made From the Row's Content" },
		{
			description:
				'Where the ID comes from. If it is made from the row, the same row has the same ID in every run, so that repeating a run does not count conversions twice.',
			default: 'given',
			in: 'none',
		},
	),
});

const defaultRowsPerRequest = 500;

export const sendOptions = {
	rowsPerRequest: integer('Rows per Request', {
		description: 'Number of items to send in one request. The maximum is not documented.',
		default: defaultRowsPerRequest,
		minimum: 1,
		maximum: 10_000,
		in: 'none',
		hideFromAgents: true,
	}),
	whenRefused: choice(
		'When Rows Are Rejected',
		{ open: 'Fail Unnamed Rows Too', taken: 'Treat Unnamed Rows as Accepted' },
		{
			description:
				'How to treat the other rows if the service rejects a request and names only some of ' +
				'its rows in the error. The service does not report what happened to the others.',
			default: 'open',
			in: 'none',
			hideFromAgents: true,
		},
	),
};

export const uploadOptions = {
	...sendOptions,
	stableFrom: several(
		'ID Made From',
		Object.fromEntries(identifyingFields.map((name) => [name, conversionFields[name]!.label])),
		{
			description:
				'Fields to derive the ID from if it is made from the row. Amounts are not included, so that you can correct an amount and keep the ID.',
			default: identifyingFields,
			in: 'none',
			hideFromAgents: true,
		},
	),
};

export const requireClick = flag('Require Click or Criterion', {
	description:
		'Whether to reject conversions without Click ID and Criterion ID. The service accepts them, but they do not count for an ad.',
	default: true,
	in: 'none',
	since: 1.1,
});

export type UploadInput = Readonly<Record<string, unknown>> & {
	requireClick?: boolean;
	specifyFields?: string;
	conversionJson?: IDataObject;
	conversionIds?: string;
	stableFrom?: string[];
	rowsPerRequest?: number;
	whenRefused?: string;
};

export const rowsPerRequest = ({ rowsPerRequest: rows }: { rowsPerRequest?: number }): number =>
	rows ?? defaultRowsPerRequest;
export const unnamedRows = ({
	whenRefused,
}: {
	whenRefused?: string;
}): RowRequest['unnamedRows'] => (whenRefused === 'taken' ? 'taken' : 'open');

/** A conversion is identified by its own ID, or by the ID that the service assigned to it. */
const identities = ({ conversionId, dsConversionId }: IDataObject): string[] =>
	[conversionId, dsConversionId].filter((id) => id !== undefined).map(String);

/**
 * Validates the conversion of each item and sends the conversions in batches.
 * @param apiName name of the resource mapper's parameter
 * @param required fields that a row must have
 */
export const uploadBatch = (
	line: 'POST /conversion' | 'PUT /conversion',
	apiName: string,
	required: readonly string[],
): Required<Pick<Form, 'prepare'>> & { batch: Batch<UploadInput> } => ({
	prepare(input: UploadInput, { zone }) {
		const { specifyFields, conversionJson, conversionIds, stableFrom, requireClick } = input;
		const source = specifyFields === 'json' ? 'Conversion (JSON)' : 'Conversion';
		const value = ((specifyFields === 'json' ? conversionJson : input[apiName]) ??
			{}) as IDataObject;
		const row: IDataObject = { segmentationType: 'FLOODLIGHT' };
		const isNew = line === 'POST /conversion';
		validateEach(
			[
				() => {
					Object.assign(row, validateConversion(value, zone));
				},
				() => {
					if (isNew && requireClick) checkClick(value, source);
				},
			],
			(check) => {
				check();
			},
		);
		if (conversionIds === 'stable')
			row.conversionId = stableId(row, stableFrom ?? identifyingFields);
		for (const name of required) {
			if (row[name] === undefined)
				throw new PackError(`${conversionFields[name]!.label} is required`, {
					field: source,
					hint:
						name === 'conversionId'
							? "Enter it in the row, or set Conversion ID Source to Made From the Row's Content."
							: 'Set it for this item.',
				});
		}
		if (identities(row).length === 0)
			throw new PackError('The row does not identify a conversion', {
				field: source,
				hint: 'Set Conversion ID to the ID that the conversion was inserted with.',
			});
		if (isNew) checkTime(row, source, value.conversionTimestamp);
		return { ...input, row };
	},
	batch: {
		notice:
			'Each input item is one conversion. The items are sent together, and each gets its own result.',
		size: rowsPerRequest,
		async run(calls) {
			const conversions = calls.map(({ input }) => input.row as IDataObject);
			for (const [applies, hint] of line === 'POST /conversion' ? insertHints : updateHints)
				if (conversions.some(applies)) showHint(calls[0]!.context, hint);
			return await sendRows(calls, conversions, {
				line,
				list: 'conversion',
				more: { kind: 'doubleclicksearch#conversionList' },
				identities,
				noun: 'conversion',
				unnamedRows: unnamedRows(calls[0]!.input),
			});
		},
	},
});

const lacksClick = ({ clickId, criterionId }: IDataObject): boolean =>
	isEmpty(clickId) && isEmpty(criterionId);

const lacksActivity = ({ segmentationId, segmentationName }: IDataObject): boolean =>
	isEmpty(segmentationId) && isEmpty(segmentationName);

const lacksCurrency = ({ revenueMicros, currencyCode }: IDataObject): boolean =>
	revenueMicros !== undefined && currencyCode === undefined;

const lacksRevenue = ({ revenueMicros, currencyCode, state }: IDataObject): boolean =>
	revenueMicros === undefined && currencyCode !== undefined && state !== 'REMOVED';

type Hint = readonly [applies: (row: IDataObject) => boolean, hint: string];

/** Hints that are shown if they apply to a row that is sent. */
const updateHints: readonly Hint[] = [
	[
		lacksRevenue,
		'Some conversions have a Currency Code, but their Revenue is empty, so no amount is sent.',
	],
];

const insertHints: readonly Hint[] = [
	[
		lacksClick,
		'Some conversions have neither a Click ID nor a Criterion ID, so they do not count for an ad. To reject them, turn on Require Click or Criterion, which new nodes have.',
	],
	[
		lacksActivity,
		'Some conversions have neither a Segmentation Name nor a Segmentation ID, so they do not count for a Floodlight activity.',
	],
	[
		({ type }) => isEmpty(type),
		'Some conversions have no Type. The service requires it if you change them later with Update.',
	],
	[
		lacksCurrency,
		'Some conversions have a revenue without a Currency Code. If they were accepted, set it with Update, because Insert rejects existing conversions.',
	],
	...updateHints,
];

/**
 * Rejects a conversion that has not happened yet. A day is left for other clocks and time zones.
 * @param source label of the field with the row
 * @param entered the conversion timestamp as entered
 * @throws PackError
 */
function checkTime(row: IDataObject, source: string, entered: unknown): void {
	const time = Number(row.conversionTimestamp);
	const isNumber = Number.isFinite(Number(entered));
	if (time > Date.now() + 24 * 3_600_000)
		throw new PackError(
			`Conversion Timestamp is in the future: ${isNumber ? new Date(time).toISOString() : toText(entered)}`,
			{
				field: source,
				hint: 'Check the year, and whether the day and the month are in the right order.',
			},
		);
}

/**
 * Rejects a conversion that would not count for an ad.
 * @param source label of the field with the row
 * @throws PackError
 */
function checkClick(row: IDataObject, source: string): void {
	if (lacksClick(row))
		throw new PackError('The conversion has neither a Click ID nor a Criterion ID', {
			field: source,
			hint: 'It would not count for an ad. Set one of them, or turn off Require Click or Criterion.',
		});
}
