/** What a record is called after an operation that renames it, so that the next node finds it. */
import type { IDataObject } from 'n8n-workflow';
import type { RunOptions } from '../kit/executor';
import { byId } from '../kit/locator';
import { rawServersPerTest, respondWithJson, type Responder } from '../kit/rawServer';
import { rawRunner } from '../kit/rawService';

const runRaw = rawRunner(rawServersPerTest());

async function run(
	parameters: IDataObject,
	respond: Responder,
	more: Partial<RunOptions> = {},
): Promise<{ output?: IDataObject; sent: unknown; error?: Error }> {
	const { items, error, server } = await runRaw(
		'codeHosting',
		{ owner: byId('octo'), repository: byId('hello'), ...parameters },
		respond,
		more,
	);
	const body = server.received.at(-1)?.body.toString('utf8');
	return { output: items[0]?.json, sent: body ? JSON.parse(body) : undefined, error };
}

const update = { resource: 'repository', operation: 'update' };

// GitHub's reference: PATCH /repos/{owner}/{repo} returns the repository with its new name.
test('a renamed repository', async () => {
	const { output, error } = await run(
		{ ...update, updateFields: { newRepositoryName: 'world' } },
		respondWithJson({ id: 1, name: 'world', full_name: 'octo/world', owner: { login: 'octo' } }),
	);
	expect(error).toBeUndefined();
	expect(output).toMatchObject({ owner: 'octo', repository: 'world', name: 'world' });
});

// GitHub's reference: PATCH /repos/{owner}/{repo}/actions/variables/{name} returns 204.
test('a renamed variable', async () => {
	const { output, error } = await run(
		{
			resource: 'variable',
			operation: 'update',
			variableName: byId('OLD'),
			updateFields: { renameTo: 'NEW' },
			variableValue: 'x',
		},
		(response) => void response.writeHead(204).end(),
	);
	expect(error).toBeUndefined();
	expect(output).toMatchObject({ name: 'NEW', updated: true });
});

// The service requires the list of users, even if only teams are removed.
test('a tool that leaves the reviewers empty still removes teams', async () => {
	const { sent, error } = await run(
		{
			resource: 'pullRequest',
			operation: 'removeRequestedReviewers',
			pullRequestNumber: byId('7'),
			reviewers: '={{ "" }}',
			teamReviewers: 'docs',
		},
		respondWithJson({ number: 7 }),
		{ nodeTypeName: 'n8n-nodes-tenfold.codeHostingTool' },
	);
	expect(error).toBeUndefined();
	expect(sent).toEqual({ reviewers: [], team_reviewers: ['docs'] });
});
