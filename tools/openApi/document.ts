/** The parts of an OpenAPI 3.1 or 3.2 document that the mapper reads. */

export interface Schema {
	readonly type?: string | readonly string[];
	readonly format?: string;
	readonly description?: string;
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly default?: unknown;
	readonly example?: unknown;
	readonly examples?: readonly unknown[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly items?: Schema;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly maxLength?: number;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly allOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
	readonly anyOf?: readonly Schema[];
	readonly readOnly?: boolean;
	readonly writeOnly?: boolean;
	readonly deprecated?: boolean;
}

type Content = Readonly<
	Record<
		string,
		{
			readonly schema?: Schema;
			readonly example?: unknown;
			readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
		}
	>
>;

export interface Parameter {
	readonly name: string;
	readonly in: 'path' | 'query' | 'header' | 'cookie';
	readonly required?: boolean;
	readonly description?: string;
	readonly deprecated?: boolean;
	readonly schema?: Schema;
	readonly style?: string;
	readonly explode?: boolean;
	readonly example?: unknown;
}

export interface DocumentOperation {
	readonly summary?: string;
	readonly description?: string;
	readonly tags?: readonly string[];
	readonly deprecated?: boolean;
	readonly parameters?: readonly Parameter[];
	readonly requestBody?: { readonly required?: boolean; readonly content?: Content };
	readonly responses?: Readonly<
		Record<string, { readonly headers?: object; readonly content?: Content }>
	>;
	readonly security?: ReadonlyArray<Readonly<Record<string, readonly string[]>>>;
}

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

type PathItem = Readonly<Partial<Record<(typeof methods)[number] | 'head', DocumentOperation>>> &
	Pick<DocumentOperation, 'parameters'>;

export interface SecurityScheme {
	readonly type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect' | 'mutualTLS';
	readonly name?: string;
	readonly in?: 'header' | 'query' | 'cookie';
	readonly scheme?: string;
}

export interface OpenApiDocument {
	readonly openapi: string;
	readonly info: { readonly title: string; readonly version: string };
	readonly servers?: ReadonlyArray<{ readonly url: string }>;
	readonly paths?: Readonly<Record<string, PathItem>>;
	readonly security?: DocumentOperation['security'];
	readonly components?: {
		readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
	} & Readonly<Record<string, unknown>>;
}
