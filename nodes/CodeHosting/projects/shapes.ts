/** Shapes of projects, their fields and their items, see `shapes.ts`. */
import type { IDataObject } from 'n8n-workflow';
import { type DerivedValue, isObject, pathsOf, shapeOf, toText } from '../../engine/describe';

export const project = shapeOf(`
	id:integer node_id number:integer title description short_description owner.login creator.login
	public:boolean is_template:boolean state closed_at created_at updated_at
`);
export const projectBrief = pathsOf(`
	id number title description=short_description owner=owner.login creator=creator.login public
	is_template state closed_at created_at updated_at
`);

/** Names are objects with the text and with HTML. */
const nameOf = (option: IDataObject): string =>
	toText(((option.name ?? option.title) as IDataObject).raw);

/** Values that can be chosen, of a field with options or iterations. */
export function choicesOf({ options, configuration }: IDataObject): { id: string; name: string }[] {
	const { iterations } = (configuration ?? {}) as IDataObject;
	return ((options ?? iterations ?? []) as IDataObject[]).map((choice) => ({
		id: toText(choice.id),
		name: nameOf(choice),
	}));
}

const optionNames: DerivedValue = Object.assign(
	(field: IDataObject) => choicesOf(field).map(({ name }) => name),
	{ shape: ['string'] as const },
);

export const projectField = shapeOf(`
	id:integer node_id name data_type options[].id options[].name.raw options[].color
	configuration.iterations[].id configuration.iterations[].title.raw
	configuration.iterations[].start_date configuration.iterations[].duration:integer
	created_at updated_at
`);
export const projectFieldBrief = { ...pathsOf('id name data_type'), options: optionNames };

/** The values of the fields by name, as text, numbers and lists: `{ Status: 'Done' }`. */
const valuesByName: DerivedValue = Object.assign(
	({ fields }: IDataObject) =>
		Object.fromEntries(
			((fields ?? []) as IDataObject[]).map(({ name, value }) => [toText(name), plain(value)]),
		),
	{ shape: 'object' as const },
);

/** Names of what a field can contain, the first that is there. */
const nameKeys = ['raw', 'name', 'title', 'full_name', 'login', 'reviewer'];

function plain(value: unknown): IDataObject[string] {
	if (Array.isArray(value)) return value.map(plain);
	if (!isObject(value)) return value as IDataObject[string];
	const key = nameKeys.find((name) => value[name] !== undefined);
	return key === undefined ? value : plain(value[key]);
}

export const projectItem = shapeOf(`
	id:integer node_id content_type content.number:integer content.title content.state
	content.html_url content.body creator.login archived_at created_at updated_at item_url
	fields[].id:integer fields[].name fields[].data_type fields[].value:any
`);
export const projectItemBrief = {
	...pathsOf(`
		id content_type number=content.number title=content.title state=content.state
		html_url=content.html_url
	`),
	fields: valuesByName,
	...pathsOf('creator=creator.login archived_at created_at updated_at'),
};

export const projectDraft = shapeOf(`
	id:integer node_id content_type content.title content.body creator.login archived_at created_at
	updated_at item_url
`);
export const projectDraftBrief = pathsOf(`
	id content_type title=content.title body=content.body creator=creator.login archived_at created_at
	updated_at
`);
