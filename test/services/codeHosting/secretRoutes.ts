// Environments, and secrets of repositories and environments.

import { notFound } from './errors';
import { PageResponse, StatusResponse } from './responses';
import { findById, type ApiRequest, type Routes } from './router';
import { secretResponse, type SecretStore } from './secretStore';

/** The routes of one secret store. */
const secretStoreRoutes = (path: string, storeOf: (req: ApiRequest) => SecretStore): Routes => ({
	[`GET ${path}/public-key`]: (req) => storeOf(req).publicKey,
	[`GET ${path}`]: (req) =>
		new PageResponse([...storeOf(req).secrets.values()].map(secretResponse), { name: 'secrets' }),
	[`PUT ${path}/:secret`]: (req) =>
		storeOf(req).put(req.params.secret!, req.body)
			? new StatusResponse(201, {})
			: new StatusResponse(204),
	[`DELETE ${path}/:secret`]: (req) => {
		if (!storeOf(req).secrets.delete(req.params.secret!)) throw notFound();
	},
});

const environmentSecrets = ({ repo, params }: ApiRequest): SecretStore =>
	findById(
		repo.environments.map(({ name, vault }) => ({ id: name, vault })),
		params.environment,
	).vault;

const ENVIRONMENT = 'environments/:environment/secrets';

export const secretRoutes = (): Routes => ({
	...secretStoreRoutes('/repos/:owner/:repo/actions/secrets', ({ repo }) => repo.vault),
	...secretStoreRoutes(`/repositories/:repositoryId/${ENVIRONMENT}`, environmentSecrets),
	...secretStoreRoutes(`/repos/:owner/:repo/${ENVIRONMENT}`, environmentSecrets),
	'GET /repos/:owner/:repo/environments': ({ repo }) =>
		new PageResponse(
			repo.environments.map(({ id, name }) => ({ id, name, protection_rules: [] })),
			{ name: 'environments' },
		),
});
