// Reading API descriptions from clients and from Swagger.
import { selectRequests } from '../../../tools/published/description';
import { describeGoClient } from '../../../tools/published/goClient';
import { openApiOperations } from '../../../tools/published/openApi';
import { describePythonClient } from '../../../tools/published/pythonClient';
import { toOpenApi } from '../../../tools/published/swagger';
import { describeTypeScriptClient } from '../../../tools/published/typescriptClient';

describe('a TypeScript client', () => {
	const models = `
		export type Color = "red" | "blue";
		export interface Box {
			/** Not part of the schema. */
			name: string;
			color?: Color;
			sizes?: number[];
			labels?: Record<string, string>;
			image?: string | Lid;
			extra?: unknown;
		}
		export interface Lid { closed: boolean }`;
	const declarations = `
		export declare class BoxApi extends ApiClient {
			getBox(uuid: string, params?: { details?: boolean } & CallOptions): Promise<models.Box>;
			putBoxes(params: { body: models.Box[] } & CallOptions): Promise<models.Box>;
		}`;
	const code = `
		export class BoxApi extends ApiClient {
			getBox(uuid, params = {}) {
				return this.request({
					method: "GET",
					path: \`/boxes/\${encodeURIComponent(uuid)}/lid\`,
					query: { details: params["details"] },
				}, params);
			}
			putBoxes(params) {
				return this.request({ method: "PUT", path: \`/boxes\`, body: params.body }, params);
			}
			helper() { return 1; }
		}`;
	const description = describeTypeScriptClient({ models, classes: [{ declarations, code }] });

	test('methods become operations', () => {
		expect(description.operations).toEqual({
			'GET /boxes/{uuid}/lid': {
				parameters: [
					{ name: 'uuid', in: 'path', required: true, schema: { type: 'string' } },
					{ name: 'details', in: 'query', required: false, schema: { type: 'boolean' } },
				],
				responses: { 200: { schema: { $ref: '#/schemas/Box' } } },
			},
			'PUT /boxes': {
				parameters: [],
				requestBody: {
					required: true,
					contentType: 'application/json',
					schema: { type: 'array', items: { $ref: '#/schemas/Box' } },
				},
				responses: { 200: { schema: { $ref: '#/schemas/Box' } } },
			},
		});
	});

	test('interfaces become schemas', () => {
		expect(description.schemas).toEqual({
			Color: { type: 'string', enum: ['red', 'blue'] },
			Box: {
				type: 'object',
				properties: {
					name: { type: 'string' },
					color: { $ref: '#/schemas/Color' },
					sizes: { type: 'array', items: { type: 'number' } },
					labels: { type: 'object', additionalProperties: { type: 'string' } },
					image: { anyOf: [{ type: 'string' }, { $ref: '#/schemas/Lid' }] },
					extra: {},
				},
				required: ['name'],
			},
			Lid: { type: 'object', properties: { closed: { type: 'boolean' } }, required: ['closed'] },
		});
	});

	test('an unknown type is an error', () => {
		expect(() =>
			describeTypeScriptClient({ models: 'export type Tuple = [string, number];', classes: [] }),
		).toThrow('A schema cannot be made from the type [string, number]');
	});
});

test('a Go client is read from its structs and methods', () => {
	const models = `
type Box struct {
	// Not part of the schema.
	Name string \`json:"name"\`
	Color Color \`json:"color,omitempty"\`
	Sizes []int64 \`json:"sizes,omitempty"\`
	Lid *Lid \`json:"lid,omitempty"\`

	ForceSendFields []string \`json:"-" url:"-"\`
}

type UpdateBox struct {
	Box Box \`json:"box"\`
	BoxId string \`json:"-" url:"-"\`
	Force bool \`json:"-" url:"force,omitempty"\`
}

type Color string

const ColorRed Color = \`RED\`

const ColorBlue Color = \`BLUE\`
`;
	const code = `
func (a *boxesImpl) Update(ctx context.Context, request UpdateBox) (*Box, error) {
	path := fmt.Sprintf("/boxes/%v", request.BoxId)
	if cfg.WorkspaceID != "" {
		headers["X-Workspace"] = cfg.WorkspaceID
	}
	err := a.client.Do(ctx, http.MethodPatch, path, headers, queryParams, request, &box)
}

func (a *boxesImpl) List(ctx context.Context) listing.Iterator[Box] {
}

func (a *boxesImpl) internalList(ctx context.Context) (*Box, error) {
	path := "/boxes"
	err := a.client.Do(ctx, http.MethodGet, path, headers, nil, nil, &box)
}
`;
	expect(describeGoClient({ models: [models], code, receiver: 'boxesImpl' })).toMatchObject({
		operations: {
			'PATCH /boxes/{box_id}': {
				parameters: [
					{ name: 'box_id', in: 'path', required: true, schema: { type: 'string' } },
					{ name: 'force', in: 'query', required: false, schema: { type: 'boolean' } },
					{ name: 'X-Workspace', in: 'header', required: false },
				],
				requestBody: { required: true, schema: { $ref: '#/schemas/UpdateBox' } },
				responses: { 200: { schema: { $ref: '#/schemas/Box' } } },
			},
			'GET /boxes': { parameters: [], responses: { 200: { schema: { $ref: '#/schemas/Box' } } } },
		},
		schemas: {
			Color: { type: 'string', enum: ['RED', 'BLUE'] },
			UpdateBox: { properties: { box: { $ref: '#/schemas/Box' } }, required: ['box'] },
			Box: {
				properties: {
					name: { type: 'string' },
					color: { $ref: '#/schemas/Color' },
					sizes: { type: 'array', items: { type: 'integer', format: 'int64' } },
					lid: { $ref: '#/schemas/Lid' },
				},
				required: ['name'],
			},
		},
	});
});

