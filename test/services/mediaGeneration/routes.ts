// Routes under /api. All of them require a credential. Those that are not here send the documented
// responses.

import type { FastifyInstance } from 'fastify';
import responses from '../../contract/data/responses/media-generation.json';
import { withDocumentedResponses } from '../kit/documentedResponses';
import type { Accounts, Caller } from './accounts';
import { apiError } from './errors';
import { generationRoutes } from './generationRoutes';
import type { IdempotencyKeys } from './idempotency';
import type { Jobs } from './jobs';
import { allModels, modelOf, toModelResponse } from './models';
import type { Uploads } from './uploads';

export interface Context {
	accounts: Accounts;
	jobs: Jobs;
	keys: IdempotencyKeys;
	uploads: Uploads;
}

export async function apiRoutes(
	app: FastifyInstance,
	{ accounts, jobs, keys, uploads }: Context,
): Promise<void> {
	const callers = new WeakMap<object, Caller>();
	const callerOf = (request: object): Caller => {
		const caller = callers.get(request);
		if (!caller) throw apiError('unauthorized');
		return caller;
	};
	app.addHook('onRequest', async (request) => {
		callers.set(request, accounts.authenticate(request.headers));
	});

	await withDocumentedResponses(app, responses, async () => {
		app.get('/api/v2/account', async (request) => {
			const { id, email, credits } = callerOf(request).account;
			return { id, email, credits };
		});
		app.get('/api/v2/models', async () => ({ models: allModels.map(toModelResponse) }));
		app.get<{ Params: { id: string } }>('/api/v2/models/:id', async ({ params }) =>
			toModelResponse(modelOf(params.id)),
		);

		// The specification shows neither the method nor the response. RFC 7009 uses POST and 200.
		app.post('/api/oauth/revoke', async (request) => {
			const { account, key } = callerOf(request);
			if (key === undefined)
				throw apiError('validation_failed', 'A web session has no API key to revoke.');
			account.keys.delete(key);
			return {};
		});

		generationRoutes(app, jobs, keys, callerOf);
		await uploads.routes(app, callerOf);
	});
}
