/** What models pass to tools, as public reports describe it. */
import { authenticationFor, testedServices } from '../kit/anyOperation';
import { runNode } from '../kit/executor';
import { byId } from '../kit/locator';
import { rawServersPerTest, respondWithJson } from '../kit/rawServer';
import { startRawService } from '../kit/rawService';

const startServer = rawServersPerTest();

// coder/xum#2887, moltis-org/moltis#283
test('an agent that fills in every optional field changes no list of an issue', async () => {
	const hosting = testedServices.find(({ service }) => service.name === 'codeHosting')!;
	const github = await startRawService(hosting, startServer);
	github.server.respond = respondWithJson({ number: 7 });
	const { error } = await runNode(github.setup, {
		nodeTypeName: 'n8n-nodes-tenfold.codeHostingTool',
		parameters: {
			...authenticationFor(hosting.service, github.setup),
			resource: 'issue',
			operation: 'update',
			owner: byId('octo'),
			repository: byId('hello'),
			issueNumber: byId('7'),
			updateFields: {
				newTitle: 'Broken link',
				assignees: '={{ "" }}',
				issueLabels: '={{ "" }}',
				milestoneNumber: '={{ "" }}',
				newBody: '={{ "" }}',
			},
			options: {},
		},
	});
	expect(error).toBeUndefined();
	const { body } = github.server.received.at(-1)!;
	expect(JSON.parse(body.toString('utf8'))).toEqual({ title: 'Broken link' });
});
