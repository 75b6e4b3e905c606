/** Uploads and downloads of the files of a release. Both are streamed. */
import type { IDataObject } from 'n8n-workflow';
import { downloadRow, fileBody, fillPath, inputFile, send, toRow } from '../../engine';
import { type Call, type Connection, PackError, type Row, toText } from '../../engine/describe';

interface RepositoryInput {
	readonly owner: string;
	readonly repository: string;
}

interface UploadInput extends RepositoryInput {
	readonly releaseId: string;
	readonly binaryPropertyName?: string;
	readonly assetName?: string;
	readonly assetLabel?: string;
}

/** Uploads the file of an item to the upload URL of the release. */
export async function uploadAsset(call: Call<UploadInput>): Promise<Row[]> {
	const { assetName, assetLabel, binaryPropertyName = 'data', ...values } = call.input;
	const file = await inputFile(
		call.context,
		call.item,
		binaryPropertyName,
		call.operation.fields.binaryPropertyName?.label,
	);
	const { body: release } = await call.request(
		'GET /repos/{owner}/{repository}/releases/{releaseId}',
		{ values: { ...values } },
		{ idempotency: 'safe' },
	);
	const url = uploadUrl(call.connection, (release as IDataObject | undefined)?.upload_url);
	const { body: asset } = await send(
		// The host for uploads gets the credential. `uploadUrl` checks that it belongs to the provider.
		{ ...call.connection, address: { url: url.origin } },
		{
			method: 'POST',
			url: url.href,
			query: {
				name: assetName ?? file.fileName,
				...(assetLabel === undefined ? {} : { label: assetLabel }),
			},
			headers: {},
			...fileBody(file),
		},
		{
			idempotency: 'none',
			permission: call.operation.permission,
			timeoutMs: call.connection.limits.timeoutMs * 10,
		},
	);
	return [toRow(asset)];
}

/**
 * The URL for uploads: the `upload_url` of a release without its template. It receives the
 * credential, so its host must be that of the service, or `uploads.<domain>` if the host of the
 * service is `api.<domain>`.
 * @throws PackError for any other URL
 */
export function uploadUrl({ address }: Pick<Connection, 'address'>, given: unknown): URL {
	const service = new URL(address.url);
	const [withoutTemplate = ''] = toText(given).split('{');
	const url = URL.canParse(withoutTemplate) ? new URL(withoutTemplate) : undefined;
	const hosts = [service.host, service.host.replace(/^api\./, 'uploads.')];
	if (url?.protocol === service.protocol && hosts.includes(url.host)) return url;
	throw new PackError(
		url
			? `The upload URL of the release does not belong to the service: ${url.origin}`
			: 'The release has no valid upload URL',
		{ hint: 'Check the base URL in the credential. Nothing was uploaded.' },
	);
}

interface DownloadInput extends RepositoryInput {
	readonly assetId: string;
	readonly outputProperty?: string;
}

/** Downloads the file of a release. An AI agent gets its URL. */
export async function downloadAsset(call: Call<DownloadInput>): Promise<Row[]> {
	const { input } = call;
	const line = 'GET /repos/{owner}/{repository}/releases/assets/{assetId}' as const;
	const { body } = await call.request(line, { values: { ...input } });
	const asset = (body ?? {}) as IDataObject;
	const { content_type: mimeType, browser_download_url: url } = asset;
	const fileName = toText(asset.name);
	if (call.isAgent) return [{ json: { fileName, size: asset.size, mimeType, url } }];
	const row = await downloadRow(call, {
		url: fillPath(line.slice('GET '.length), { ...input }),
		accept: 'application/octet-stream',
		fileName,
		...(typeof mimeType === 'string' ? { mimeType } : {}),
	});
	return [row];
}
