import type { INodeParameters, INodeProperties, INodePropertyMode } from 'n8n-workflow';
import type { Field, Fields } from '../describe';
import { isHiddenFromAgents, notInTools, onlyInTools, typedDate } from '../describe';
import { placeholdersOf } from '../plan/path';

/** Converts a field to a parameter. @param optional whether it is unset until the user adds it */
export function parameterOf(name: string, field: Field, optional = false): INodeProperties {
	const show = { ...field.show, ...versionCondition(field, optional) };
	const displayOptions = defined({
		show: Object.keys(show).length > 0 ? (show as never) : undefined,
		hide: isHiddenFromAgents(field) ? notInTools.hide : undefined,
	});
	return parameter(name, {
		displayName: field.label,
		...editorOf(field, optional),
		...defined({
			required: field.required || undefined,
			description: field.description,
			placeholder: field.kind === 'id' ? undefined : field.placeholder,
			hint: field.hint,
			displayOptions: Object.keys(displayOptions).length > 0 ? displayOptions : undefined,
		}),
	});
}

export const defined = <T extends object>(properties: T): Partial<T> =>
	Object.fromEntries(
		Object.entries(properties).filter(([, value]) => value !== undefined),
	) as Partial<T>;

/** The node versions that show the parameter. @param optional whether it is in a collection */
function versionCondition({ since, promotedIn }: Field, optional: boolean): object {
	if (since !== undefined) return { '@version': [{ _cnd: { gte: since } }] };
	if (promotedIn === undefined) return {};
	return { '@version': [{ _cnd: optional ? { lt: promotedIn } : { gte: promotedIn } }] };
}

export const parametersFor = (fields: Fields, optional = false): INodeProperties[] =>
	Object.entries(fields).flatMap(([name, field]) => [
		parameterOf(name, field, optional),
		...(field.kind === 'columns' && isHiddenFromAgents(field) ? [toolNotice(name, field)] : []),
	]);

const toolNotice = (name: string, field: Field): INodeProperties =>
	parameter(`${name}ToolNotice`, {
		displayName:
			'A tool does not have single fields here. Select <b>Using JSON</b>, and enter what the model must not change in the JSON.',
		type: 'notice',
		default: '',
		displayOptions: { show: { ...(field.show as object), ...onlyInTools.show } },
	});

type Editor = Omit<INodeProperties, 'name' | 'displayName'>;

function editorOf(field: Field, optional: boolean): Editor {
	const initial = <T>(fallback: T): T => (field.default as T | undefined) ?? fallback;
	switch (field.kind) {
		case 'integer':
		case 'number':
			// A number input cannot be empty, so a forgotten value would be sent as 0.
			if (field.required && field.default === undefined) return { type: 'string', default: '' };
			return {
				type: 'number',
				default: initial(field.minimum ?? 0),
				typeOptions: defined({
					minValue: field.minimum,
					maxValue: field.maximum,
					numberPrecision: field.kind === 'integer' ? 0 : undefined,
				}),
			};
		case 'flag':
			return { type: 'boolean', default: initial(false) };
		case 'choice': {
			const unset = field.default === undefined && !field.required && !optional;
			const options = [
				...(unset ? [{ name: '(Leave Unset)', value: '' }] : []),
				...sortByName(field.choices ?? []),
			];
			const first = unset ? options[0] : field.choices?.[0];
			return { type: 'options', options, default: initial(first?.value ?? '') };
		}
		case 'choices':
			return {
				type: 'multiOptions',
				options: sortByName(field.choices ?? []),
				default: initial<string[]>([]),
			};
		case 'json':
			return { type: 'json', default: initial('') };
		case 'date':
			return { type: 'dateTime', default: '', placeholder: `e.g. ${typedDate}` };
		case 'id':
			return locator(field);
		case 'rows':
			return {
				type: 'fixedCollection',
				placeholder: `Add ${field.label.toLowerCase()}`,
				default: initial<INodeParameters>({}),
				typeOptions: { multipleValues: true },
				options: [group(field.label, parametersFor(field.row ?? {}))],
			};
		case 'columns':
			return {
				type: 'resourceMapper',
				noDataExpression: true,
				default: { mappingMode: 'defineBelow', value: null },
				typeOptions: {
					loadOptionsDependsOn: field.columnsFrom
						? [...placeholdersOf(field.columnsFrom).map((name) => `${name}.value`), 'operation']
						: ['resource', 'operation'],
					resourceMapper: {
						resourceMapperMethod: field.columnsMethod!,
						mode: 'add',
						fieldWords: { singular: 'field', plural: 'fields' },
						supportAutoMap: false,
						// Otherwise, n8n warns of outdated fields when a new version changes a label.
						refreshStaleSchemaOnOpen: true,
					},
				},
			};
		default:
			return {
				type: 'string',
				default: initial(''),
				...(field.lines ? { typeOptions: { rows: field.lines } } : {}),
				...(field.kind === 'secret' ? { typeOptions: { password: true } } : {}),
			};
	}
}

