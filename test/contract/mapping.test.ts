/**
 * Everything that the operation Get of a resource requires is in the items of its lists, so that the
 * next node can be mapped by drag and drop. test/workflow/outputPreviews.test.ts compares the previews
 * of the lists with their items.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Field, Service } from '../../nodes/engine/describe';
import { isHidden } from '../../nodes/engine/read/validate';
import { schemasOf } from '../../tools/generate/nodeMetadata';
import { nodesWithCases, operationsIn, type NamedOperation } from './kit/pack';
import { testEach } from './kit/testEach';

const { idProperties, unpublishedRecords, otherResources, otherRecords } = parse(
	readFileSync(join(__dirname, 'mapping.yaml'), 'utf8'),
) as {
	readonly idProperties: Readonly<Record<string, string>>;
	readonly unpublishedRecords: readonly string[];
	readonly otherResources: Readonly<Record<string, string>>;
	readonly otherRecords: Readonly<Record<string, string>>;
};

interface Pair {
	readonly id: string;
	readonly list: NamedOperation;
	/** The properties of an item that the fields of Get are mapped to. */
	readonly properties: readonly string[];
}

/** Fields of Get that must have a value in a new form. */
const requiredFields = ({ operation: { fields } }: NamedOperation): Array<[string, Field]> => {
	const defaults = Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [name, field.default]),
	);
	return Object.entries(fields).filter(([, field]) => field.required && !isHidden(field, defaults));
};

const isListOfRecords = (service: Service, { id, key }: NamedOperation): boolean =>
	/^(getAll|explore)/.test(key) && otherRecords[`${service.name}.${id}`] === undefined;

/** The lists of all records that the operation Get also returns. */
const pairsOf = (service: Service): Pair[] =>
	operationsIn(service)
		.filter((list) => isListOfRecords(service, list))
		.flatMap((list) => {
			const id = `${service.name}.${list.id}`;
			const target = otherResources[id] ?? list.resource;
			const get = operationsIn(service).find((one) => one.id === `${target}.get`);
			const names = get ? requiredFields(get).map(([name]) => name) : [];
			if (names.length === 0 || unpublishedRecords.includes(id)) return [];
			const ownId = idProperties[`${service.name}.${target}`] ?? idProperties[service.name] ?? 'id';
			return [{ id, list, properties: [...names.slice(0, -1), ownId] }];
		});

const services = nodesWithCases.map(({ service }) => service);

test('every exception is a list', () => {
	const lists = services.flatMap((service) =>
		operationsIn(service).map(({ id }) => `${service.name}.${id}`),
	);
	const exceptions = [
		...Object.keys(otherRecords),
		...Object.keys(otherResources),
		...unpublishedRecords,
	];
	expect(exceptions.filter((id) => !lists.includes(id))).toEqual([]);
});

describe.each(services.filter((service) => pairsOf(service).length > 0))('$label', (service) => {
	const previews = schemasOf(service);

	testEach(
		pairsOf(service),
		'the items of every list contain what Get requires',
		({ list, properties }) => {
			const preview = previews[`${list.resource}/${list.key}`] as { properties?: object };
			expect(Object.keys(preview.properties ?? {})).toEqual(expect.arrayContaining(properties));
		},
	);
});
