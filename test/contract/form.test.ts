// The forms of all nodes: names, texts, conditions, and the values that saved workflows contain.
import { type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';
import {
	allFieldsOf,
	collectionsPerItem,
	type Field,
	type Fields,
	fieldsIn,
	isHiddenFromAgents,
	panelAction,
	requestOptions,
} from '../../nodes/engine/describe';
import { parametersOf, propertiesOf } from '../../nodes/engine/form/properties';
import { webhookTriggerVersions } from '../../nodes/engine/triggers/runWebhook';
import {
	allParameters,
	credentialsOf,
	inLatestVersion,
	innerOf,
	isShown,
	labelsOf,
	otherConditions,
	parametersShownFor,
	shapeOf,
	withoutOperationConditions,
} from './kit/form';
import { nodes, operationsIn, type NamedOperation } from './kit/pack';
import { snapshotOf, storedSnapshot } from './kit/snapshot';
import { testEach } from './kit/testEach';
import { isAction, isDescription, isTitleCase, misspelledNames, rawLabels } from './kit/textStyle';

/** Parameters that only tools have: settings, and notices about fields that tools do not have. */
const isOnlyInTools = ({ name }: INodeProperties): boolean =>
	['outputFields', 'allowIrreversible'].includes(name) || name.endsWith('ToolNotice');

/** In characters. */
const MAX_LABEL_LENGTH = 40;
/** Parameter names that fields of operations must not use. */
const reservedNames = [
	'resource',
	'operation',
	'authentication',
	'returnAll',
	'limit',
	'simplify',
	...collectionsPerItem,
	'requestOptions',
];
/** Values that few users want, or that have effects users do not expect. */
const unusualValue =
	/^(?:action_required|admin|always|cancell?ed|delete|failed|private|rwx|0_.*|.*_?(?:unknown|unspecified))$/i;
const dangerousFlag =
	/\b(?:also delete|can approve|access token|without a graceful|without retaining)\b/;
/** For IDs, 0 means root. For limits, 0 means nothing. */
const numberThatCannotBeZero =
	/^(?:User ID|Group ID|Virtual CPUs|Maximum Size|Hard Limit|Timeout)\b/;

const duplicates = (values: readonly string[]): string[] =>
	values.filter((value, index) => values.indexOf(value) !== index);

describe.each(nodes)('$name', ({ name, description, isTrigger, service }) => {
	const { properties } = description;

	test('matches the snapshot of what saved workflows contain', () => {
		const current = snapshotOf(description);
		// Removed or changed lines in the snapshot break existing workflows. If lines are only added,
		// update the snapshot with -u.
		expect(current).toEqual(storedSnapshot(name, current));
	});

	test('has the same shape for all parameters with the same name, so that values are kept when the operation changes', () => {
		const shapes = new Map<string, Set<string>>();
		for (const [path, parameter] of allParameters(properties)) {
			// The choices of Operation and the content of collections may differ between operations.
			if (path === 'operation' || innerOf(parameter).length > 0) continue;
			shapes.set(path, (shapes.get(path) ?? new Set()).add(JSON.stringify(shapeOf(parameter))));
		}
		expect(
			[...shapes].filter(([, found]) => found.size > 1).map(([path, found]) => [path, ...found]),
		).toEqual([]);
	});

	test('has no choice or default that n8n would read as an expression', () => {
		const values = allParameters(properties).flatMap(
			([path, { type, options = [], default: preset }]) =>
				[
					...(type === 'options' || type === 'multiOptions'
						? (options as INodePropertyOptions[]).map(({ value }) => value)
						: []),
					preset,
				].map((value) => [path, value] as const),
		);
		expect(values.filter(([, value]) => String(value).startsWith('='))).toEqual([]);
	});

	test('labels every choice with words, not with the constants of the service', () => {
		const dropdowns = allParameters(properties).filter(
			([, { type }]) => type === 'options' || type === 'multiOptions',
		);
		expect(
			dropdowns.flatMap(([path, { options }]) =>
				rawLabels(options as INodePropertyOptions[]).map((label) => `${path}: ${label}`),
			),
		).toEqual([]);
	});

	test('never has a required field in a collection, where users do not see it', () => {
		const inCollections = (parameters: readonly INodeProperties[], path = ''): string[] =>
			parameters.flatMap((parameter) => {
				if (parameter.type !== 'collection') return [];
				const inside = `${path}${parameter.name}.`;
				return [
					...innerOf(parameter).flatMap(({ name: inner, required }) =>
						required ? [`${inside}${inner}`] : [],
					),
					...inCollections(innerOf(parameter), inside),
				];
			});
		expect(inCollections(properties)).toEqual([]);
	});

	test('adds no dangerous or unusual value when the user adds an entry to a collection', () => {
		const added = properties
			.filter(({ type }) => type === 'collection')
			.flatMap((collection) => allParameters(innerOf(collection)));
		const choices = added.filter(
			([, { type, default: preset }]) => type === 'options' && unusualValue.test(String(preset)),
		);
		const flags = added.filter(
			([, { type, default: preset, description = '' }]) =>
				type === 'boolean' && preset === true && dangerousFlag.test(description),
		);
		const numbers = added.filter(
			([, { type, default: preset, displayName }]) =>
				type === 'number' && preset === 0 && numberThatCannotBeZero.test(displayName),
		);
		expect([...choices, ...flags, ...numbers].map(([path]) => path)).toEqual([]);
	});

	test("follows n8n's style rules for labels, booleans and placeholders", () => {
		const parameters = allParameters(properties)
			.map(([, parameter]) => parameter)
			.filter(({ type }) => type !== 'notice');
		expect(
			labelsOf(properties).filter((label) => label !== '(Leave Unset)' && !isTitleCase(label)),
		).toEqual([]);
		const booleans = parameters.filter(({ type }) => type === 'boolean');
		expect(
			booleans
				.filter((parameter) => !parameter.description?.startsWith('Whether '))
				.map(({ displayName }) => displayName),
		).toEqual([]);
		const placeholders = parameters
			.flatMap((parameter) => [
				parameter.placeholder,
				...(parameter.modes ?? []).map((mode) => mode.placeholder),
			])
			.filter((parameter) => parameter !== undefined);
		expect(
			[...new Set(placeholders)].filter((parameter) => !/^(e\.g\. \S|Add )/.test(parameter)),
		).toEqual([]);
	});

	test('has labels that n8n does not cut off', () => {
		const parameters = allParameters(properties).map(([, parameter]) => parameter);
		const labelled = parameters.filter(({ type }) => type !== 'notice');
		expect(tooLong(labelled.map(({ displayName }) => displayName))).toEqual([]);
	});

	test('spells acronyms and product names correctly', () => {
		expect(labelsOf(properties).filter((label) => misspelledNames(label).length > 0)).toEqual([]);
	});

	if (isTrigger) {
		test('is a trigger and is not usable as a tool', () => {
			expect(description).toMatchObject({
				group: ['trigger'],
				inputs: [],
				name: expect.stringMatching(/Trigger$/) as string,
			});
			expect(description.usableAsTool ?? false).toBe(false);
		});

		test('lets n8n handle its webhook without evaluating an expression', () => {
			const { webhooks, version } = description;
			if (webhooks) expect(version).toEqual(webhookTriggerVersions);
			expect(JSON.stringify(webhooks ?? [])).not.toContain('"=');
		});
		return;
	}

	const operations = operationsIn(service);
	const expected = ({ operation }: NamedOperation): INodeProperties[] =>
		inLatestVersion(description, parametersOf(operation, service.options));

	test('loads every list with a method of its own', () => {
		const withRows = (field: Field): Field[] => [
			field,
			...Object.values(field.row ?? {}).flatMap(withRows),
		];
		const sources = new Map<string | undefined, string>();
		for (const { operation } of operations)
			for (const field of Object.values(allFieldsOf(operation)).flatMap(withRows)) {
				const { lookup, entries, columns, columnsFrom, columnsMethod, listMethod } = field;
				if (!lookup && !entries && !columns) continue;
				const method = columns ? columnsMethod : listMethod;
				const source = JSON.stringify([lookup, columnsFrom]);
				expect([method, sources.get(method) ?? source]).toEqual([expect.any(String), source]);
				sources.set(method, source);
			}
	});

	test('has the form and the credentials of its service description', () => {
		expect(properties).toEqual(propertiesOf(service));
		expect(description).toMatchObject({
			name: service.name,
			displayName: service.label,
			usableAsTool: true,
		});
		expect(description.credentials).toEqual(credentialsOf(service));
	});

	test('has unique names of resources and operations, and valid defaults', () => {
		const labels = Object.values(service.resources).map(({ label }) => label);
		expect(duplicates(labels)).toEqual([]);
		expect(labels.filter((label) => !isTitleCase(label))).toEqual([]);
		for (const { label, operations: ownOperations, default: defaultOperation } of Object.values(
			service.resources,
		)) {
			expect([
				label,
				duplicates(Object.values(ownOperations).map((parameter) => parameter.name)),
			]).toEqual([label, []]);
			expect([label, Object.keys(ownOperations)]).toEqual([
				label,
				expect.arrayContaining([defaultOperation]),
			]);
		}
		expect(Object.keys(service.resources)).toContain(service.default);
		expect(duplicates(operations.map(({ operation }) => panelAction(operation)))).toEqual([]);
		const keys = [...Object.keys(service.resources), ...operations.map(({ key }) => key)];
		expect(keys.filter((key) => !/^[a-z][A-Za-z0-9]*$/.test(key))).toEqual([]);
	});

	testEach(
		operations,
		"every operation follows n8n's style rules for name, action and description",
		({ operation }) => {
			expect([operation.name, isTitleCase(operation.name)]).toEqual([operation.name, true]);
			const action = panelAction(operation);
			expect([action, isAction(action)]).toEqual([action, true]);
			expect(action).not.toMatch(/\b(?:an?|the)\b/i);
			const text = operation.description ?? operation.action;
			expect([text, isDescription(text)]).toEqual([text, true]);
			expect(text.endsWith('.')).toBe(false);
		},
	);

	testEach(
		operations,
		'every operation gives every field a unique name and label',
		({ operation }) => {
			const common: Fields = requestOptions;
			const keys = [
				...Object.keys(operation.fields),
				...Object.keys(operation.options),
				// A service can narrow a request option, such as its maximum.
				...Object.entries(service.options ?? {})
					.filter(([key, { label }]) => common[key]?.label !== label)
					.map(([key]) => key),
				...Object.keys(service.connectionFields ?? {}),
			];
			expect(
				keys.filter(
					(key) =>
						reservedNames.includes(key) ||
						key in requestOptions ||
						!/^[a-z][A-Za-z0-9]*$/.test(key),
				),
			).toEqual([]);
			expect(duplicates(keys)).toEqual([]);
			// n8n identifies the values from an AI agent by their label.
			expect(
				duplicates(
					allParameters(expected({ operation } as NamedOperation)).map(
						([, { displayName }]) => displayName,
					),
				),
			).toEqual([]);
		},
	);

	testEach(operations, 'every operation shows exactly its own parameters in order', (found) => {
		const own = expected(found).filter((parameter) => !isOnlyInTools(parameter));
		const shown = parametersShownFor(description, found.resource, found.key);
		expect(shown.map((parameter) => parameter.name)).toEqual(
			own.map((parameter) => parameter.name),
		);
		expect(shown.map(withoutOperationConditions)).toEqual(own.map(withoutOperationConditions));
		const selection = { resource: found.resource, operation: found.key };
		for (const parameter of shown) {
			const conditions = Object.keys(otherConditions(parameter));
			// A condition on a parameter that the operation does not have could never be met.
			expect(own.map((parameter) => parameter.name)).toEqual(expect.arrayContaining(conditions));
			for (const name of conditions)
				expect(isShown(description, parameter, { ...selection, [name]: 'another value' })).toBe(
					false,
				);
		}
		const operationParameters = properties.filter(
			(parameter) => parameter.name === 'operation' && isShown(description, parameter, selection),
		);
		expect(
			operationParameters.map((parameter) =>
				(parameter.options as INodePropertyOptions[]).map(({ value }) => value).sort(),
			),
		).toEqual([Object.keys(service.resources[found.resource]!.operations).sort()]);
	});

	testEach(
		operations,
		'every operation sorts the entries of collections by label, and limits downloads',
		({ resource, key }) => {
			const shown = parametersShownFor(description, resource, key);
			for (const { name: collection, options } of shown.filter(
				({ type }) => type === 'collection',
			)) {
				const entries = (options as INodeProperties[]).filter(
					(entry) => entry.name !== 'requestOptions',
				);
				const labels = entries.map(({ displayName }) => displayName);
				expect([collection, labels]).toEqual([
					collection,
					[...labels].sort((a, b) => a.localeCompare(b)),
				]);
				// Request Options is the last entry.
				expect(options!.slice(0, entries.length)).toEqual(entries);
			}
			const paths = allParameters(shown).map(([path]) => path);
			const isDownload = paths.some((path) => /^options\.(?:outputProperty|download)/.test(path));
			const hasLimit = paths.includes('options.requestOptions.maximumFileSize');
			expect({ isDownload, hasLimit }).not.toEqual({ isDownload: true, hasLimit: false });
		},
	);

	testEach(
		operations,
		'every operation shows an AI agent only the fields that agents may set',
		(found) => {
			const { agents } = found.operation;
			const fields = allFieldsOf(found.operation);
			const tool = { ...description, name: `${description.name}Tool` };
			// Agents must not set files, which would exceed their context, or options that only the user
			// decides about.
			const isHidden = (field: Field | undefined) =>
				field !== undefined && isHiddenFromAgents(field);
			const shown = parametersShownFor(tool, found.resource, found.key);
			expect(shown.map((parameter) => parameter.name)).toEqual(
				expected(found)
					.map((parameter) => parameter.name)
					.filter((key) => key !== 'itemsNotice' && !isHidden(fields[key])),
			);
			const inner = shown.flatMap((one) => (one.type === 'collection' ? innerOf(one) : []));
			expect(
				inner
					.filter(
						(parameter) =>
							parameter.name in found.operation.options || parameter.name === 'requestOptions',
					)
					.map((parameter) => parameter.name)
					.sort(),
			).toEqual(
				collectionsPerItem
					.flatMap((collection) => Object.entries(fieldsIn(found.operation, collection)))
					.filter(([, field]) => !isHidden(field))
					.map(([key]) => key)
					.sort(),
			);
			if (agents !== false)
				expect(
					Object.entries(fields)
						.filter(([, field]) => field.required && isHidden(field))
						.map(([key]) => key),
				).toEqual([]);
			const [operationParameter] = properties.filter(
				(parameter) =>
					parameter.name === 'operation' && isShown(tool, parameter, { resource: found.resource }),
			);
			const ownChoice = (operationParameter!.options as INodePropertyOptions[]).find(
				({ value }) => value === found.key,
			)!;
			expect(isShown(tool, ownChoice as unknown as INodeProperties, {})).toBe(agents !== false);
		},
	);
});

const tooLong = (labels: readonly string[]): string[] =>
	labels.filter((label) => label.length > MAX_LABEL_LENGTH || label.includes(':'));
