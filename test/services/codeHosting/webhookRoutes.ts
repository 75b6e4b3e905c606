// Webhooks of repositories and organizations, and their delivery logs.

import { pathOf } from '../kit/requestPattern';
import { apiError, notFound } from './errors';
import { PageResponse, StatusResponse } from './responses';
import { findById, organizationOf, type ApiRequest, type Context, type Routes } from './router';
import type { Delivery, Webhook, WebhookOwner, Webhooks } from './webhooks';

const DEFAULT_PAGE_SIZE = 30;

export function webhookRoutes({ clock }: Context, webhooks: Webhooks): Routes {
	const urlOf = (owner: WebhookOwner): string =>
		`https://git.example.com/${owner.kind === 'repository' ? 'repos' : 'orgs'}/${owner.name}/hooks`;
	const configResponse = ({ config }: Pick<Webhook, 'config'>): object => ({
		...config,
		...(config.secret ? { secret: '********' } : {}),
	});
	const webhookResponse = ({ owner, ...webhook }: Webhook): object => ({
		type: owner.kind === 'repository' ? 'Repository' : 'Organization',
		...webhook,
		name: 'web',
		config: configResponse(webhook),
		url: `${urlOf(owner)}/${webhook.id}`,
		test_url: `${urlOf(owner)}/${webhook.id}/test`,
		ping_url: `${urlOf(owner)}/${webhook.id}/pings`,
		deliveries_url: `${urlOf(owner)}/${webhook.id}/deliveries`,
		last_response: { code: null, status: 'unused', message: null },
	});
	const deliveryResponse = (delivery: Delivery): object => ({
		id: delivery.id,
		guid: delivery.guid,
		delivered_at: new Date(delivery.deliveredAt).toISOString(),
		redelivery: delivery.redelivery,
		duration: delivery.duration,
		status: delivery.status,
		status_code: delivery.statusCode,
		event: delivery.event,
		action: (delivery.payload.action as string | undefined) ?? null,
		installation_id: null,
		repository_id: delivery.repository,
		throttled_at: null,
	});

	/** Callers that may not manage webhooks get 404, as for a repository that they cannot see. */
	const ownerOf = (req: ApiRequest): WebhookOwner => {
		const { caller, params } = req;
		if (!caller) throw apiError(401, 'Requires authentication');
		const isRepository = params.repo !== undefined;
		const scopes = isRepository ? ['repo', 'admin:repo_hook'] : ['admin:org_hook'];
		if (!scopes.some((scope) => caller.scopes.has(scope))) throw notFound();
		return isRepository
			? { kind: 'repository', name: `${req.repo.owner}/${req.repo.name}` }
			: { kind: 'organization', name: organizationOf(req) };
	};
	const webhookOf = (req: ApiRequest): Webhook =>
		findById(webhooks.of(ownerOf(req)), req.params.hook);
	const logOf = (webhook: Webhook): Delivery[] =>
		webhooks.log.filter((delivery) => delivery.webhook === webhook);

	/** One page of a delivery log, newest first. The cursor is the ID of its first entry. */
	const deliveries = (req: ApiRequest): StatusResponse => {
		const { per_page: perPage, cursor } = req.query;
		const log = logOf(webhookOf(req)).reverse();
		const size = Math.min(Number(perPage ?? DEFAULT_PAGE_SIZE), 100);
		const start = cursor === undefined ? 0 : log.findIndex(({ id }) => String(id) === cursor);
		if (start < 0) throw apiError(400, 'Invalid cursor');
		const next = log[start + size];
		const url = `${req.request.protocol}://${req.request.host}${pathOf(req.request.url)}`;
		return new StatusResponse(200, log.slice(start, start + size).map(deliveryResponse), {
			date: new Date(clock.now()).toUTCString(),
			...(next ? { link: `<${url}?per_page=${size}&cursor=${next.id}>; rel="next"` } : {}),
		});
	};

	const routesOf = (path: string): Routes => ({
		[`GET ${path}`]: (req) => new PageResponse(webhooks.of(ownerOf(req)).map(webhookResponse)),
		[`POST ${path}`]: (req) =>
			new StatusResponse(201, webhookResponse(webhooks.create(ownerOf(req), req.body))),
		[`GET ${path}/:hook`]: (req) => webhookResponse(webhookOf(req)),
		[`PATCH ${path}/:hook`]: (req) => {
			const webhook = webhookOf(req);
			webhooks.update(webhook, req.body);
			return webhookResponse(webhook);
		},
		[`PATCH ${path}/:hook/config`]: (req) => {
			const webhook = webhookOf(req);
			webhooks.update(webhook, { config: { ...webhook.config, ...req.body } });
			return configResponse(webhook);
		},
		[`POST ${path}/:hook/pings`]: (req) => {
			webhooks.ping(webhookOf(req));
		},
		[`DELETE ${path}/:hook`]: (req) => {
			webhooks.remove(webhookOf(req));
		},
		[`GET ${path}/:hook/deliveries`]: deliveries,
		[`POST ${path}/:hook/deliveries/:delivery/attempts`]: (req) => {
			webhooks.redeliver(findById(logOf(webhookOf(req)), req.params.delivery));
			return new StatusResponse(202, {});
		},
	});
	return { ...routesOf('/repos/:owner/:repo/hooks'), ...routesOf('/orgs/:org/hooks') };
}
