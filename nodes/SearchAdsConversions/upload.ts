/** Conversions out of items: read in the form or as JSON, gathered, sent, and each answer put on its own item. */
import type { IDataObject } from 'n8n-workflow';
import { type Batch, choice, columns, integer, json, PackError, several } from '../engine/describe';
import {
	checkedConversion,
	columnsFor,
	conversionFields,
	identifying,
	stableId,
} from './conversion';
import { sendRows, type Sending } from './rows';

/** How the rows of an item are given. */
export const rowFields = (wire: string, needed: readonly string[]) => ({
	specifyFields: choice(
		'Specify Fields',
		{ form: 'Using Columns', json: 'Using JSON' },
		{ description: 'How to give the conversion of an item', default: 'form', in: 'none' },
	),
	[wire]: columns('Conversion', {
		description:
			'The fields of the conversion. IDs, micros and millis are whole numbers of any length; a moment is a date or milliseconds since 1970.',
		wire,
		columns: () => columnsFor(needed),
		show: { specifyFields: ['form'] },
		in: 'none',
		hideFromAgents: true,
	}),
	conversionJson: json('Conversion (JSON)', {
		description:
			'The conversion as a JSON object, for example {"conversionId": "order-1", "clickId": "…", "conversionTimestamp": "2026-01-31T08:00:00Z", "revenueMicros": "12500000", "currencyCode": "EUR"}',
		show: { specifyFields: ['json'] },
		default: '{}',
		in: 'none',
	}),
	conversionIds: choice(
		'Conversion ID',
		{ given: 'Given in the Row', stable: "Made From the Row's Content" },
		{
			description:
				'Where the ID comes from. One that is made is the same for the same row in any run, so that a repeated run counts nothing twice.',
			default: 'given',
			in: 'none',
		},
	),
});

const standardRowsPerRequest = 500;

export const sendingOptions = {
	rowsPerRequest: integer('Rows per Request', {
		description:
			'How many items travel in one request. The most that the service takes is not known.',
		default: standardRowsPerRequest,
		minimum: 1,
		maximum: 10_000,
		in: 'none',
		hideFromAgents: true,
	}),
	whenRefused: choice(
		'When Rows Are Refused',
		{ open: 'Fail the Unnamed Rows Too', taken: 'Take the Unnamed Rows for Accepted' },
		{
			description:
				'What it means for the other rows of a request that the service refuses as a whole, naming some of its rows. It does not say what became of the rest.',
			default: 'open',
			in: 'none',
			hideFromAgents: true,
		},
	),
};

export const uploadOptions = {
	...sendingOptions,
	stableFrom: several(
		'ID Made From',
		Object.fromEntries(identifying.map((name) => [name, conversionFields[name]!.label])),
		{
			description:
				'The fields that make the ID where it is made from the row. Amounts are left out, so that a corrected amount belongs to the same conversion.',
			default: identifying,
			in: 'none',
			hideFromAgents: true,
		},
	),
};

export type Uploaded = IDataObject & {
	specifyFields?: string;
	conversionJson?: IDataObject;
	conversionIds?: string;
	stableFrom?: string[];
	rowsPerRequest?: number;
	whenRefused?: string;
};

export const rowsPerRequest = ({ rowsPerRequest: rows }: { rowsPerRequest?: number }): number =>
	rows ?? standardRowsPerRequest;
export const unnamedRows = ({ whenRefused }: { whenRefused?: string }): Sending['unnamed'] =>
	whenRefused === 'taken' ? 'taken' : 'open';

/** A conversion is the same if its id is; the service's own id does where a row has no other. */
const identities = ({ conversionId, dsConversionId }: IDataObject): string[] =>
	[conversionId, dsConversionId].filter((one) => one !== undefined).map(String);

/**
 * The batch of an upload.
 * @param wire name of the resource mapper's parameter
 * @param needed fields without which no row is sent
 */
export const uploadOf = (
	line: 'POST /conversion' | 'PUT /conversion',
	wire: string,
	needed: readonly string[],
): Batch<Uploaded> => ({
	size: rowsPerRequest,
	prepare({ input, context }) {
		const { specifyFields, conversionJson, conversionIds, stableFrom } = input;
		const source = specifyFields === 'json' ? 'Conversion (JSON)' : 'Conversion';
		const given = ((specifyFields === 'json' ? conversionJson : input[wire]) ?? {}) as IDataObject;
		if (Array.isArray(given))
			throw new PackError('The JSON must be one conversion, got a list', {
				field: 'Conversion (JSON)',
				hint: 'Every item is one conversion. Put Split Out before this node.',
			});
		const row = {
			segmentationType: 'FLOODLIGHT',
			...checkedConversion(given, context.getTimezone()),
		} as IDataObject;
		if (conversionIds === 'stable') row.conversionId = stableId(row, stableFrom ?? identifying);
		for (const name of needed) {
			if (row[name] === undefined)
				throw new PackError(`${conversionFields[name]!.label} is required`, {
					field: source,
					hint:
						name === 'conversionId'
							? "Give it in the row, or have it made from the row's content."
							: 'Fill it in for this item.',
				});
		}
		if (identities(row).length === 0)
			throw new PackError('Nothing says which conversion is meant', {
				field: source,
				hint: 'Give the conversionId with which it was inserted.',
			});
		return { ...input, row };
	},
	async run(calls) {
		return await sendRows(
			calls,
			calls.map(({ input }) => input.row as IDataObject),
			{
				line,
				list: 'conversion',
				more: { kind: 'doubleclicksearch#conversionList' },
				identities,
				word: 'conversion',
				unnamed: unnamedRows(calls[0]!.input),
			},
		);
	},
});
