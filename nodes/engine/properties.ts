/** From catalogue to the parameters that the editor shows. */
import type { INodeProperties, INodePropertyMode, INodePropertyOptions } from 'n8n-workflow';
import type { Field, Fields, Operation, Service } from './catalogue';
import { pageFields, runOptions, simplifyField } from './common';
import { mergeParameters, type Placed } from './merge';

/** All parameters of a service's node, in the order in which a form shows them. */
export function propertiesOf(service: Service): INodeProperties[] {
	const resources = Object.entries(service.resources);
	const placed: Placed[] = resources.flatMap(([resource, { operations }]) =>
		Object.entries(operations).flatMap(([operation, spec]) =>
			parametersOf(spec).map((parameter) => ({ resource, operation, parameter })),
		),
	);
	return [
		parameter('resource', {
			displayName: 'Resource',
			type: 'options',
			noDataExpression: true,
			options: sorted(resources.map(([value, { label }]) => ({ name: label, value }))),
			default: service.default,
		}),
		...resources.map(([resource, spec]) =>
			parameter('operation', {
				displayName: 'Operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: [resource] } },
				options: sorted(Object.entries(spec.operations).map(([value, one]) => operationChoice(value, one))),
				default: spec.default,
			}),
		),
		...mergeParameters(placed),
	];
}

/** Parameters of one operation, without the conditions on resource and operation. */
export function parametersOf(operation: Operation): INodeProperties[] {
	const fields: Fields = {
		...operation.fields,
		...(operation.paging ? pageFields : {}),
		...(operation.simplify ? simplifyField : {}),
	};
	return [
		...Object.entries(fields).map(([name, field]) => parameterOf(name, field)),
		parameter('options', {
			displayName: 'Options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: Object.entries({ ...operation.options, ...runOptions })
				.map(([name, field]) => parameterOf(name, field, true))
				.sort((a, b) => a.displayName.localeCompare(b.displayName)),
		}),
	];
}

function operationChoice(value: string, operation: Operation): INodePropertyOptions {
	return {
		name: operation.name,
		value,
		description: operation.description ?? operation.action,
		action: operation.action,
		...(operation.agents === false ? { displayOptions: { hide: { '@tool': [true] } } } : {}),
	};
}

/** One field as the parameter of a form. `optional` fields stand in a collection, where being there means being set. */
export function parameterOf(name: string, field: Field, optional = false): INodeProperties {
	const hide = field.hideFromAgents || field.kind === 'file' ? { hide: { '@tool': [true] } } : {};
	return parameter(name, {
		displayName: field.label,
		...editorOf(field, optional),
		...(field.required ? { required: true } : {}),
		...(field.description ? { description: field.description } : {}),
		...(field.placeholder && field.kind !== 'id' ? { placeholder: field.placeholder } : {}),
		...(field.hint ? { hint: field.hint } : {}),
		...(field.show || 'hide' in hide ? { displayOptions: { ...(field.show ? { show: field.show as never } : {}), ...hide } } : {}),
	});
}

type Editor = Omit<INodeProperties, 'name' | 'displayName'>;

function editorOf(field: Field, optional: boolean): Editor {
	switch (field.kind) {
		case 'integer':
		case 'number':
			return {
				type: 'number',
				default: (field.default as number | undefined) ?? field.minimum ?? 0,
				typeOptions: {
					...(field.minimum === undefined ? {} : { minValue: field.minimum }),
					...(field.maximum === undefined ? {} : { maxValue: field.maximum }),
					...(field.kind === 'integer' ? { numberPrecision: 0 } : {}),
				},
			};
		case 'flag':
			return { type: 'boolean', default: field.default ?? false } as Editor;
		case 'choice': {
			const unset = field.default === undefined && !field.required && !optional;
			const options = [...(unset ? [{ name: '(Leave Unset)', value: '' }] : []), ...sorted(field.choices ?? [])];
			return { type: 'options', options, default: (field.default as string | undefined) ?? options[0]?.value ?? '' };
		}
		case 'choices':
			return { type: 'multiOptions', options: sorted(field.choices ?? []), default: (field.default as string[] | undefined) ?? [] };
		case 'json':
			return { type: 'json', default: (field.default as string | undefined) ?? '' };
		case 'date':
			return { type: 'dateTime', default: '' };
		case 'id':
			return locator(field);
		case 'columns':
			return {
				type: 'resourceMapper',
				noDataExpression: true,
				default: { mappingMode: 'defineBelow', value: null },
				typeOptions: {
					loadOptionsDependsOn: placeholdersOf(field.columnsFrom ?? '').map((name) => `${name}.value`),
					resourceMapper: {
						resourceMapperMethod: `columns${upperFirst(field.wire ?? '')}`,
						mode: 'add',
						fieldWords: { singular: 'field', plural: 'fields' },
						addAllFields: false,
						supportAutoMap: false,
					},
				},
			};
		default:
			return {
				type: 'string',
				default: (field.default as string | undefined) ?? '',
				...(field.lines ? { typeOptions: { rows: field.lines } } : {}),
				...(field.kind === 'secret' ? { typeOptions: { password: true } } : {}),
			};
	}
}

function locator(field: Field): Editor {
	const placeholder = field.placeholder ? { placeholder: field.placeholder } : {};
	const modes: INodePropertyMode[] = [mode('id', 'By ID', { type: 'string', ...placeholder })];
	if (field.address) {
		modes.push(
			mode('url', 'By URL', {
				type: 'string',
				extractValue: { type: 'regex', regex: field.address },
				validation: [{ type: 'regex', properties: { regex: field.address, errorMessage: `This is no address of a ${field.label.toLowerCase()}` } }],
			}),
		);
	}
	if (field.lookup) {
		modes.unshift(mode('list', 'From List', { type: 'list', typeOptions: { searchListMethod: lookupName(field), searchable: true } }));
	}
	return { type: 'resourceLocator', default: { mode: field.lookup ? 'list' : 'id', value: (field.default as string | undefined) ?? '' }, modes };
}

/** Name of the search method behind a locator: `searchModel` for `Model`. */
export const lookupName = (field: Pick<Field, 'label'>): string => `search${field.label.replace(/[^A-Za-z0-9]/g, '')}`;

/** Names of the placeholders in a request line, in order. */
export const placeholdersOf = (request: string): string[] => [...request.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

export const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const sorted = <T extends { name: string }>(options: readonly T[]): T[] => [...options].sort((a, b) => a.name.localeCompare(b.name));

// Literals of parameters and modes are built here alone: the lint rules for hand-written ones do not know the pieces.
const parameter = (name: string, rest: Omit<INodeProperties, 'name'>): INodeProperties => ({ name, ...rest }) as INodeProperties;
const mode = (name: string, displayName: string, rest: Omit<INodePropertyMode, 'name' | 'displayName'>): INodePropertyMode => ({ name, displayName, ...rest });
