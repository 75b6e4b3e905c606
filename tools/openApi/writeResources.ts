/** Writes the operations of a plan as a person would: resources, shared IDs and shapes. */
import type { Field, Shape } from '../../nodes/engine/describe';
import { toTitleCase } from '../../nodes/engine/describe';
import type { PagingPlan } from './document';
import {
	operationsOf,
	type LookupPlan,
	type OperationPlan,
	type PlannedField,
	type ServicePlan,
} from './servicePlan';
import { pascalCase, wordsOf } from './names';

const quoted = (value: unknown): string => JSON.stringify(value);

const keyOf = (key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? key : quoted(key));

/** An object literal from values that are code. Undefined values are left out. */
const object = (entries: Readonly<Record<string, string | undefined>>): string =>
	`{ ${Object.entries(entries)
		.filter(([, code]) => code !== undefined)
		.map(([key, code]) => `${keyOf(key)}: ${code}`)
		.join(', ')} }`;

const isEmpty = (code: string): boolean => code === '{  }';

const data = (value: unknown): string | undefined =>
	value === undefined ? undefined : quoted(value);

export const pagingCode = ({ by, ...paging }: PagingPlan): string => {
	const functions = {
		none: 'onePage',
		link: 'byLink',
		page: 'byPage',
		offset: 'byOffset',
		cursor: 'byCursor',
		url: 'byUrl',
		lastId: 'byLastId',
	};
	const spec = object(
		Object.fromEntries(Object.entries(paging).map(([key, value]) => [key, data(value)])),
	);
	return `${functions[by]}(${isEmpty(spec) ? '' : spec})`;
};

const builders: Readonly<Partial<Record<Field['kind'], string>>> = {
	number: 'decimal',
	choices: 'several',
};

/** Code that creates a field. @param defaultPlace where the method of its operation sends values */
function fieldCode(name: string, field: PlannedField, defaultPlace: string | undefined): string {
	const { kind, label, choices, row, apiName, in: place, list, ...rest } = field;
	const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, data(value)]));
	const more = {
		...plain,
		// Only `fields` marks a field as required. IDs always are.
		...(kind === 'id' ? { required: undefined } : {}),
		apiName: apiName === name ? undefined : data(apiName),
		in: place === defaultPlace || place === 'path' ? undefined : data(place),
		row:
			row &&
			object(
				Object.fromEntries(
					Object.entries(row).map(([key, column]) => [
						key,
						fieldCode(key, { ...column, apiName: key }, undefined),
					]),
				),
			),
		...(list ? lookupCode(name, list) : {}),
	};
	const values = choices && choicesCode(choices);
	const options = object(more);
	return `${builders[kind] ?? kind}(${[quoted(label), values, isEmpty(options) ? undefined : options].filter(Boolean).join(', ')})`;
}

/** Values whose labels the engine derives are a list. */
const choicesCode = (choices: NonNullable<Field['choices']>): string =>
	choices.every(({ name, value }) => toTitleCase(value) === name)
		? quoted(choices.map(({ value }) => value))
		: object(Object.fromEntries(choices.map(({ name, value }) => [value, quoted(name)])));

function lookupCode(
	name: string,
	{ requests, rows, value, name: label, paging }: LookupPlan & { paging?: PagingPlan },
): Record<string, string> {
	const id = value === 'value' ? 'value' : `${value}: value`;
	const row =
		label === undefined
			? `({ ${id} }) => ({ name: toText(value), value: toText(value) })`
			: `({ ${id}, ${label}: name }) => ({ name: toText(name) || toText(value), value: toText(value) })`;
	return {
		listMethod: quoted(`search${pascalCase(wordsOf(name))}`),
		lookup: object({
			request: quoted(requests.length === 1 ? requests[0] : requests),
			rows: data(rows),
			row,
			paging: paging && paging.by !== 'none' ? pagingCode(paging) : undefined,
		}),
	};
}

/** The names of the functions in a piece of code, for its import. */
export const importOf = (code: string, from: string, names: readonly string[]): string => {
	const isUsed = (name: string): boolean =>
		name === 'outputFileOptions'
			? code.includes('...outputFileOptions')
			: new RegExp(`(?<![\\w'"]|\\w\\.)${name}\\(`).test(code);
	const used = names.filter(isUsed);
	return used.length === 0 ? '' : `import { ${used.join(', ')} } from '${from}';\n`;
};

const describeNames = [
	'choice',
	'date',
	'decimal',
	'file',
	'flag',
	'id',
	'integer',
	'json',
	'list',
	'operation',
	'outputFileOptions',
	'resource',
	'rows',
	'secret',
	'several',
	'text',
	'toText',
	'value',
];
const pagingNames = ['byCursor', 'byLastId', 'byLink', 'byOffset', 'byPage', 'byUrl', 'onePage'];
const requestNames = ['downloadFile', 'sendFile', 'sendForm', 'sendMultipart'];

const runNames = {
	form: 'sendForm',
	file: 'sendFile',
	multipart: 'sendMultipart',
	download: 'downloadFile',
} as const;

