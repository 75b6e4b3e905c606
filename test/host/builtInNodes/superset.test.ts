// Whatever n8n's own nodes can do, this pack can do too. Reads the descriptions of n8n's nodes from
// the installed n8n, so a new operation or event in a newer n8n fails this test.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { actionNodes, triggerNodes } from '../../../tools/builtInNodes/counterparts';
import { eventsOf, operationsOf, parametersOf } from '../../../tools/builtInNodes/form';
import { ensureN8n, N8N_VERSION, NEWEST_N8N } from '../../../tools/n8n/install';
import { nodes } from '../../contract/kit/pack';

/** Descriptions of n8n's nodes, by version of n8n. Read once, because the files are large. */
const descriptions = {} as Record<string, INodeTypeDescription[]>;

beforeAll(async () => {
	for (const version of [N8N_VERSION, NEWEST_N8N]) {
		const { folder } = await ensureN8n(version);
		const path = join(folder, 'node_modules', 'n8n-nodes-base', 'dist', 'types', 'nodes.json');
		descriptions[version] = JSON.parse(readFileSync(path, 'utf8')) as INodeTypeDescription[];
	}
}, 2_400_000);

/** Merges the results for all versions of one of n8n's nodes. */
const inAllVersions = <T>(
	name: string,
	read: (description: INodeTypeDescription) => T[],
	n8nVersion = N8N_VERSION,
): T[] =>
	descriptions[n8nVersion]!.filter((description) => description.name === name).flatMap(read);

const labelsInN8n = (name: string, n8nVersion?: string): Map<string, string> =>
	new Map(inAllVersions(name, (description) => [...operationsOf(description)], n8nVersion));

const parameterNames = (name: string, operation?: string, n8nVersion?: string): string[] => [
	...new Set(
		inAllVersions(
			name,
			(description) => [...parametersOf(description, operation).keys()],
			n8nVersion,
		),
	),
];

const missing = (names: readonly string[], listed: object): string[] =>
	names.filter((name) => !Object.hasOwn(listed, name));

describe.each(Object.entries(actionNodes))(
	'%s',
	(name, { counterpart, operations, parameters }) => {
		test('every operation has a counterpart', () => {
			const inN8n = [...labelsInN8n(name).keys()];
			expect(inN8n.length).toBeGreaterThan(0);
			expect(missing(inN8n, operations)).toEqual([]);
		});

		test('every parameter has a counterpart, or a note why it has none', () => {
			const all = [...labelsInN8n(name).keys()].flatMap((operation) => {
				const listed = { ...parameters, ...operations[operation]?.parameters };
				return missing(parameterNames(name, operation), listed).map(
					(parameter) => `${operation} ${parameter}`,
				);
			});
			expect(all).toEqual([]);
		});

		test('every choice of a dropdown list has a counterpart, or a note about the values', () => {
			const ours = nodes.find(({ description }) => description.name === counterpart)!.description;
			const all = [...labelsInN8n(name).keys()].flatMap((operation) => {
				const { to = '', parameters: own = {} } = operations[operation] ?? {};
				const offered = parametersOf(ours, to);
				return inAllVersions(name, (description) => [
					...parametersOf(description, operation),
				]).flatMap(([parameter, { choices }]) => {
					const target = own[parameter];
					const allowed = typeof target === 'string' ? offered.get(target)?.choices : undefined;
					return (allowed ?? []).length === 0
						? []
						: choices
								.filter((choice) => !allowed!.includes(choice))
								.map((choice) => `${operation} ${parameter} ${choice}`);
				});
			});
			expect(all).toEqual([]);
		});

		// The older n8n has fewer operations and parameters.
		test('the list contains nothing that the newest n8n does not have', () => {
			const inN8n = labelsInN8n(name, NEWEST_N8N);
			const unknown = Object.entries(operations).flatMap(
				([operation, { parameters: own = {} }]) => {
					if (!inN8n.has(operation)) return [operation];
					const names = parameterNames(name, operation, NEWEST_N8N);
					return Object.keys(own)
						.filter((parameter) => !names.includes(parameter))
						.map((parameter) => `${operation} ${parameter}`);
				},
			);
			expect(unknown).toEqual([]);
			const used = [...inN8n.keys()].flatMap((operation) =>
				parameterNames(name, operation, NEWEST_N8N),
			);
			expect(Object.keys(parameters).filter((parameter) => !used.includes(parameter))).toEqual([]);
		});

		test('the labels of the operations are those of the newest n8n', () => {
			expect(
				Object.fromEntries(Object.entries(operations).map(([key, { label }]) => [key, label])),
			).toEqual(Object.fromEntries(labelsInN8n(name, NEWEST_N8N)));
		});
	},
);

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
