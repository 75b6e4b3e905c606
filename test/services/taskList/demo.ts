// The lists and tasks for demonstrations: one task is overdue, one is due today.

import { startTaskService, type TaskService } from './service';

const DAY_MS = 86_400_000;

/** Starts the service with a second list, and tasks in both lists. */
export async function startTaskDemo({ port }: { port: number }): Promise<TaskService> {
	const service = await startTaskService({ port });
	const { records: store } = service;
	const dueIn = (days: number): string =>
		`${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`;
	const [mine] = store.lists;
	const { id: shop } = store.addList({ title: 'Shop' });
	store.addTask(shop, { title: 'Order packing paper', due: dueIn(3) });
	store.addTask(shop, { title: 'Answer the supplier', notes: 'Two offers are open' });
	store.addTask(mine!.list.id, { title: 'Pay the office rent', due: dueIn(-4) });
	store.addTask(mine!.list.id, { title: 'Send the weekly report', due: dueIn(0) });
	store.addTask(mine!.list.id, { title: 'Plan the summer party' });
	return service;
}
