/**
 * Reads a generated TypeScript client: interfaces become schemas, and methods that send a request
 * become operations. The declarations state the types, the JavaScript states method and path.
 */
import ts from 'typescript';
import type { Description } from './description';
import type { PublishedOperation, Schema } from './extract';

export interface TypeScriptClient {
	/** Declarations of the models (`.d.ts`). */
	readonly models: string;
	/** Declarations (`.d.ts`) and code (`.js`) of each class with methods that send requests. */
	readonly classes: ReadonlyArray<{ readonly declarations: string; readonly code: string }>;
}

export function describeTypeScriptClient({ models, classes }: TypeScriptClient): Description {
	const operations: Record<string, PublishedOperation> = {};
	for (const { declarations, code } of classes) {
		const signatures = methodsIn(declarations);
		for (const [name, method] of methodsIn(code)) {
			const request = requestIn(method);
			const signature = signatures.get(name);
			if (request && signature)
				operations[`${request.method} ${request.path}`] = operationFrom(request, signature);
		}
	}
	return { operations, schemas: schemasIn(models) };
}

const parse = (text: string): ts.SourceFile =>
	ts.createSourceFile('client.ts', text, ts.ScriptTarget.Latest, true);

type Method = ts.MethodDeclaration;

function methodsIn(text: string): Map<string, Method> {
	const classes = parse(text).statements.filter(ts.isClassDeclaration);
	const methods = classes.flatMap(({ members }) => members.filter(ts.isMethodDeclaration));
	return new Map(methods.map((method) => [nameOf(method), method]));
}

interface RequestLine {
	readonly method: string;
	readonly path: string;
	readonly query: readonly string[];
}

/** Reads `this.request({ method, path, query })` in the body of a method. */
function requestIn(node: ts.Node): RequestLine | undefined {
	if (ts.isCallExpression(node) && node.expression.getText() === 'this.request') {
		const parts = propertiesOf(node.arguments[0]);
		const [method, path] = [parts.get('method'), parts.get('path')];
		if (method && path)
			return {
				method: textOf(method),
				path: textOf(path),
				query: [...propertiesOf(parts.get('query')).keys()],
			};
	}
	return ts.forEachChild(node, requestIn);
}

const propertiesOf = (node: ts.Node | undefined): Map<string, ts.Expression> =>
	new Map(
		node && ts.isObjectLiteralExpression(node)
			? node.properties
					.filter(ts.isPropertyAssignment)
					.map((property) => [nameOf(property), property.initializer])
			: [],
	);

/** The text of a string. `${name}` in a template becomes `{name}`. */
function textOf(node: ts.Expression): string {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) throw new Error(`Not a string: ${node.getText()}`);
	const spans = node.templateSpans.map(
		({ expression, literal }) => `{${variableIn(expression)}}${literal.text}`,
	);
	return node.head.text + spans.join('');
}

/** The variable in `uuid` or `encodeURIComponent(uuid)`. */
const variableIn = (node: ts.Expression): string =>
	ts.isCallExpression(node) ? variableIn(node.arguments[0]!) : node.getText();

function operationFrom(
	{ path, query }: RequestLine,
	{ parameters, type }: Method,
): PublishedOperation {
	const inPath = parameters.filter((parameter) => path.includes(`{${parameter.name.getText()}}`));
	const options = new Map(
		parameters
			.filter((parameter) => !inPath.includes(parameter))
			.flatMap((parameter) => membersOf(parameter.type)),
	);
	const body = options.get('body');
	const result = ts.isTypeReferenceNode(type!) ? type.typeArguments?.[0] : undefined;
	return {
		parameters: [
			...inPath.map((parameter) => ({
				name: parameter.name.getText(),
				in: 'path' as const,
				required: true,
				schema: schemaOf(parameter.type!),
			})),
			...query.map((name) => ({
				name,
				in: 'query' as const,
				required: isRequired(options.get(name)!),
				schema: schemaOf(options.get(name)!.type!),
			})),
		],
		...(body && {
			requestBody: {
				required: isRequired(body),
				contentType: 'application/json',
				schema: schemaOf(body.type!),
			},
		}),
		responses: { 200: result ? { schema: schemaOf(result) } : {} },
	};
}

/** Properties of a type literal, also if it is part of an intersection. */
function membersOf(type: ts.TypeNode | undefined): Array<[string, ts.PropertySignature]> {
	if (type && ts.isIntersectionTypeNode(type)) return type.types.flatMap(membersOf);
	if (!type || !ts.isTypeLiteralNode(type)) return [];
	return type.members.filter(ts.isPropertySignature).map((member) => [nameOf(member), member]);
}

const isRequired = ({ questionToken }: ts.PropertySignature): boolean =>
	questionToken === undefined;

const nameOf = ({ name }: { readonly name: ts.PropertyName }): string =>
	ts.isStringLiteral(name) ? name.text : name.getText();

function schemasIn(text: string): Record<string, Schema> {
	const schemas: Record<string, Schema> = {};
	for (const statement of parse(text).statements) {
		if (ts.isTypeAliasDeclaration(statement))
			schemas[statement.name.text] = schemaOf(statement.type);
		if (ts.isInterfaceDeclaration(statement))
			schemas[statement.name.text] = objectSchema(statement.members);
	}
	return schemas;
}

function objectSchema(members: ts.NodeArray<ts.TypeElement>): Schema {
	const properties = members.filter(ts.isPropertySignature);
	const required = properties.filter(isRequired).map(nameOf);
	return {
		type: 'object',
		properties: Object.fromEntries(
			properties.map((property) => [nameOf(property), schemaOf(property.type!)]),
		),
		...(required.length > 0 && { required }),
	};
}

const keywords: Readonly<Partial<Record<ts.SyntaxKind, Schema>>> = {
	[ts.SyntaxKind.StringKeyword]: { type: 'string' },
	[ts.SyntaxKind.NumberKeyword]: { type: 'number' },
	[ts.SyntaxKind.BooleanKeyword]: { type: 'boolean' },
	[ts.SyntaxKind.UnknownKeyword]: {},
};

function schemaOf(type: ts.TypeNode): Schema {
	const keyword = keywords[type.kind];
	if (keyword) return keyword;
	if (ts.isArrayTypeNode(type)) return { type: 'array', items: schemaOf(type.elementType) };
	if (ts.isTypeLiteralNode(type)) return objectSchema(type.members);
	if (ts.isTypeReferenceNode(type)) return referenceSchema(type);
	if (ts.isUnionTypeNode(type)) return unionSchema(type);
	if (ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal))
		return { type: 'string', enum: [type.literal.text] };
	throw new Error(`A schema cannot be made from the type ${type.getText()}`);
}

function unionSchema({ types }: ts.UnionTypeNode): Schema {
	const schemas = types.map(schemaOf);
	return schemas.every((schema) => schema.enum)
		? { type: 'string', enum: schemas.flatMap((schema) => schema.enum as string[]) }
		: { anyOf: schemas };
}

function referenceSchema({ typeName, typeArguments }: ts.TypeReferenceNode): Schema {
	const name = typeName.getText().replace(/^models\./, '');
	return name === 'Record'
		? { type: 'object', additionalProperties: schemaOf(typeArguments![1]!) }
		: { $ref: `#/schemas/${name}` };
}