/** The file with the IDs of records, which several operations share. */
export function idsFile({ resources }: ServicePlan): string {
	const plans = operationsOf(resources);
	const ids = new Map(
		plans.flatMap(({ fields }) => Object.entries(fields)).filter(([, { kind }]) => kind === 'id'),
	);
	const code = [...ids]
		.map(([name, field]) => {
			const paging = plans.find(({ request }) => request === field.list?.requests.at(-1))?.paging;
			const list = field.list && { ...field.list, paging };
			return `export const ${name} = ${fieldCode(name, { ...field, list, apiName: name }, undefined)};\n`;
		})
		.join('\n');
	const imports = `${importOf(code, '../engine/describe', describeNames)}${importOf(code, './paging', pagingNames)}`;
	return `/** The IDs in the paths of requests. */\n${imports}\n${code}`;
}

const reservedWords = new Set(
	'arguments await break case catch class const continue default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
		' ',
	),
);

/** The shapes of operations, by name. */
type Shapes = ReadonlyMap<string, Shape>;

/** Names of shapes: the component, or the operation if that name is taken. */
const shapeNames = (resource: string, { key, shapeName }: OperationPlan): string[] => {
	const own = `${resource}${pascalCase(wordsOf(key))}`;
	const isValid = shapeName !== undefined && !reservedWords.has(shapeName);
	return [isValid ? shapeName : own, own, `${own}Response`];
};

const isSame = (one: unknown, other: unknown): boolean => quoted(one) === quoted(other);

export function shapesOf({ resources }: ServicePlan): Shapes {
	const shapes = new Map<string, Shape>();
	for (const plan of operationsOf(resources)) {
		const { shape } = plan;
		if (shape === undefined) continue;
		const isFree = (name: string): boolean => !shapes.has(name) || isSame(shapes.get(name), shape);
		shapes.set(shapeNames(plan.resource, plan).find(isFree)!, shape);
	}
	return shapes;
}

export function shapesFile(shapes: Shapes): string {
	const code = [...shapes]
		.map(([name, shape]) => `\nexport const ${name} = ${quoted(shape)} as const;\n`)
		.join('')
		// n8n's lint rules take an object with a name and a value for a choice.
		.replaceAll('"name":"string"', '"name":stringType');
	const constant = code.includes('stringType') ? "\nconst stringType = 'string';\n" : '';
	return `/** Shapes of the responses, for the output preview in the editor. */\n${constant}${code}`;
}

/** Name of the constant of a resource. */
export const resourceConstant = (key: string): string =>
	reservedWords.has(key) ||
	describeNames.includes(key) ||
	/^(?:ids|shapes|service|errors|credentials|readError)$/.test(key) ||
	pagingNames.includes(key)
		? `${key}Resource`
		: key;

/** The file of one resource. */
export function resourceFile(
	key: string,
	{ label, operations }: ServicePlan['resources'][string],
	shapes: Shapes,
): string {
	const plans = Object.values(operations);
	const operationCodes = plans.map((plan) => {
		const names = shapeNames(key, plan);
		const shape = plan.shape && names.find((name) => isSame(shapes.get(name), plan.shape));
		return `${keyOf(plan.key)}: ${operationCode(plan, shape)}`;
	});
	const code = `export const ${resourceConstant(key)} = resource(${quoted(label)}, {
	default: ${quoted(defaultOperation(plans))},
	operations: { ${operationCodes.join(',\n')} },
});`;
	return [
		importOf(code, '../../engine/describe', describeNames),
		/\bids\./.test(code) ? "import * as ids from '../ids';\n" : '',
		importOf(code, '../paging', pagingNames),
		requestImport(code),
		/\bshapes\./.test(code) ? "import * as shapes from '../shapes';\n" : '',
		`\n${code}\n`,
	].join('');
}

const requestImport = (code: string): string => {
	const used = requestNames.filter((name) => code.includes(`run: ${name}`));
	return used.length === 0 ? '' : `import { ${used.join(', ')} } from '../requests';\n`;
};

const defaultOperation = (plans: readonly OperationPlan[]): string =>
	(plans.find(({ key }) => key === 'getAll') ?? plans.find(({ key }) => key === 'get') ?? plans[0])!
		.key;

function operationCode(plan: OperationPlan, shape: string | undefined): string {
	const { request, fields, options, send, paging } = plan;
	const place = /^(?:GET|DELETE) /.test(request) ? 'query' : 'body';
	const codes = (list: Readonly<Record<string, PlannedField>>): Record<string, string> =>
		Object.fromEntries(
			Object.entries(list).map(([name, field]) => [
				name,
				field.kind === 'id' ? `ids.${name}` : fieldCode(name, field, place),
			]),
		);
	const optionCodes = object(codes(options));
	const allOptions =
		send?.as === 'download'
			? `{ ...outputFileOptions${isEmpty(optionCodes) ? '' : `, ...${optionCodes}`} }`
			: optionCodes;
	const fieldsCode = object(codes(fields));
	const parents = plan.parents?.filter((name) => name in fields) ?? [];
	return `operation(${object({
		name: data(plan.name),
		action: quoted(plan.action),
		description: data(plan.description),
		request: quoted(request),
		idempotency: data(plan.idempotency),
		effect: data(plan.effect),
		agents: data(plan.agents),
		collection: data(plan.collection),
		fields: isEmpty(fieldsCode) ? undefined : fieldsCode,
		options: isEmpty(allOptions) ? undefined : allOptions,
		output: data(plan.output),
		paging: paging && pagingCode(paging),
		parents: parents.length > 0 ? quoted(parents) : undefined,
		simplify: data(plan.simplify),
		shape: shape && `shapes.${shape}`,
		run: send && runNames[send.as],
	})})`;
}
