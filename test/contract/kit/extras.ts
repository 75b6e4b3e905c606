// Field lists that a service keeps beside its operations, since they depend on more than the operation.
import type { IDataObject } from 'n8n-workflow';
import type { Fields } from '../../../nodes/engine/catalogue';
import { checkedRequest, requestFields } from '../../../nodes/MediaGeneration/generationRequest';

export interface ExtraList {
	readonly fields: Fields;
	/** The input of an operation that gives these values. */
	into(values: IDataObject): IDataObject;
	/** Checks values as the node does before it sends them. */
	check(values: IDataObject): IDataObject;
}

/** By service, then by the name of the list in the contract data. */
export const extraLists: Readonly<Record<string, Readonly<Record<string, ExtraList>>>> = {
	mediaGeneration: {
		GenerationRequest: {
			fields: requestFields,
			into: (values) => ({ specifyFields: 'json', fieldsJson: values }),
			check: checkedRequest,
		},
	},
};
