/**
 * Reads a Python client that Fern generated: Pydantic models become schemas, and methods that send
 * a request become operations.
 */
import type { Description } from './description';
import type { PublishedOperation, Schema } from './extract';

export interface PythonClient {
	/** Files with one model each. */
	readonly models: readonly string[];
	/** Files with the methods that send requests (`raw_client.py`). */
	readonly clients: readonly string[];
}

export function describePythonClient({ models, clients }: PythonClient): Description {
	const operations: Record<string, PublishedOperation> = {};
	for (const client of clients) {
		for (const method of methodsIn(client)) {
			const { line, ...operation } = operationFrom(method);
			// A streaming method sends the same request as the method without streaming.
			operations[line] ??= operation;
		}
	}
	return { operations, schemas: Object.fromEntries(models.flatMap(schemaIn)) };
}

/** A model, or a list of values: `Name = typing.Union[typing.Literal["a", "b"], typing.Any]`. */
function schemaIn(text: string): Array<readonly [string, Schema]> {
	const alias = /^(\w+) = (typing\.Union\[[\s\S]*\])\s*$/m.exec(text);
	if (alias) return [[alias[1]!, schemaOf(alias[2]!)]];
	const [, name, body] =
		/^class (\w+)\(UniversalBaseModel\):\n([\s\S]*?)^ {4}if IS_PYDANTIC_V2/m.exec(text) ?? [];
	if (name === undefined) return [];
	const withoutDocs = body!.replace(/"""[\s\S]*?"""/g, '');
	const fields = [...withoutDocs.matchAll(/^ {4}(\w+): (.+?)(?: = (.+))?$/gm)];
	const required = fields
		.filter(([, , , value = '']) => value === '' || value === 'pydantic.Field()')
		.map(([, field]) => field!);
	return [
		[
			name,
			{
				type: 'object',
				properties: Object.fromEntries(fields.map(([, field, type]) => [field, schemaOf(type!)])),
				...(required.length > 0 && { required }),
			},
		],
	];
}

interface PythonMethod {
	/** Type of each argument. */
	readonly types: ReadonlyMap<string, { readonly type: string; readonly isOptional: boolean }>;
	readonly result?: string;
	readonly request: string;
}

/** The methods of the synchronous client. The asynchronous one repeats them. */
function methodsIn(text: string): PythonMethod[] {
	const [synchronous] = text.split(/^class Async/m) as [string];
	return synchronous
		.split(/^ {4}def /m)
		.slice(2)
		.map((method) => {
			const [signature] = method.split(/:\n {8}"""/) as [string];
			return {
				types: new Map(
					[...signature.matchAll(/[\s(](\w+): ((?:[\w.]|\[[^\]]*\]+)+)( = )?/g)].map(
						([, name, type, isOptional]) =>
							[name!, { type: type!, isOptional: isOptional !== undefined }] as const,
					),
				),
				result: /-> HttpResponse\[(\w+)\]$/.exec(signature.trim())?.[1],
				request: /httpx_client\.(?:request|stream)\(\n([\s\S]*?)^ {8}\)/m.exec(method)?.[1] ?? '',
			};
		})
		.filter(({ request }) => request !== '');
}

function operationFrom({
	types,
	result,
	request,
}: PythonMethod): PublishedOperation & { line: string } {
	const path = `/${/f?"([^"]*)"/.exec(request)![1]!}`.replace(
		/\{(?:jsonable_encoder\()?(\w+)\)?\}/g,
		'{$1}',
	);
	const method = /method="(\w+)"/.exec(request)![1]!;
	const schemaFor = (argument: string): Schema => schemaOf(types.get(argument)!.type);
	const query = entriesOf(request, 'params');
	const body = entriesOf(request, 'json');
	const required = body
		.filter(([, argument]) => types.get(argument)?.isOptional === false)
		.map(([name]) => name);
	return {
		line: `${method} ${path}`,
		parameters: [
			...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
				name: name!,
				in: 'path' as const,
				required: true,
				schema: schemaFor(name!),
			})),
			...query.map(([name, argument]) => ({
				name,
				in: 'query' as const,
				required: !types.get(argument)!.isOptional,
				schema: schemaFor(argument),
			})),
		],
		...(body.length > 0 && {
			requestBody: {
				required: required.length > 0,
				contentType: 'application/json',
				schema: {
					type: 'object',
					properties: Object.fromEntries(
						body.map(([name, value]) => [name, valueSchema(value, schemaFor)]),
					),
					...(required.length > 0 && { required }),
				},
			},
		}),
		responses: {
			200: result === undefined ? {} : { schema: { $ref: `#/schemas/${result}` } },
		},
	};
}

/** The entries of `params={...}` or `json={...}`: a name with an argument or a constant. */
const entriesOf = (request: string, part: string): Array<[string, string]> =>
	[
		...(
			new RegExp(`^( +)${part}=\\{\\n([\\s\\S]*?)^\\1\\}`, 'm').exec(request)?.[2] ?? ''
		).matchAll(/^ +"([^"]+)": (\w+),$/gm),
	].map(([, name, value]) => [name!, value!]);

const valueSchema = (value: string, schemaFor: (argument: string) => Schema): Schema =>
	/^(?:True|False)$/.test(value) ? { type: 'boolean' } : schemaFor(value);

const basicTypes: Readonly<Record<string, Schema>> = {
	str: { type: 'string' },
	bool: { type: 'boolean' },
	int: { type: 'integer' },
	float: { type: 'number' },
	'dt.datetime': { type: 'string', format: 'date-time' },
	'typing.Any': {},
};

function schemaOf(type: string): Schema {
	const trimmed = type.trim();
	if (basicTypes[trimmed]) return basicTypes[trimmed];
	const [, generic, inner] = /^typing\.(\w+)\[([\s\S]*)\]$/.exec(trimmed) ?? [];
	if (generic === undefined) return { $ref: `#/schemas/${trimmed}` };
	if (generic === 'Optional') return schemaOf(inner!);
	if (generic === 'List' || generic === 'Sequence')
		return { type: 'array', items: schemaOf(inner!) };
	if (generic === 'Dict')
		return {
			type: 'object',
			additionalProperties: schemaOf(inner!.slice(inner!.indexOf(',') + 1)),
		};
	if (generic === 'Literal')
		return { type: 'string', enum: [...inner!.matchAll(/"([^"]*)"/g)].map(([, value]) => value!) };
	// Fern adds `typing.Any` so that an older client accepts newer values.
	if (generic === 'Union') return schemaOf(inner!.replace(/,\s*typing\.Any,?\s*$/, ''));
	throw new Error(`A schema cannot be made from the type ${trimmed}`);
}
