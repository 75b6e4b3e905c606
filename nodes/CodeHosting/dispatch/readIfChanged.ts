/** Reads a record repeatedly with conditional requests. */
import type { HttpResponse } from '../../engine/describe';

/**
 * Returns a function that reads a record. Each request contains the ETag of the previous response.
 * If the record is unchanged (304), the previous response is returned.
 * @param request sends the request with these headers
 */
export function readIfChanged(
	request: (headers: Record<string, string>) => Promise<HttpResponse>,
): () => Promise<HttpResponse> {
	let previous: HttpResponse | undefined;
	return async () => {
		const etag = previous?.headers.etag;
		const response = await request(typeof etag === 'string' ? { 'if-none-match': etag } : {});
		previous = response.status === 304 && previous ? previous : response;
		return previous;
	};
}
