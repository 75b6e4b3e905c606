import { services } from '../contract/kit/pack';
import { sampleInput } from '../contract/kit/sampleInput';
import { startSampleService } from '../services/sampleService/service';
import { nodeSetup, runOperation, testedServices } from './kit/anyOperation';

const service = services.find(({ name }) => name === 'sampleService')!;
const { operations } = testedServices.find((tested) => tested.service === service)!;
const first = `${service.default}.${service.resources[service.default]!.default}`;
const found = operations.find(({ id }) => id === first)!;

test('returns records of the local service', async () => {
	const server = await startSampleService();
	const setup = nodeSetup(service, server.credential);
	const { items } = await runOperation(service, setup, found, [sampleInput(service, found)]);
	expect(items[0]?.error?.message).toBeUndefined();
	expect(items.length).toBeGreaterThan(0);
	await server.close();
});
