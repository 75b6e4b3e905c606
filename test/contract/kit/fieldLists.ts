// Separate field lists for requests whose parameters are not fields of the operation, or have other
// names there.
import type { IDataObject } from 'n8n-workflow';
import { allFieldsOf, type Fields } from '../../../nodes/engine/describe';
import { requestFields, validateRequest } from '../../../nodes/MediaGeneration/generationRequest';
import { conversionFields } from '../../../nodes/SearchAdsConversions/conversionFields';
import { validateConversion } from '../../../nodes/SearchAdsConversions/conversionRow';
import { searchAdsConversions } from '../../../nodes/SearchAdsConversions/service';

export interface FieldList {
	readonly fields: Fields;
	/** The operation's input with these values. */
	toInput(values: IDataObject): IDataObject;
	/** The request body with these values. Default: the values themselves. */
	toBody?(values: IDataObject): IDataObject;
	/** Validates values as the node does before it sends them. */
	check(values: IDataObject): IDataObject;
}

const withPrefix = (list: string, values: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [`${list}[].${name}`, value]));
const withoutPrefix = (list: string, values: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name.replace(`${list}[].`, ''), value]),
	);

/** The fields of one conversion. Each item sends one conversion. */
const conversionList = (required: readonly string[]): FieldList => ({
	fields: withPrefix(
		'conversion',
		Object.fromEntries(
			Object.entries(conversionFields).map(([name, field]) => [
				name,
				{ ...field, required: required.includes(name) },
			]),
		) as unknown as IDataObject,
	) as unknown as Fields,
	toInput: (values) => ({
		specifyFields: 'json',
		conversionJson: withoutPrefix('conversion', values),
	}),
	toBody: (values) => ({
		kind: 'doubleclicksearch#conversionList',
		conversion: [validateConversion(withoutPrefix('conversion', values))],
	}),
	check: (values) =>
		withPrefix('conversion', validateConversion(withoutPrefix('conversion', values))),
});

const availability = Object.entries(
	allFieldsOf(searchAdsConversions.resources.conversion!.operations.updateAvailability!),
).filter(([, { in: place }]) => place !== 'none');

/** By service, then by name of the list in the contract data. */
export const fieldLists: Readonly<Record<string, Readonly<Record<string, FieldList>>>> = {
	mediaGeneration: {
		GenerationRequest: {
			fields: requestFields,
			toInput: (values) => ({ specifyFields: 'json', fieldsJson: values }),
			check: validateRequest,
		},
	},
	searchAdsConversions: {
		InsertedConversions: conversionList([
			'conversionId',
			'conversionTimestamp',
			'segmentationType',
		]),
		UpdatedConversions: conversionList([]),
		Availabilities: {
			fields: withPrefix(
				'availabilities',
				Object.fromEntries(availability) as unknown as IDataObject,
			) as unknown as Fields,
			toInput: (values) => withoutPrefix('availabilities', values),
			toBody: (values) => ({
				availabilities: [
					Object.fromEntries(
						Object.entries(withoutPrefix('availabilities', values)).map(([name, value]) => [
							name,
							String(value),
						]),
					),
				],
			}),
			check: (values) => values,
		},
	},
};
