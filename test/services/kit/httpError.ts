/** A non-2xx response, thrown from anywhere in a service. The server sends it unchanged. */
export class HttpError extends Error {
	constructor(
		readonly status: number,
		readonly body: Readonly<Record<string, unknown>>,
		readonly headers: Readonly<Record<string, string>> = {},
	) {
		super(`${status} ${JSON.stringify(body)}`);
		this.name = 'HttpError';
	}
}
