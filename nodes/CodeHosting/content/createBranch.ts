/** Creates a branch at the commit that a branch, a tag or a SHA refers to. */
import type { IDataObject } from 'n8n-workflow';
import { responseToRows } from '../../engine';
import type { Call, Row } from '../../engine/describe';
import { repositoryPath } from '../fields';

interface BranchInput {
	readonly owner: string;
	readonly repository: string;
	readonly newBranchName: string;
	readonly createFrom?: string;
}

export async function createBranch({
	input,
	operation,
	request,
}: Call<BranchInput>): Promise<Row[]> {
	const { newBranchName, createFrom = 'HEAD' } = input;
	const start = await request(
		`GET ${repositoryPath}/commits/{createFrom}`,
		// The response contains the changed files, which are not needed.
		{ values: { ...input, createFrom }, query: { per_page: 1 } },
		{ idempotency: 'safe' },
	);
	const { sha } = start.body as IDataObject;
	const created = await request(operation.request!, {
		values: { ...input },
		body: { ref: `refs/heads/${newBranchName}`, sha },
	});
	return responseToRows(operation, created);
}
