/** Writes the operations of a plan as a person would: resources, shared IDs and shapes. */
import { toTitleCase, type Field, type Shape } from '../../nodes/engine/describe';
import { call, Code, importOf, keyOf, print, Spread, unlessEmpty } from './code';
import type { PagingPlan } from './document';
import { pascalCase, wordsOf } from './names';
import type { LookupPlan, OperationPlan, PlannedField, ServicePlan } from './servicePlan';

const pagingFunctions = {
	none: 'onePage',
	link: 'byLink',
	page: 'byPage',
	offset: 'byOffset',
	cursor: 'byCursor',
	url: 'byUrl',
	lastId: 'byLastId',
} as const;

export const pagingCode = ({ by, ...paging }: PagingPlan): Code =>
	call(pagingFunctions[by], unlessEmpty(paging));

const builders: Readonly<Partial<Record<Field['kind'], string>>> = {
	number: 'decimal',
	choices: 'several',
};

/** Code that creates a field. @param defaultPlace where the method of its operation sends values */
function fieldCode(name: string, field: PlannedField, defaultPlace?: string): Code {
	const { kind, label, choices, row, apiName, in: place, list, ...rest } = field;
	const columns = Object.entries(row ?? {}).map(([key, column]) => [key, fieldCode(key, column)]);
	const options = {
		...rest,
		// Only `fields` marks a field as required. IDs always are.
		...(kind === 'id' ? { required: undefined } : {}),
		apiName: apiName === name ? undefined : apiName,
		in: place === defaultPlace || place === 'path' ? undefined : place,
		row: row && (Object.fromEntries(columns) as object),
		...(list ? lookupCode(name, list) : {}),
	};
	const values = choices && choicesCode(choices);
	return call(builders[kind] ?? kind, label, values, unlessEmpty(options));
}

/** Values whose labels the engine derives are a list. */
const choicesCode = (choices: NonNullable<Field['choices']>): object =>
	choices.every(({ name, value }) => toTitleCase(value) === name)
		? choices.map(({ value }) => value)
		: Object.fromEntries(choices.map(({ name, value }) => [value, name]));

function lookupCode(
	name: string,
	{ requests, rows, value, name: label, paging }: LookupPlan & { paging?: PagingPlan },
): object {
	const id = value === 'value' ? 'value' : `${keyOf(value)}: value`;
	const row =
		label === undefined
			? `({ ${id} }) => ({ name: toText(value), value: toText(value) })`
			: `({ ${id}, ${keyOf(label)}: name }) => ({ name: toText(name) || toText(value), value: toText(value) })`;
	return {
		listMethod: `search${pascalCase(wordsOf(name))}`,
		lookup: {
			request: requests.length === 1 ? requests[0] : requests,
			rows,
			row: new Code(row),
			paging: paging && paging.by !== 'none' ? pagingCode(paging) : undefined,
		},
	};
}

const describeNames =
	'choice date decimal file flag id integer json list operation outputFileOptions resource rows secret several text toText value'.split(
		' ',
	);
const pagingNames = Object.values(pagingFunctions).sort();

const runNames = {
	download: 'downloadFile',
	file: 'sendFile',
	form: 'sendForm',
	multipart: 'sendMultipart',
} as const;

