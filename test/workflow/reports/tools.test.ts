/** What models pass to tools, as public reports describe it. */
import type { IDataObject } from 'n8n-workflow';
import { byId } from '../kit/locator';
import { rawServersPerTest, respondWithJson } from '../kit/rawServer';
import { rawRunner } from '../kit/rawService';

const runRaw = rawRunner(rawServersPerTest());

const runIssueTool = async (operation: string, parameters: IDataObject) =>
	await runRaw(
		'codeHosting',
		{
			...{ resource: 'issue', operation, issueNumber: byId('7') },
			...{ owner: byId('octo'), repository: byId('hello'), ...parameters },
		},
		respondWithJson({ number: 7, title: 'Broken link' }),
		{ nodeTypeName: 'n8n-nodes-tenfold.codeHostingTool' },
	);

// coder/xum#2887, moltis-org/moltis#283, anthropics/claude-code#95239 (null as text)
test('an agent that fills in every optional field changes no list of an issue', async () => {
	const { error, server } = await runIssueTool('update', {
		updateFields: {
			newTitle: 'Broken link',
			assignees: '={{ "" }}',
			issueLabels: '={{ "" }}',
			issueType: '={{ "null" }}',
			milestoneNumber: '={{ "" }}',
			newBody: '={{ "" }}',
		},
	});
	expect(error).toBeUndefined();
	const { body } = server.received.at(-1)!;
	expect(JSON.parse(body.toString('utf8'))).toEqual({ title: 'Broken link' });
});

test('an agent that passes null as text for the fields to return gets all fields', async () => {
	const { error, items } = await runIssueTool('get', { outputFields: '={{ "null" }}' });
	expect([error, items[0]?.json]).toMatchObject([undefined, { number: 7, title: 'Broken link' }]);
});
