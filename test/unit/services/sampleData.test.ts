// What the local services contain when n8n starts with them, so that every operation has something
// to show.
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { localServices, type RunningService } from '../../services/list';

/** Starts one service, as npm start does. */
async function withService<T>(
	name: string,
	work: (service: RunningService, get: (path: string) => Promise<IDataObject>) => Promise<T>,
): Promise<T> {
	const service = await localServices.find((one) => one.name === name)!.start({ port: 0 });
	const { apiToken, accessToken } = service.credential.data as Record<string, string>;
	const headers = { authorization: `Bearer ${apiToken ?? accessToken}` };
	try {
		return await work(service, async (path) => {
			const { data } = await axios.get<IDataObject>(service.url + path, { headers, proxy: false });
			return data;
		});
	} finally {
		await service.close();
	}
}

test('one sample instance runs, and one has failed and says so in its log', async () => {
	await withService('instanceCloud', async (_, get) => {
		const { data } = await get('/v1/instances?details=true');
		const instances = (data as IDataObject).instances as IDataObject[];
		expect(instances.map(({ name, state }) => [name, state])).toContainEqual(['api', 'running']);
		expect(instances).toContainEqual(
			expect.objectContaining({ name: 'nightly-import', state: 'stopped', exit_code: 1 }),
		);
		const log = await get('/v1/instances/log?name=nightly-import');
		const [{ output }] = (log.data as { instances: [{ output: string }] }).instances;
		expect(Buffer.from(output, 'base64').toString()).toContain('Import failed after 117 of 240');
	});
});
