/** The collections of a node form, which contain the optional fields of an operation. */
import { oncePer } from '../util/object';
import type { Collection, Field, Fields } from './field';
import type { Operation } from './operation';

/** Labels of the collections, in the order of the form. */
export const collectionLabels: Readonly<Record<Collection, string>> = {
	filters: 'Filters',
	additionalFields: 'Additional Fields',
	updateFields: 'Update Fields',
	options: 'Options',
	requestOptions: 'Request Options',
};

/** The collections that are read for every item. */
export const collectionsPerItem = [
	'filters',
	'additionalFields',
	'updateFields',
	'options',
] as const satisfies readonly Collection[];

/** Path of Request Options, which is nested in Options. It is read once per run. */
export const requestOptionsPath = 'options.requestOptions';

/** The collection of an optional field. Saved workflows contain its name. */
export function collectionOf(operation: Operation, field: Field): Collection {
	if (field.collection) return field.collection;
	const isSent = field.in !== 'none' && field.in !== 'header' && field.queryFlag === undefined;
	if (!isSent) return 'options';
	return operation.collection ?? (isList(operation) ? 'filters' : 'options');
}

const isList = ({ paging, output, request }: Operation): boolean =>
	paging !== undefined || (output === 'rows' && request?.startsWith('GET ') === true);

/** The optional fields of an operation that belong to a collection. */
export const fieldsIn = (operation: Operation, collection: Collection): Fields =>
	fieldsByCollection(operation)[collection] ?? {};

const fieldsByCollection = oncePer((operation: Operation) => {
	const found: Partial<Record<Collection, Record<string, Field>>> = {};
	for (const [name, field] of Object.entries(operation.options))
		(found[collectionOf(operation, field)] ??= {})[name] = field;
	return found;
});

/** The options that are parameters of their own in the latest version of the node. */
export const promotedOptions = ({ options }: Operation): Fields =>
	Object.fromEntries(
		Object.entries(options).filter(([, { promotedIn }]) => promotedIn !== undefined),
	);
