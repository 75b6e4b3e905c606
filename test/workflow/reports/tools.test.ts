/** What models pass to tools, as public reports describe it. */
import { byId } from '../kit/locator';
import { rawServersPerTest, respondWithJson } from '../kit/rawServer';
import { rawRunner } from '../kit/rawService';

const runRaw = rawRunner(rawServersPerTest());

// coder/xum#2887, moltis-org/moltis#283, anthropics/claude-code#95239 (null as text)
test('an agent that fills in every optional field changes no list of an issue', async () => {
	const { error, server } = await runRaw(
		'codeHosting',
		{
			resource: 'issue',
			operation: 'update',
			owner: byId('octo'),
			repository: byId('hello'),
			issueNumber: byId('7'),
			updateFields: {
				newTitle: 'Broken link',
				assignees: '={{ "" }}',
				issueLabels: '={{ "" }}',
				issueType: '={{ "null" }}',
				milestoneNumber: '={{ "" }}',
				newBody: '={{ "" }}',
			},
		},
		respondWithJson({ number: 7 }),
		{ nodeTypeName: 'n8n-nodes-tenfold.codeHostingTool' },
	);
	expect(error).toBeUndefined();
	const { body } = server.received.at(-1)!;
	expect(JSON.parse(body.toString('utf8'))).toEqual({ title: 'Broken link' });
});

test('an agent that passes null as text for the fields to return gets all fields', async () => {
	const { error, items } = await runRaw(
		'codeHosting',
		{
			resource: 'issue',
			operation: 'get',
			owner: byId('octo'),
			repository: byId('hello'),
			issueNumber: byId('7'),
			outputFields: '={{ "null" }}',
		},
		respondWithJson({ number: 7, title: 'Broken link' }),
		{ nodeTypeName: 'n8n-nodes-tenfold.codeHostingTool' },
	);
	expect([error, items[0]?.json]).toMatchObject([undefined, { number: 7, title: 'Broken link' }]);
});
