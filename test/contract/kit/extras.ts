// Field lists that a service keeps beside its operations, since they depend on more than the operation.
import type { IDataObject } from 'n8n-workflow';
import { allFieldsOf, type Fields } from '../../../nodes/engine/describe';
import { validateRequest, requestFields } from '../../../nodes/MediaGeneration/generationRequest';
import { conversionFields } from '../../../nodes/SearchAdsConversions/conversionFields';
import { validateConversion } from '../../../nodes/SearchAdsConversions/conversionRow';
import { searchAdsConversions } from '../../../nodes/SearchAdsConversions/service';

export interface ExtraList {
	readonly fields: Fields;
	/** The input of an operation that gives these values. */
	into(values: IDataObject): IDataObject;
	/** The body that they are sent in, where it is not the values themselves. */
	body?(values: IDataObject): IDataObject;
	/** Checks values as the node does before it sends them. */
	check(values: IDataObject): IDataObject;
}

const keyed = (list: string, values: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [`${list}[].${name}`, value]));
const unkeyed = (list: string, values: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name.replace(`${list}[].`, ''), value]),
	);

/** Rows of conversions: an item is one of them. */
const conversions = (needed: readonly string[]): ExtraList => ({
	fields: keyed(
		'conversion',
		Object.fromEntries(
			Object.entries(conversionFields).map(([name, field]) => [
				name,
				{ ...field, required: needed.includes(name) },
			]),
		) as unknown as IDataObject,
	) as unknown as Fields,
	into: (values) => ({ specifyFields: 'json', conversionJson: unkeyed('conversion', values) }),
	body: (values) => ({
		kind: 'doubleclicksearch#conversionList',
		conversion: [validateConversion(unkeyed('conversion', values))],
	}),
	check: (values) => keyed('conversion', validateConversion(unkeyed('conversion', values))),
});

const availability = Object.entries(
	allFieldsOf(searchAdsConversions.resources.conversion!.operations.updateAvailability!),
).filter(([, { in: place }]) => place !== 'none');

/** By service, then by the name of the list in the contract data. */
export const extraLists: Readonly<Record<string, Readonly<Record<string, ExtraList>>>> = {
	mediaGeneration: {
		GenerationRequest: {
			fields: requestFields,
			into: (values) => ({ specifyFields: 'json', fieldsJson: values }),
			check: validateRequest,
		},
	},
	searchAdsConversions: {
		InsertedConversions: conversions(['conversionId', 'conversionTimestamp', 'segmentationType']),
		UpdatedConversions: conversions([]),
		Availabilities: {
			fields: keyed(
				'availabilities',
				Object.fromEntries(availability) as unknown as IDataObject,
			) as unknown as Fields,
			into: (values) => unkeyed('availabilities', values),
			body: (values) => ({
				availabilities: [
					Object.fromEntries(
						Object.entries(unkeyed('availabilities', values)).map(([name, value]) => [
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
