/** The changes of a pull request as a diff or patch, as text or as a file. */
import type { IDataObject } from 'n8n-workflow';
import { downloadRow, fillPath, recordsInPath } from '../../engine';
import { allFieldsOf, type Call, choice, type Row } from '../../engine/describe';
import { vendorOf } from '../client';

export const diffOutput = choice(
	'Return As',
	{ text: 'Text', file: 'File' },
	{
		description:
			'Whether to return text in the item or a file. A file can be larger. AI agents always get text.',
		default: 'text',
		in: 'none',
		hideFromAgents: true,
	},
);

interface DiffInput {
	readonly pullRequestNumber: string;
	readonly diffOutput?: string;
	readonly outputProperty?: string;
}

/** Requests the pull request in another media type, which returns its changes. */
export async function diffOrPatch(call: Call<DiffInput>, format: 'diff' | 'patch'): Promise<Row[]> {
	const { connection, input, isAgent, operation, request } = call;
	const accept = `application/vnd.${vendorOf(connection.credential).slug}.${format}`;
	const number = Number(input.pullRequestNumber);
	const values = input as unknown as IDataObject;
	if (isAgent || input.diffOutput !== 'file') {
		const headers = { accept };
		const { body = '' } = await request(operation.request!, { values, headers }, { as: 'text' });
		return [{ json: { number, [format]: body as string } }];
	}
	const url = fillPath(operation.path!, values);
	const row = await downloadRow(
		call,
		{
			url,
			accept,
			fileName: `pull-request-${input.pullRequestNumber}.${format}`,
			mimeType: 'text/x-diff',
			records: recordsInPath(operation.request!, allFieldsOf(operation), values),
		},
		{ number },
	);
	return [row];
}
