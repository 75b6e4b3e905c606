/** The collections of a node form, which contain the optional fields of an operation. */
import { memoize } from '../util/object';
import type { Collection, Field, Fields } from './field';
import type { Form } from './form';
import type { Operation } from './operation';

/** Labels of the collections, in the order of the form. */
export const collectionLabels: Readonly<Record<Collection, string>> = {
	filters: 'Filters',
	additionalFields: 'Additional Fields',
	updateFields: 'Update Fields',
	options: 'Options',
	requestOptions: 'Request Options',
};

export const collectionsPerItem = [
	'filters',
	'additionalFields',
	'updateFields',
	'options',
] as const satisfies readonly Collection[];

type CollectionForm = Form & Partial<Pick<Operation, 'paging' | 'output' | 'method'>>;

/** The collection of an optional field. Saved workflows contain its name. */
export function collectionOf(form: CollectionForm, field: Field): Collection {
	if (field.collection) return field.collection;
	const isSent = field.in !== 'none' && field.in !== 'header' && field.queryFlag === undefined;
	if (!isSent) return 'options';
	return form.collection ?? (isList(form) ? 'filters' : 'options');
}

const isList = ({ paging, output, method }: CollectionForm): boolean =>
	paging !== undefined || (output === 'rows' && method === 'GET');

export const fieldsIn = (form: CollectionForm, collection: Collection): Fields =>
	fieldsByCollection(form)[collection] ?? {};

const fieldsByCollection = memoize((form: CollectionForm) => {
	const found: Partial<Record<Collection, Record<string, Field>>> = {};
	for (const [name, field] of Object.entries(form.options))
		(found[collectionOf(form, field)] ??= {})[name] = field;
	return found;
});

/** The options that are parameters of their own in the latest version of the node. */
export const promotedOptions = ({ options }: Form): Fields =>
	Object.fromEntries(
		Object.entries(options).filter(([, { promotedIn }]) => promotedIn !== undefined),
	);
