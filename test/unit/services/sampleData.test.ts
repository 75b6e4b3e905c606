// What the local services contain when n8n starts with them, so that every operation has something
// to show.
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { demoConnections } from '../../services/financeData/seedData';
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

test('a pull request from the same branch, or a second one from a branch, is refused as on GitHub', async () => {
	await withService('codeHosting', async ({ url }) => {
		const create = async (head: string) =>
			await axios.post<IDataObject>(
				`${url}/repos/octo-org/hello-world/pulls`,
				{ title: 'Topic', head, base: 'main' },
				{
					headers: { authorization: 'token tenfold-local-token' },
					proxy: false,
					validateStatus: () => true,
				},
			);
		const errorOf = async (head: string) => {
			const { status, data } = await create(head);
			return [status, (data.errors as IDataObject[])[0]!.message];
		};
		expect(await errorOf('main')).toEqual([422, 'No commits between main and main']);
		expect((await create('sample-topic')).status).toBe(201);
		expect(await errorOf('octo-org:sample-topic')).toEqual([
			422,
			'A pull request already exists for octo-org:sample-topic.',
		]);
	});
});

test('an activity has heart rate and power, and one lacks the sensors', async () => {
	await withService('activityTracking', async (_, get) => {
		const activities = (await get('/athlete/activities')) as unknown as IDataObject[];
		const measured = activities.filter((one) => one.average_heartrate && one.average_watts);
		expect(measured.length).toBeGreaterThan(5);
		expect(measured.length).toBeLessThan(activities.length);
	});
});

test('there are two task lists with tasks, one of which is overdue', async () => {
	await withService('taskList', async (_, get) => {
		const { items: lists } = await get('/tasks/v1/users/@me/lists');
		const tasks = await Promise.all(
			(lists as IDataObject[]).map(
				async ({ id }) => (await get(`/tasks/v1/lists/${String(id)}/tasks`)).items as IDataObject[],
			),
		);
		expect(tasks.map((list) => list.length > 0)).toEqual([true, true]);
		const today = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
		expect(tasks.flat().filter(({ due }) => due && String(due) < today)).toHaveLength(1);
	});
});

test('the invoices fill more than a page, with customers and amounts that people write', () => {
	const invoices = demoConnections()[0]!.records!['accounting/invoices'] as IDataObject[];
	expect(invoices.length).toBeGreaterThan(50);
	const customers = demoConnections()[0]!.records!['accounting/customers'] as IDataObject[];
	const ids = customers.map(({ id }) => id);
	for (const { customer_id: customer, total_amount: total } of invoices) {
		expect(ids).toContain(customer);
		expect(total).toMatch(/^\d{2,4}\.\d\d$/);
	}
});
