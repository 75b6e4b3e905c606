/** The collections of a form. They contain the optional fields of an operation or a trigger. */
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { Collection, Fields, Form } from '../describe';
import { collectionLabels, collectionsPerItem, fieldsIn, notInTools } from '../describe';
import { parameter, parameterOf, parametersFor } from './parameter';

const placeholders: Readonly<Record<Collection, string>> = {
	filters: 'Add filter',
	additionalFields: 'Add field',
	updateFields: 'Add field',
	options: 'Add option',
	requestOptions: 'Add option',
};

/** Sorted by label. An empty collection is omitted. */
export const collectionWith = (name: Collection, fields: Fields): INodeProperties[] =>
	collection(name, sortedByLabel(fields));

/** The last entry is Request Options, whose fields keep their order. */
export const optionsWith = (fields: Fields, requestOptions: Fields): INodeProperties[] => {
	const entries = Object.entries(requestOptions).map(([name, field]) =>
		parameterOf(name, { ...field, collection: 'requestOptions' }, true),
	);
	const nested = collection('requestOptions', entries, { displayOptions: notInTools });
	return collection('options', [...sortedByLabel(fields), ...nested]);
};

export const formOf = (form: Form): INodeProperties[] => [
	...Object.entries(form.fields).map(([name, field]) => parameterOf(name, field)),
	...collectionsPerItem.flatMap((name) => collectionWith(name, fieldsIn(form, name))),
];

const sortedByLabel = (fields: Fields): INodeProperties[] =>
	parametersFor(fields, true).sort((a, b) => a.displayName.localeCompare(b.displayName));

// Request Options is a collection and not a fixed collection, which would add all of its fields
// with their defaults as soon as the user adds one.
const collection = (
	name: Collection,
	entries: INodeProperties[],
	more: Pick<INodeProperties, 'displayOptions'> = {},
): INodeProperties[] => {
	const show = sharedCondition(entries);
	return entries.length === 0
		? []
		: [
				parameter(name, {
					displayName: collectionLabels[name],
					type: 'collection',
					placeholder: placeholders[name],
					default: {},
					options: show
						? entries.map((entry) => ({ ...entry, displayOptions: undefined }))
						: entries,
					...(show ? { displayOptions: { show } } : {}),
					...more,
				}),
			];
};

/**
 * The condition of all entries, if they have the same one and it refers to parameters outside of the
 * collection. It becomes the condition of the collection, so that no collection is empty.
 */
function sharedCondition(entries: readonly INodeProperties[]): IDisplayOptions['show'] {
	const conditions = entries.map(({ displayOptions = {} }) => JSON.stringify(displayOptions));
	const { show = {}, hide } = entries[0]?.displayOptions ?? {};
	const names = Object.keys(show);
	return hide || names.length === 0 || new Set(conditions).size > 1 || !names.every(isOutside)
		? undefined
		: Object.fromEntries(names.map((name) => [name.replace('/', ''), show[name]]));
}

const isOutside = (name: string): boolean => /^[@/]/.test(name);
