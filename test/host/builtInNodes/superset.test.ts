// Whatever n8n's own nodes can do, this pack can do too. Reads the descriptions of n8n's nodes from
// the installed n8n, so a new operation or event in a newer n8n fails this test.
import type { INodeTypeDescription } from 'n8n-workflow';
import { actionNodes, triggerNodes } from '../../../tools/builtInNodes/counterparts';
import { eventsOf, operationsOf, parametersOf } from '../../../tools/builtInNodes/form';
import { builtInDescriptions } from '../../../tools/builtInNodes/installed';
import { ensureN8n, N8N_VERSION, NEWEST_N8N } from '../../../tools/n8n/install';
import { nodes } from '../../contract/kit/pack';

const descriptions = new Map<string, INodeTypeDescription[]>();

beforeAll(async () => {
	const installed = await ensureN8n();
	for (const name of [...Object.keys(actionNodes), ...Object.keys(triggerNodes)])
		descriptions.set(name, builtInDescriptions(installed, name));
}, 2_400_000);

/** Merges the results for all versions of one of n8n's nodes. */
const inAllVersions = <T>(name: string, read: (description: INodeTypeDescription) => T[]): T[] =>
	descriptions.get(name)!.flatMap(read);

const parameterNames = (name: string, operation?: string): string[] => [
	...new Set(
		inAllVersions(name, (description) => [...parametersOf(description, operation).keys()]),
	),
];

const missing = (names: readonly string[], listed: object): string[] =>
	names.filter((name) => !Object.hasOwn(listed, name));

describe.each(Object.entries(actionNodes))('%s', (name, { operations, parameters }) => {
	const labelsInN8n = () =>
		new Map(inAllVersions(name, (description) => [...operationsOf(description)]));

	test('every operation has a counterpart', () => {
		const inN8n = [...labelsInN8n().keys()];
		expect(inN8n.length).toBeGreaterThan(0);
		expect(missing(inN8n, operations)).toEqual([]);
	});

	test('every parameter has a counterpart, or a note why it has none', () => {
		const all = [...labelsInN8n().keys()].flatMap((operation) => {
			const listed = { ...parameters, ...operations[operation]?.parameters };
			return missing(parameterNames(name, operation), listed).map(
				(parameter) => `${operation} ${parameter}`,
			);
		});
		expect(all).toEqual([]);
	});

	// The older n8n has fewer operations and parameters.
	const inNewest = N8N_VERSION === NEWEST_N8N ? test : test.skip;

	inNewest('the list contains nothing that n8n does not have', () => {
		const inN8n = labelsInN8n();
		const unknown = Object.entries(operations).flatMap(([operation, { parameters: own = {} }]) => {
			if (!inN8n.has(operation)) return [operation];
			const names = parameterNames(name, operation);
			return Object.keys(own)
				.filter((parameter) => !names.includes(parameter))
				.map((parameter) => `${operation} ${parameter}`);
		});
		expect(unknown).toEqual([]);
		const used = [...inN8n.keys()].flatMap((operation) => parameterNames(name, operation));
		expect(Object.keys(parameters).filter((parameter) => !used.includes(parameter))).toEqual([]);
	});

	inNewest('the labels of the operations are those of n8n', () => {
		expect(
			Object.fromEntries(Object.entries(operations).map(([key, { label }]) => [key, label])),
		).toEqual(Object.fromEntries(labelsInN8n()));
	});
});

describe.each(Object.entries(triggerNodes))('%s', (name, trigger) => {
	const eventsInN8n = () =>
		inAllVersions(name, (description) => eventsOf(description, trigger.eventParameters));

	test('every event has a counterpart', () => {
		const counterpart = nodes.find(({ description }) => description.name === trigger.counterpart);
		const offered = counterpart ? eventsOf(counterpart.description, ['events']) : [];
		const events = eventsInN8n();
		expect(events.length).toBeGreaterThan(0);
		expect(
			events.filter((event) => !(event in trigger.events) && !offered.includes(event)),
		).toEqual([]);
		expect(Object.keys(trigger.events).filter((event) => !events.includes(event))).toEqual([]);
	});

	test('every parameter has a counterpart, or a note why it has none', () => {
		const listed = parameterNames(name).filter((name) => !trigger.eventParameters.includes(name));
		expect(listed.sort()).toEqual(Object.keys(trigger.parameters).sort());
	});
});
