/** The collections of a form. They contain the optional fields of an operation or a trigger. */
import type { INodeProperties } from 'n8n-workflow';
import { type Collection, collectionLabels, type Fields, isHiddenFromAgents } from '../describe';
import { parameter, parametersFor } from './parameter';

const placeholders: Readonly<Record<Collection, string>> = {
	filters: 'Add filter',
	additionalFields: 'Add field',
	updateFields: 'Add field',
	options: 'Add option',
	requestOptions: 'Add option',
};

/** The parameter of a collection, sorted by label. An empty collection is omitted. */
export const collectionWith = (name: Collection, fields: Fields): INodeProperties[] =>
	collection(name, sortedByLabel(fields));

/** The parameter Options. Its last entry is Request Options, whose fields keep their order. */
export const optionsWith = (fields: Fields, requestOptions: Fields): INodeProperties[] =>
	collection('options', [
		...sortedByLabel(fields),
		...collection(
			'requestOptions',
			parametersFor(requestOptions, true),
			// A language model cannot decide how requests are sent.
			Object.values(requestOptions).every(isHiddenFromAgents)
				? { displayOptions: { hide: { '@tool': [true] } } }
				: {},
		),
	]);

const sortedByLabel = (fields: Fields): INodeProperties[] =>
	parametersFor(fields, true).sort((a, b) => a.displayName.localeCompare(b.displayName));

// Request Options is a collection and not a fixed collection, which would add all of its fields
// with their defaults as soon as the user adds one.
const collection = (
	name: Collection,
	options: INodeProperties[],
	more: Pick<INodeProperties, 'displayOptions'> = {},
): INodeProperties[] =>
	options.length === 0
		? []
		: [
				parameter(name, {
					displayName: collectionLabels[name],
					type: 'collection',
					placeholder: placeholders[name],
					default: {},
					options,
					...more,
				}),
			];
