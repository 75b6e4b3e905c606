/** What users need from the form of a model. */
import { authenticationFor, testedServices } from '../kit/anyOperation';
import { mapperFields } from '../kit/executor';
import { byId } from '../kit/locator';
import { rawServersPerTest, respondWithJson } from '../kit/rawServer';
import { startRawService } from '../kit/rawService';

const startServer = rawServersPerTest();
const tested = testedServices.find(({ service }) => service.name === 'mediaGeneration')!;

// n8n's resource mapper shows only the name of a column (ResourceMapperField in n8n-workflow).
test('the columns of a model show its descriptions', async () => {
	const raw = await startRawService(tested, startServer);
	raw.server.respond = respondWithJson({
		id: 'flux-dev',
		fields: [
			{ name: 'steps', type: 'integer', minimum: 1, maximum: 50, description: 'Number of steps' },
			{ name: 'seed', type: 'integer' },
			{ name: 'style', type: 'string', description: 'x'.repeat(200) },
		],
	});
	const { fields } = await mapperFields(
		raw.setup,
		{
			...authenticationFor(tested.service, raw.setup),
			resource: 'generation',
			operation: 'create',
			modelId: byId('flux-dev'),
		},
		Object.keys(raw.setup.nodeType.methods!.resourceMapping!)[0]!,
	);
	const names = Object.fromEntries(fields.map(({ id, displayName }) => [id, displayName]));
	expect(names.steps).toBe('Steps (from 1 to 50): Number of steps');
	expect(names.seed).toBe('Seed');
	expect(names.style).toBe(`Style: ${'x'.repeat(120)}…`);
});
