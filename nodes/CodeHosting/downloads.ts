/**
 * Downloads: the service redirects to a link that is valid for one minute (README.md, Actions). The
 * link of an archive is valid for longer.
 */
import type { IDataObject } from 'n8n-workflow';
import { downloadRow } from '../engine';
import {
	type Call,
	choice,
	type HttpResponse,
	PackError,
	type RequestLine,
	type Row,
} from '../engine/describe';
import { isPermanentRedirect, maxRedirects, redirectPath } from './redirects';

const linkLifetimeMs = 60_000;

export const downloadFields = {
	downloadAs: choice(
		'Download As',
		{ file: 'File', link: 'Link' },
		{
			description:
				'Whether to download the file or only return the link. AI agents always get the link.',
			hint: 'A link is valid for at least one minute',
			default: 'file',
			in: 'none',
			hideFromAgents: true,
		},
	),
};

interface DownloadInput {
	readonly downloadAs?: string;
	readonly outputProperty?: string;
}

/**
 * Requests the link, then returns the link or streams the file. The credential is not sent to other
 * hosts.
 * @throws PackError if the response contains no usable link
 */
export async function downloadFileOrLink(
	call: Call<DownloadInput>,
	fileName: string,
): Promise<Row[]> {
	const { url: address } = call.connection.address;
	const url = parseLink((await requestLink(call)).headers.location, address);
	if (call.isAgent || call.input.downloadAs === 'link') {
		const expiresAt = new Date(Date.now() + linkLifetimeMs).toISOString();
		return [{ json: { fileName, expiresAt, url } }];
	}
	const external = new URL(url).origin !== new URL(address).origin;
	return [await downloadRow(call, { url, fileName, external })];
}

/** The response that contains the link. Follows the redirects of a renamed repository. */
async function requestLink({
	connection,
	operation,
	input,
	request,
}: Call<DownloadInput>): Promise<HttpResponse> {
	let line = operation.request!;
	for (let redirects = 0; redirects <= maxRedirects; redirects++) {
		const response = await request(line, { values: input as IDataObject }, { as: 'location' });
		if (!isPermanentRedirect(response.status)) return response;
		line =
			`GET ${redirectPath(connection, 'download', '', response.headers.location)}` as RequestLine;
	}
	throw new PackError('Too many redirects', {
		hint: 'Enter the current names of the owner and the repository.',
	});
}

/** Accepts HTTP links only if the service itself is reached over HTTP. */
function parseLink(location: unknown, address: string): string {
	const url =
		typeof location === 'string' && URL.canParse(location, address)
			? new URL(location, address)
			: undefined;
	if (
		url &&
		(url.protocol === 'https:' || (url.protocol === 'http:' && address.startsWith('http:')))
	)
		return url.href;
	throw new PackError('The response did not contain a valid download link', {
		hint: 'Check the base URL in the credential. Links without HTTPS are not followed.',
	});
}
