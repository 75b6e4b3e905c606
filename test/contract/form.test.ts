// The forms that follow from the catalogues: names, words, conditions, and what saved workflows hold.
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { type Field, runOptions } from '../../nodes/engine/describe';
import { credentialsOf, parametersOf, propertiesOf } from '../../nodes/engine/form/properties';
import {
	everyOne,
	innerOf,
	isShown,
	shapeOf,
	shownFor,
	siblingsOf,
	withoutPlace,
} from './kit/form';
import { nodes, operationsIn, type NamedOperation } from './kit/pack';
import { snapshotOf, stored } from './kit/snapshot';
import { isAction, isDescription, isTitleCase } from './kit/words';

const taken = [
	'resource',
	'operation',
	'authentication',
	'returnAll',
	'limit',
	'simplify',
	'options',
];
const repeated = (values: readonly string[]): string[] =>
	values.filter((value, at) => values.indexOf(value) !== at);

describe.each(nodes)('$name', ({ name, description, isTrigger, service }) => {
	const { properties } = description;

	test('keeps what saved workflows hold', () => {
		const now = snapshotOf(description);
		// A line that goes or changes breaks workflows that people have; a new line is fine. Renew with -u once that is sure.
		expect(now).toEqual(stored(name, now));
	});

	test('uses a name for one shape alone, so that a value survives switching the operation', () => {
		const shapes = new Map<string, Set<string>>();
		for (const [path, parameter] of everyOne(properties)) {
			// What an operation offers, and what its collection holds, is the operation's own.
			if (path === 'operation' || innerOf(parameter).length > 0) continue;
			shapes.set(path, (shapes.get(path) ?? new Set()).add(JSON.stringify(shapeOf(parameter))));
		}
		expect(
			[...shapes].filter(([, found]) => found.size > 1).map(([path, found]) => [path, ...found]),
		).toEqual([]);
	});

	test('writes labels in Title Case and descriptions as n8n does', () => {
		const parameters = everyOne(properties)
			.map(([, one]) => one)
			.filter(({ type }) => type !== 'notice');
		const labels = parameters.flatMap(({ displayName, type, options = [] }) => [
			displayName,
			...(type === 'options' || type === 'multiOptions'
				? (options as INodePropertyOptions[]).map((one) => one.name)
				: []),
		]);
		expect(
			[...new Set(labels)].filter((label) => label !== '(Leave Unset)' && !isTitleCase(label)),
		).toEqual([]);
		const booleans = parameters.filter(({ type }) => type === 'boolean');
		expect(
			booleans
				.filter((one) => !one.description?.startsWith('Whether '))
				.map(({ displayName }) => displayName),
		).toEqual([]);
		const placeholders = parameters
			.flatMap((one) => [one.placeholder, ...(one.modes ?? []).map((mode) => mode.placeholder)])
			.filter((one) => one !== undefined);
		expect([...new Set(placeholders)].filter((one) => !/^(e\.g\. \S|Add )/.test(one))).toEqual([]);
	});

	if (isTrigger) {
		test('starts workflows and is no tool', () => {
			expect(description).toMatchObject({
				group: ['trigger'],
				inputs: [],
				name: expect.stringMatching(/Trigger$/) as string,
			});
			expect(description.usableAsTool ?? false).toBe(false);
		});
		return;
	}

	const operations = operationsIn(service);
	const expected = ({ operation }: NamedOperation): INodeProperties[] =>
		parametersOf(operation, service.options);

	test('shows what the catalogue makes, and asks for its credential', () => {
		expect(properties).toEqual(propertiesOf(service));
		expect(description).toMatchObject({
			name: service.name,
			displayName: service.label,
			usableAsTool: true,
		});
		expect(description.credentials).toEqual(credentialsOf(service));
	});

	test('names resources and operations once, and states where the form begins', () => {
		const labels = Object.values(service.resources).map(({ label }) => label);
		expect(repeated(labels)).toEqual([]);
		expect(labels.filter((label) => !isTitleCase(label))).toEqual([]);
		for (const { label, operations: own, default: standard } of Object.values(service.resources)) {
			expect([label, repeated(Object.values(own).map((one) => one.name))]).toEqual([label, []]);
			expect([label, Object.keys(own)]).toEqual([label, expect.arrayContaining([standard])]);
		}
		expect(Object.keys(service.resources)).toContain(service.default);
		expect(repeated(operations.map(({ operation }) => operation.action))).toEqual([]);
		const keys = [...Object.keys(service.resources), ...operations.map(({ key }) => key)];
		expect(keys.filter((key) => !/^[a-z][A-Za-z0-9]*$/.test(key))).toEqual([]);
	});

	test.each(operations)('$id is written in words as n8n writes them', ({ operation }) => {
		expect([operation.name, isTitleCase(operation.name)]).toEqual([operation.name, true]);
		expect([operation.action, isAction(operation.action)]).toEqual([operation.action, true]);
		const words = operation.description ?? operation.action;
		expect([words, isDescription(words)]).toEqual([words, true]);
		expect(words.endsWith('.')).toBe(false);
	});

	test.each(operations)('$id gives every field a name and a label of its own', ({ operation }) => {
		const keys = [
			...Object.keys(operation.fields),
			...Object.keys(operation.options),
			...Object.keys(service.options ?? {}),
		];
		expect(
			keys.filter(
				(key) => taken.includes(key) || key in runOptions || !/^[a-z][A-Za-z0-9]*$/.test(key),
			),
		).toEqual([]);
		expect(repeated(keys)).toEqual([]);
		// An AI agent's values are keyed by the label.
		expect(
			repeated(
				everyOne(parametersOf(operation, service.options)).map(
					([, { displayName }]) => displayName,
				),
			),
		).toEqual([]);
	});

	test.each(operations)(
		'$id has Return All and Limit where it is a Get Many',
		({ key, operation }) => {
			const isMany = key.startsWith('getAll');
			expect(operation.name.startsWith('Get Many')).toBe(isMany);
			if (!isMany) return;
			expect(operation.paging).toBeDefined();
			const shown = parametersOf(operation, service.options);
			expect(shown.find((one) => one.name === 'returnAll')).toMatchObject({
				type: 'boolean',
				default: false,
			});
			expect(shown.find((one) => one.name === 'limit')).toMatchObject({
				type: 'number',
				default: 50,
				displayOptions: { show: { returnAll: [false] } },
			});
		},
	);

	test.each(operations)(
		'$id is shown its own parameters, in their own order, and no others',
		(found) => {
			const shown = shownFor(description, found.resource, found.key);
			expect(shown.map((one) => one.name)).toEqual(expected(found).map((one) => one.name));
			expect(shown.map(withoutPlace)).toEqual(expected(found).map(withoutPlace));
			const place = { resource: found.resource, operation: found.key };
			for (const parameter of shown) {
				const siblings = Object.keys(siblingsOf(parameter));
				// A condition on a sibling that the operation doesn't have could never hold.
				expect(expected(found).map((one) => one.name)).toEqual(expect.arrayContaining(siblings));
				for (const sibling of siblings)
					expect(isShown(description, parameter, { ...place, [sibling]: 'another value' })).toBe(
						false,
					);
			}
			const choice = properties.filter(
				(one) => one.name === 'operation' && isShown(description, one, place),
			);
			expect(
				choice.map((one) =>
					(one.options as INodePropertyOptions[]).map(({ value }) => value).sort(),
				),
			).toEqual([Object.keys(service.resources[found.resource]!.operations).sort()]);
		},
	);

	test.each(operations)('$id shows an AI agent what it may fill in alone', (found) => {
		const { fields, options, agents } = found.operation;
		const tool = { ...description, name: `${description.name}Tool` };
		// A file would flood the agent's context, and how a run behaves is not the agent's to say.
		const hidden = Object.entries({ ...fields, ...options, ...service.options, ...runOptions })
			.filter(
				([, { hideFromAgents, kind }]: [string, Field]) =>
					hideFromAgents === true || kind === 'file',
			)
			.map(([key]) => key);
		const shown = shownFor(tool, found.resource, found.key);
		expect(shown.map((one) => one.name)).toEqual(
			expected(found)
				.map((one) => one.name)
				.filter((key) => !hidden.includes(key)),
		);
		const inner = shown.flatMap((one) => (one.name === 'options' ? innerOf(one) : []));
		expect(
			inner
				.filter((one) => isShown(tool, one, {}) === hidden.includes(one.name))
				.map((one) => one.name),
		).toEqual([]);
		if (agents !== false)
			expect(
				Object.entries(fields)
					.filter(([key, { required }]) => required && hidden.includes(key))
					.map(([key]) => key),
			).toEqual([]);
		const [choice] = properties.filter(
			(one) => one.name === 'operation' && isShown(tool, one, { resource: found.resource }),
		);
		const itself = (choice!.options as INodePropertyOptions[]).find(
			({ value }) => value === found.key,
		)!;
		expect(isShown(tool, itself as unknown as INodeProperties, {})).toBe(agents !== false);
	});
});
