/** Creates branches and tags at the commit that a branch, a tag or a SHA refers to. */
import type { IDataObject } from 'n8n-workflow';
import { responseToRows } from '../../engine';
import type { Call, Row } from '../../engine/describe';
import { repositoryPath } from '../fields';

interface Start {
	readonly createFrom?: string;
}

interface TagInput extends Start {
	readonly newTagName: string;
	readonly tagMessage?: string;
	/** Name and email address. */
	readonly tagger?: string | IDataObject;
}

/** Objects that no branch or tag contains have no effect, so creating them is safe. */
const safe = { idempotency: 'safe' } as const;

export const createBranch = async (
	call: Call<Start & { readonly newBranchName: string }>,
): Promise<Row[]> =>
	await createReference(call, `refs/heads/${call.input.newBranchName}`, await startOf(call));

/** With a message or a tagger, creates an annotated tag, which is an object of its own. */
export async function createTag(call: Call<TagInput>): Promise<Row[]> {
	const { newTagName: tag, tagMessage: message, tagger } = call.input;
	const start = await startOf(call);
	if (message === undefined) return await createReference(call, `refs/tags/${tag}`, start);
	const { body } = await call.request(
		`POST ${repositoryPath}/git/tags`,
		{
			values: { ...call.input },
			body: { tag, message, object: start, type: 'commit', ...(tagger ? { tagger } : {}) },
		},
		safe,
	);
	return await createReference(call, `refs/tags/${tag}`, (body as IDataObject).sha as string);
}

async function startOf({ input, request }: Call<Start>): Promise<string> {
	const { body } = await request(
		`GET ${repositoryPath}/commits/{createFrom}`,
		// The response contains the changed files, which are not needed.
		{ values: { createFrom: 'HEAD', ...input }, query: { per_page: 1 } },
		safe,
	);
	return (body as IDataObject).sha as string;
}

async function createReference(
	{ input, operation, request }: Call<Start>,
	ref: string,
	sha: string,
): Promise<Row[]> {
	const values = { ...input } as IDataObject;
	return responseToRows(
		operation,
		await request(operation.request!, { values, body: { ref, sha } }),
	);
}

/** A tag with the object of an annotated tag, which contains its message. */
export async function getTag({ input, operation, request }: Call<unknown>): Promise<Row[]> {
	const values = input as IDataObject;
	const found = await request(operation.request!, { values });
	const { object } = found.body as { object: { type: string; sha: string } };
	if (object.type !== 'tag') return responseToRows(operation, found);
	const { body } = await request(`GET ${repositoryPath}/git/tags/{sha}`, {
		values: { ...values, sha: object.sha },
	});
	return [{ json: { ...(found.body as IDataObject), tag: body as IDataObject } }];
}
