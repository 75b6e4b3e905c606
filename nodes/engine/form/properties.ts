import type { INodeProperties } from 'n8n-workflow';
import type { Fields, Operation, Service } from '../describe';
import {
	describeOperation,
	isOfferedToAgents,
	panelAction,
	promotedOptions,
	effectNote,
	fieldsIn,
	hasManyFields,
	limitFields,
	notInTools,
	onlyInTools,
	outputFieldsField,
	requestOptions,
	simplifyField,
} from '../describe';
import { collectionWith, optionsWith } from './collections';
import { mergeParameters, type Placed } from './mergeParameters';
import { parameter, parametersFor, sortByName } from './parameter';

export function propertiesOf(service: Service): INodeProperties[] {
	const resources = Object.entries(service.resources);
	const placed: Placed[] = resources.flatMap(([resource, { operations }]) =>
		Object.entries(operations).flatMap(([operation, spec]) =>
			parametersOf(spec, service.options).map((parameter) => ({ resource, operation, parameter })),
		),
	);
	return [
		...authenticationOf(service),
		parameter('resource', {
			displayName: 'Resource',
			type: 'options',
			noDataExpression: true,
			options: sortByName(resources.map(([value, { label }]) => ({ name: label, value }))),
			default: service.default,
		}),
		...resources.map(([resource, spec]) =>
			parameter('operation', {
				displayName: 'Operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: [resource] } },
				options: sortByName(
					Object.entries(spec.operations).map(([value, one]) => ({
						name: one.name,
						value,
						description: describeOperation(one, service.providers),
						action: panelAction(one),
						...(isOfferedToAgents(one, service.providers) ? {} : { displayOptions: notInTools }),
					})),
				),
				default: spec.default,
			}),
		),
		...mergeParameters(placed),
	];
}

/** Authentication and the fields that replace a credential, if there is a choice. */
export function authenticationOf({
	credentials,
	connectionFields = {},
}: Pick<Service, 'credentials' | 'connectionFields'>): INodeProperties[] {
	if (credentials.length < 2) return [];
	return [
		parameter('authentication', {
			displayName: 'Authentication',
			type: 'options',
			options: sortByName(credentials.map(({ value, label }) => ({ name: label, value }))),
			default: credentials[0]!.value,
		}),
		...parametersFor(connectionFields),
	];
}

/** An expression never turns it on, so that the model cannot either. */
const allowIrreversible = parameter('allowIrreversible', {
	displayName: 'Allow Irreversible Operations',
	type: 'boolean',
	default: false,
	noDataExpression: true,
	description:
		"Whether AI agents may run this operation, although it can't be undone, can lock others out or costs money",
	displayOptions: onlyInTools,
});

/** Parameters of one operation, without its conditions. @param shared options of the service */
export function parametersOf(operation: Operation, shared: Fields = {}): INodeProperties[] {
	return [
		...(operation.batch?.notice === undefined
			? []
			: [
					parameter('itemsNotice', {
						displayName: operation.batch.notice,
						type: 'notice',
						default: '',
						displayOptions: notInTools,
					}),
				]),
		...parametersFor({
			...promotedOptions(operation),
			...operation.fields,
			...(operation.paging ? limitFields : {}),
			...(operation.simplify ? simplifyField : {}),
		}),
		...(operation.agents !== false && hasManyFields(operation)
			? parametersFor(outputFieldsField)
			: []),
		...(operation.agents !== false && effectNote(operation) !== undefined
			? [allowIrreversible]
			: []),
		...(['filters', 'additionalFields', 'updateFields'] as const).flatMap((name) =>
			collectionWith(name, fieldsIn(operation, name)),
		),
		...optionsWith(fieldsIn(operation, 'options'), {
			...requestOptions,
			...fieldsIn(operation, 'requestOptions'),
			...shared,
		}),
	];
}