test('a Python client is read from its models and methods', () => {
	const model = `
class Box(UniversalBaseModel):
    """
    Ignored: this is not a field.
    """

    name: str
    size: typing.Optional[int] = None
    labels: typing.List[str] = pydantic.Field()
    """
    Ignored: this is not a field.
    """
    extra: typing.Optional[typing.Dict[str, typing.Any]] = pydantic.Field(default=None)

    if IS_PYDANTIC_V2:
`;
	const color = 'Color = typing.Union[\n    typing.Literal["red", "blue"], typing.Any\n]\n';
	const client = `
class RawBoxesClient:
    def __init__(self, *, client_wrapper: SyncClientWrapper):
        self._client_wrapper = client_wrapper

    def update_box(
        self,
        box_id: str,
        *,
        color: Color,
        force: typing.Optional[bool] = None,
        labels: typing.Optional[typing.Sequence[str]] = OMIT,
    ) -> HttpResponse[Box]:
        """
        box_id : str
        """
        _response = self._client_wrapper.httpx_client.request(
            f"v2/boxes/{jsonable_encoder(box_id)}",
            method="PATCH",
            params={
                "force": force,
            },
            json={
                "color": color,
                "labels": labels,
            },
        )

class AsyncRawBoxesClient:
    def __init__(self, *, client_wrapper: AsyncClientWrapper):
        self._client_wrapper = client_wrapper
`;
	expect(describePythonClient({ models: [model, color], clients: [client] })).toEqual({
		operations: {
			'PATCH /v2/boxes/{box_id}': {
				parameters: [
					{ name: 'box_id', in: 'path', required: true, schema: { type: 'string' } },
					{ name: 'force', in: 'query', required: false, schema: { type: 'boolean' } },
				],
				requestBody: {
					required: true,
					contentType: 'application/json',
					schema: {
						type: 'object',
						properties: {
							color: { $ref: '#/schemas/Color' },
							labels: { type: 'array', items: { type: 'string' } },
						},
						required: ['color'],
					},
				},
				responses: { 200: { schema: { $ref: '#/schemas/Box' } } },
			},
		},
		schemas: {
			Box: {
				type: 'object',
				properties: {
					name: { type: 'string' },
					size: { type: 'integer' },
					labels: { type: 'array', items: { type: 'string' } },
					extra: { type: 'object', additionalProperties: {} },
				},
				required: ['name', 'labels'],
			},
			Color: { type: 'string', enum: ['red', 'blue'] },
		},
	});
});

test('a Swagger description is converted to OpenAPI', () => {
	const description = toOpenApi({
		parameters: { page: { name: 'page', in: 'query', type: 'integer' } as never },
		definitions: { Box: { type: 'object' } },
		paths: {
			'/boxes/{id}': {
				put: {
					parameters: [
						{ name: 'id', in: 'path', required: true, type: 'integer' },
						{ $ref: '#/parameters/page' },
						{ name: 'tags', in: 'query', type: 'array', collectionFormat: 'csv' },
						{ name: 'open', in: 'formData', required: true, type: 'boolean' },
					],
					responses: { 200: { schema: { $ref: '#/definitions/Box' } } },
				},
				post: {
					parameters: [{ name: 'body', in: 'body', schema: { $ref: '#/definitions/Box' } }],
					responses: { 201: {} },
				},
			},
		},
	});
	const operations = openApiOperations(description, ['PUT /boxes/{id}', 'POST /boxes/{boxId}']);
	expect(operations).toEqual({
		'PUT /boxes/{id}': {
			parameters: [
				{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
				{ name: 'page', in: 'query', schema: { type: 'integer' } },
				{ name: 'tags', in: 'query', explode: false, schema: { type: 'array' } },
			],
			requestBody: {
				required: true,
				contentType: 'application/x-www-form-urlencoded',
				schema: {
					type: 'object',
					properties: { open: { type: 'boolean' } },
					required: ['open'],
				},
			},
			responses: { 200: { schema: { $ref: '#/schemas/Box' } } },
		},
		'POST /boxes/{id}': {
			parameters: [],
			requestBody: { contentType: 'application/json', schema: { $ref: '#/schemas/Box' } },
			responses: { 201: {} },
		},
	});
});

test('a description is reduced to the requests of the pack and their schemas', () => {
	const operation = (name: string) => ({
		parameters: [],
		responses: { 200: { schema: { $ref: `#/schemas/${name}` } } },
	});
	const schemas = { A: { items: { $ref: '#/schemas/B' } }, B: {}, C: {} };
	const selected = selectRequests(['GET /a/{x}'], {
		operations: { 'GET /a/{id}': operation('A'), 'GET /c': operation('C') },
		schemas,
	});
	expect(Object.keys(selected.operations)).toEqual(['GET /a/{id}']);
	expect(selected.schemas).toEqual({ A: schemas.A, B: {} });
});
