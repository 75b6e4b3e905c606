// The local test service of a new service, or of one that is generated from an API description. It
// responds with the documented responses.
import { DocumentedResponses } from './documentedResponses';
import { HttpError } from './httpError';
import { startServer, type LocalService, type ServiceCredential } from './server';

type Texts = Readonly<Record<string, string>>;

interface GeneratedService {
	name: string;
	/** A file in `test/contract/data/responses`. */
	responses: Readonly<Record<string, object>>;
	/** Without the base URL. */
	credential: ServiceCredential;
	/** What a request with this credential contains. */
	authentication: { headers?: Texts; query?: Texts };
	/** The query parameters for a page number or an offset. */
	pageParameters: readonly string[];
	/** Where an error response contains its message and its code. */
	errorPaths: { message: string; code?: string };
}

/** `{ error: { code: value } }` for the path `error.code`. */
function setAt(target: Record<string, unknown>, path: string, value: string): void {
	const [key, ...rest] = path.split('.') as [string, ...string[]];
	if (rest.length === 0) target[key] = value;
	else setAt((target[key] ??= {}) as Record<string, unknown>, rest.join('.'), value);
}

const withoutRows = (body: unknown): unknown =>
	JSON.parse(JSON.stringify(body), (_, value: unknown) => (Array.isArray(value) ? [] : value));

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startGenerated(
	{ name, responses, credential, authentication, pageParameters, errorPaths }: GeneratedService,
	{ port = 0 }: { port?: number } = {},
): Promise<LocalService> {
	const documented = new DocumentedResponses(responses);
	const errorBody = (code: string, message: string): Record<string, unknown> => {
		const body = {};
		setAt(body, errorPaths.message, message);
		if (errorPaths.code !== undefined) setAt(body, errorPaths.code, code);
		return body;
	};
	const contains = (values: unknown, expected: Texts = {}): boolean =>
		Object.entries(expected).every(([key, value]) => (values as Texts)[key] === value);
	const server = await startServer(
		{
			name,
			port,
			failureBody: (status, text) => errorBody(String(status), text),
		},
		(app) => {
			app.all('/*', async ({ method, url, headers, query }, reply) => {
				if (!contains(headers, authentication.headers) || !contains(query, authentication.query))
					throw new HttpError(401, errorBody('unauthorized', 'The credential is invalid.'));
				const found = documented.find(`${method} ${url.split('?')[0]}`);
				if (!found) throw new HttpError(404, errorBody('not_found', 'There is no such record.'));
				const isFirst = pageParameters.every((key) => Number((query as Texts)[key] ?? 0) <= 1);
				return await reply
					.code(found.status)
					.send((isFirst ? found.body : withoutRows(found.body)) ?? undefined);
			});
		},
	);
	return {
		...server,
		credential: { ...credential, data: { ...credential.data, baseUrl: server.url } },
	};
}