/** The file with the IDs of records, which several operations share. */
export function idsFile({ operations }: ServicePlan): string {
	const ids = new Map(
		operations
			.flatMap(({ fields }) => Object.entries(fields))
			.filter(([, { kind }]) => kind === 'id'),
	);
	const code = [...ids]
		.map(([name, field]) => {
			const [request] = field.list?.requests.slice(-1) ?? [];
			const { paging } = operations.find((one) => one.request === request) ?? {};
			const list = field.list && { ...field.list, paging };
			return `export const ${name} = ${print(fieldCode(name, { ...field, list, apiName: name }))};\n`;
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
const shapeNames = ({ resource, key, shapeName }: OperationPlan): string[] => {
	const own = `${resource}${pascalCase(wordsOf(key))}`;
	const isValid = shapeName !== undefined && !reservedWords.has(shapeName);
	return [isValid ? shapeName : own, own, `${own}Response`];
};

const isSame = (one: unknown, other: unknown): boolean =>
	JSON.stringify(one) === JSON.stringify(other);

export function shapesOf({ operations }: ServicePlan): Shapes {
	const shapes = new Map<string, Shape>();
	for (const plan of operations) {
		const { shape } = plan;
		if (shape === undefined) continue;
		const isFree = (name: string): boolean => !shapes.has(name) || isSame(shapes.get(name), shape);
		shapes.set(shapeNames(plan).find(isFree)!, shape);
	}
	return shapes;
}

export function shapesFile(shapes: Shapes): string {
	const code = [...shapes]
		.map(([name, shape]) => `\nexport const ${name} = ${print(shape)} as const;\n`)
		.join('')
		// n8n's lint rules take an object with a name and a value for a choice.
		.replaceAll(/\bname: "string"/g, 'name: stringType');
	const constant = code.includes('stringType') ? "\nconst stringType = 'string';\n" : '';
	return `/** Shapes of the responses, for the output preview in the editor. */\n${constant}${code}`;
}

const otherConstants = ['ids', 'shapes', 'service', 'errors', 'credentials', 'readError'];

/** Name of the constant of a resource. */
export const resourceConstant = (key: string): string =>
	[...reservedWords, ...describeNames, ...otherConstants, ...pagingNames].includes(key)
		? `${key}Resource`
		: key;

/** The file of one resource. */
export function resourceFile(
	key: string,
	{ resources, operations }: ServicePlan,
	shapes: Shapes,
): string {
	const plans = operations.filter(({ resource }) => resource === key);
	const byKey = (wanted: string) => plans.find((plan) => plan.key === wanted);
	const created = call('resource', resources[key], {
		default: (byKey('getAll') ?? byKey('get') ?? plans[0]!).key,
		operations: Object.fromEntries(plans.map((plan) => [plan.key, operationCode(plan, shapes)])),
	});
	const code = `export const ${resourceConstant(key)} = ${created.text};`;
	return [
		importOf(code, '../../engine/describe', describeNames),
		/\bids\./.test(code) ? "import * as ids from '../ids';\n" : '',
		importOf(code, '../paging', pagingNames),
		importOf(code, '../requests', Object.values(runNames)),
		/\bshapes\./.test(code) ? "import * as shapes from '../shapes';\n" : '',
		`\n${code}\n`,
	].join('');
}

function operationCode(plan: OperationPlan, shapes: Shapes): Code {
	const { name, action, description, request, idempotency, effect, agents, collection } = plan;
	const { fields, options, send, paging, output, simplify, parents = [], shape } = plan;
	const place = /^(?:GET|DELETE) /.test(request) ? 'query' : 'body';
	const codes = (list: Readonly<Record<string, PlannedField>>): object =>
		Object.fromEntries(
			Object.entries(list).map(([key, field]) => [
				key,
				field.kind === 'id' ? new Code(`ids.${key}`) : fieldCode(key, field, place),
			]),
		);
	const constant = shape && shapeNames(plan).find((one) => isSame(shapes.get(one), shape));
	return call('operation', {
		name,
		action,
		description,
		request,
		idempotency,
		effect,
		agents,
		collection,
		fields: unlessEmpty(codes(fields)),
		options: unlessEmpty({
			...(send?.as === 'download' ? { outputFileOptions: new Spread('outputFileOptions') } : {}),
			...codes(options),
		}),
		output,
		paging: paging && pagingCode(paging),
		parents: parents.length > 0 ? parents : undefined,
		simplify,
		shape: constant && new Code(`shapes.${constant}`),
		run: send && new Code(runNames[send.as]),
	});
}
