/** Downloads: the service answers with a link that ends after a minute (specification part A, rule 1 of the actions group). */
import type { IDataObject } from 'n8n-workflow';
import { type Call, choice, PackError, type Row, text } from '../engine/describe';
import { download } from '../engine/run/download';
import { fileSize } from '../engine/run/inputFile';

const linkMs = 60_000;

export const downloadFields = {
	downloadAs: choice(
		'Download As',
		{ file: 'File', link: 'Link' },
		{
			description: 'Whether to fetch the file, or to hand on the link. An AI agent gets the link.',
			hint: 'A link is valid for one minute',
			default: 'file',
			in: 'none',
			hideFromAgents: true,
		},
	),
};

export const downloadOptions = {
	outputProperty: text('Put Output File in Field', {
		description: 'Name of the binary property',
		default: 'data',
		in: 'none',
		hideFromAgents: true,
	}),
};

interface DownloadInput {
	readonly downloadAs?: string;
	readonly outputProperty?: string;
}

/**
 * Asks for the link, and streams the file where it is wanted. The link's own host gets no credential.
 * @throws Refusal where the service names no link
 */
export async function downloaded(call: Call<DownloadInput>, fileName: string): Promise<Row[]> {
	const { address } = call.connection;
	const answer = await call.request(
		call.operation.request!,
		{ values: call.input as IDataObject },
		{ as: 'location' },
	);
	const url = linkIn(answer.headers.location, address);
	const facts = { fileName, expiresAt: new Date(Date.now() + linkMs).toISOString() };
	if (call.isAgent || call.input.downloadAs === 'link') return [{ json: { ...facts, url } }];
	const foreign = new URL(url).origin !== new URL(address).origin;
	const file = await download(call.context, call.connection, { url, fileName, foreign });
	return [
		{
			json: { fileName, size: await fileSize(call.context, file), mimeType: file.mimeType },
			binary: { [call.input.outputProperty ?? 'data']: file },
		},
	];
}

function linkIn(location: unknown, address: string): string {
	const url =
		typeof location === 'string' && URL.canParse(location, address)
			? new URL(location, address)
			: undefined;
	if (
		url &&
		(url.protocol === 'https:' || (url.protocol === 'http:' && address.startsWith('http:')))
	)
		return url.href;
	throw new PackError('The service did not say where the file is', {
		hint: 'Check the base URL of the credential. A link without https is not followed.',
	});
}