function locator(field: Field): Editor {
	const { byNumber, expected, label, listMethod, urlExample, urlPattern } = field;
	const hasList = field.lookup !== undefined || field.entries !== undefined;
	const modes: INodePropertyMode[] = [
		mode(inputMode(field), inputModeLabel(field), {
			type: 'string',
			...defined({ placeholder: field.placeholder }),
			...(byNumber
				? {
						hint: `Enter the number ${urlPattern ? 'or' : 'in'} the URL, not the id`,
						...validation(
							`\\s*(?:[0-9]+${urlPattern ? `|${completeUrl(urlPattern)}` : ''})\\s*`,
							`${label} must be ${expected}`,
						),
					}
				: {}),
		}),
	];
	if (urlPattern !== undefined)
		modes.push(
			mode('url', 'By URL', {
				type: 'string',
				...defined({ placeholder: urlExample && `e.g. ${urlExample}` }),
				extractValue: { type: 'regex', regex: urlPattern },
				...validation(completeUrl(urlPattern), `Not a valid URL for ${label}`),
			}),
		);
	if (hasList)
		modes.unshift(
			mode('list', 'From List', {
				type: 'list',
				typeOptions: { searchListMethod: listMethod, searchable: true },
			}),
		);
	return {
		type: 'resourceLocator',
		default: {
			mode: hasList && !field.inputFirst ? 'list' : inputMode(field),
			value: (field.default as string | undefined) ?? '',
		},
		modes,
	};
}

const validation = (regex: string, errorMessage: string): Partial<INodePropertyMode> => ({
	validation: [{ type: 'regex', properties: { regex, errorMessage } }],
});

/** n8n requires that the pattern matches the complete URL, which may have a longer path. */
const completeUrl = (pattern: string): string =>
	pattern.startsWith('^') ? `${pattern.slice(1)}.*` : `https?://.*${pattern}.*`;

/** The mode for entering a value. n8n labels every mode named `id` *By ID*, whatever its label. */
const inputMode = ({ byName }: Pick<Field, 'byName'>): string => (byName ? 'name' : 'id');

export const inputModeLabel = ({ byName }: Pick<Field, 'byName'>): string =>
	byName ? 'By Name' : 'By ID';

export const sortByName = <T extends { name: string }>(options: readonly T[]): T[] =>
	[...options].sort((a, b) => a.name.localeCompare(b.name));

// n8n's lint rules require a complete literal wherever a parameter or mode is created. All
// parameters and modes are therefore created by the following functions.
export const parameter = (
	name: string,
	{ displayName, ...rest }: Omit<INodeProperties, 'name'>,
): INodeProperties => ({ displayName, name, ...rest });

const group = (displayName: string, values: INodeProperties[]) => ({
	name: 'rows',
	displayName,
	values,
});

const mode = (
	name: string,
	displayName: string,
	rest: Omit<INodePropertyMode, 'name' | 'displayName'>,
): INodePropertyMode => ({ name, displayName, ...rest });
