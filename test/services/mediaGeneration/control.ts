// What this service adds under /_control.

import type { FastifyInstance } from 'fastify';
import type { AccountSetup } from './accounts';
import type { Status } from './jobs';
import type { Settings } from './settings';
import type { AccountState } from './state';

/** POST /_control/settings, /_control/accounts and /_control/jobs/{id} {status}. */
export function controlRoutes(
	app: FastifyInstance,
	settings: Settings,
	settle: (id: string, status: Status) => Promise<void>,
	addAccount: (setup: AccountSetup) => AccountState,
): void {
	app.post('/_control/settings', async ({ body }) => Object.assign(settings, body));
	app.post('/_control/accounts', async ({ body }) => addAccount(body as AccountSetup));
	app.post<{ Params: { id: string }; Body: { status: Status } }>(
		'/_control/jobs/:id',
		async ({ params, body }) => {
			await settle(params.id, body.status);
			return {};
		},
	);
}
