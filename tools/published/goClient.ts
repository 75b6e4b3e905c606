/**
 * Reads a generated Go client: structs become schemas by their tags, and methods that send a
 * request become operations.
 */
import type { Description } from './description';
import type { PublishedOperation, PublishedParameter, Schema } from './extract';

export interface GoClient {
	/** Files with the structs and string types, the package's own first. */
	readonly models: readonly string[];
	readonly code: string;
	/** Type whose methods send the requests. */
	readonly receiver: string;
}

export function describeGoClient({ models, code, receiver }: GoClient): Description {
	const structs = new Map(models.flatMap((text) => [...structsIn(text)]));
	const schemas = Object.fromEntries([
		...models.flatMap(enumsIn),
		...[...structs].map(([name, fields]) => [name, structSchema(fields)] as const),
	]);
	const operations: Record<string, PublishedOperation> = {};
	for (const method of methodsOf(receiver, code)) {
		const { line, ...operation } = operationFrom(method, structs);
		operations[line] = operation;
	}
	return { operations, schemas };
}

interface GoField {
	readonly type: string;
	/** The name in the body, unless the field is sent elsewhere. */
	readonly json?: string;
	/** The name in the query. */
	readonly url?: string;
	readonly goName: string;
	readonly isOptional: boolean;
}

function* structsIn(text: string): Generator<[string, GoField[]]> {
	for (const [, name, body] of text.matchAll(/^type (\w+) struct \{\n([\s\S]*?)^\}/gm)) {
		const fields = [...body!.matchAll(/^\t(\w+) (\S+) `([^`]*)`$/gm)].map(
			([, goName, type, tags]): GoField => {
				const json = tagOf(tags!, 'json');
				const url = tagOf(tags!, 'url');
				return {
					goName: goName!,
					type: type!,
					json: json.name,
					url: url.name,
					isOptional: (json.name === undefined ? url : json).isOptional,
				};
			},
		);
		// Clients use this field to send empty values. It is not part of a request.
		yield [name!, fields.filter(({ goName }) => goName !== 'ForceSendFields')];
	}
}

/** Reads a tag such as `json:"name,omitempty"`. The name `-` means that the field is not sent. */
function tagOf(tags: string, key: string): { name?: string; isOptional: boolean } {
	const [name, ...options] = new RegExp(`${key}:"([^"]*)"`).exec(tags)?.[1]?.split(',') ?? [];
	return {
		...(name && name !== '-' && { name }),
		isOptional: options.includes('omitempty'),
	};
}

function structSchema(fields: readonly GoField[]): Schema {
	const inBody = fields.filter(({ json }) => json !== undefined);
	const required = inBody.filter(({ isOptional }) => !isOptional).map(({ json }) => json!);
	return {
		type: 'object',
		properties: Object.fromEntries(inBody.map(({ json, type }) => [json!, schemaOf(type)])),
		...(required.length > 0 && { required }),
	};
}

/** String types with constants: `type State string` and `const StateA State = ...`. */
const enumsIn = (text: string): Array<readonly [string, Schema]> =>
	[...text.matchAll(/^type (\w+) string$/gm)].map(([, name]) => {
		const constants = text.matchAll(new RegExp(`^const \\w+ ${name} = [\`"]([^\`"]*)`, 'gm'));
		return [name!, { type: 'string', enum: [...constants].map(([, value]) => value!) }];
	});

const basicTypes: Readonly<Record<string, Schema>> = {
	string: { type: 'string' },
	bool: { type: 'boolean' },
	int: { type: 'integer' },
	int64: { type: 'integer', format: 'int64' },
	float64: { type: 'number' },
	any: {},
	'fieldmask.FieldMask': { type: 'string' },
	'time.Time': { type: 'string', format: 'date-time' },
};

function schemaOf(type: string): Schema {
	if (basicTypes[type]) return basicTypes[type];
	if (type.startsWith('*')) return schemaOf(type.slice(1));
	if (type.startsWith('[]')) return { type: 'array', items: schemaOf(type.slice(2)) };
	if (type.startsWith('map[string]'))
		return { type: 'object', additionalProperties: schemaOf(type.slice('map[string]'.length)) };
	return { $ref: `#/schemas/${type.replace(/^\w+\./, '')}` };
}

interface GoMethod {
	readonly request?: string;
	readonly result?: string;
	readonly body: string;
}

/** The methods that send a request. */
const methodsOf = (receiver: string, code: string): GoMethod[] =>
	[
		...code.matchAll(
			new RegExp(
				`^func \\(a \\*${receiver}\\) \\w+\\(ctx context\\.Context(?:, request (\\w+))?\\) \\(?(?:\\*(\\w+), )?error\\)? \\{\\n([\\s\\S]*?)^\\}`,
				'gm',
			),
		),
	].map(([, request, result, body]) => ({ request, result, body: body! }));

function operationFrom(
	{ request, result, body }: GoMethod,
	structs: ReadonlyMap<string, readonly GoField[]>,
): PublishedOperation & { line: string } {
	const [, path, argumentsText = ''] =
		/path := (?:fmt\.Sprintf\()?"([^"]*)"(?:, (.*)\))?/.exec(body) ?? [];
	const method = /http\.Method(\w+)/.exec(body)?.[1]?.toUpperCase();
	if (path === undefined || method === undefined) throw new Error(`Not a request:\n${body}`);
	const fields = request === undefined ? [] : structs.get(request)!;
	const inPath = [...argumentsText.matchAll(/request\.(\w+)/g)].map(([, goName]) =>
		fields.find((field) => field.goName === goName)!,
	);
	const names = inPath.map(({ goName }) => snakeCase(goName));
	const parameters: PublishedParameter[] = [
		...inPath.map(({ type }, index) => ({
			name: names[index]!,
			in: 'path' as const,
			required: true,
			schema: schemaOf(type),
		})),
		...fields
			.filter(({ url }) => url !== undefined)
			.map(({ url, type, isOptional }) => ({
				name: url!,
				in: 'query' as const,
				required: !isOptional,
				schema: schemaOf(type),
			})),
		...[...body.matchAll(/headers\["([^"]+)"\] = cfg\./g)].map(([, name]) => ({
			name: name!,
			in: 'header' as const,
			required: false,
			schema: { type: 'string' },
		})),
	];
	const sendsBody = fields.some(({ json }) => json !== undefined);
	return {
		line: `${method} ${path.replace(/%v/g, () => `{${names.shift()!}}`)}`,
		parameters,
		...(sendsBody && {
			requestBody: {
				required: true,
				contentType: 'application/json',
				schema: { $ref: `#/schemas/${request}` },
			},
		}),
		responses: { 200: result === undefined ? {} : { schema: { $ref: `#/schemas/${result}` } } },
	};
}

const snakeCase = (name: string): string =>
	name.replace(/[A-Z]/g, (letter, at) => `${at === 0 ? '' : '_'}${letter.toLowerCase()}`);
