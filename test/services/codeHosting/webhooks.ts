// Webhooks of repositories and organizations: signed deliveries, their log, and redeliveries.

import { createHmac, randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { deliver } from '../kit/deliver';
import { List, Reply } from '../kit/exchange';
import { pathOf } from '../kit/requestPattern';
import { contentsOf } from './contents';
import { apiError, validationError } from './errors';
import { HOST, repositoryResponse, website } from './responses';
import { byId, organizationOf, type ApiRequest, type Context, type Routes } from './router';
import { organizationEvents, repositoryEvents } from './webhookEvents';
import { fullName, USER, type Repository, type Settings } from './world';

/** The repository (`owner/name`) or the organization that a webhook belongs to. */
export interface WebhookOwner {
	kind: 'repository' | 'organization';
	name: string;
}

export interface Webhook {
	id: number;
	owner: WebhookOwner;
	active: boolean;
	events: string[];
	config: { url: string; content_type: string; insecure_ssl: string; secret?: string };
	created_at: string;
	updated_at: string;
}

type Changes = Partial<Webhook> & { add_events?: string[]; remove_events?: string[] };

/** One entry of the delivery log. */
export interface Delivery {
	id: number;
	webhook: Webhook;
	guid: string;
	event: string;
	payload: Record<string, unknown>;
	repository: number;
	redelivery: boolean;
	deliveredAt: number;
	duration: number;
	status: string;
	statusCode: number;
}

export interface NewWebhookEvent {
	event: string;
	/** In addition to `repository` and `sender`. */
	payload?: Record<string, unknown>;
	/** Default: the first repository. */
	repository?: string;
}

const MAX_REDELIVERY_AGE_MS = 3 * 24 * 3_600_000;

const exists = (event: string, { kind }: WebhookOwner): boolean =>
	event === '*' ||
	repositoryEvents.includes(event) ||
	(kind === 'organization' && organizationEvents.includes(event));

export class Webhooks {
	readonly all: Webhook[] = [];
	/** Oldest first. */
	readonly log: Delivery[] = [];
	/** Deliveries in flight. */
	private readonly open = new Set<Promise<void>>();
	private nextId = 12_345_678;

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {}

	of({ kind, name }: WebhookOwner): Webhook[] {
		return this.all.filter(({ owner }) => owner.kind === kind && owner.name === name);
	}

	/** Creates a webhook and sends it a ping. @throws HttpError 422 */
	create(owner: WebhookOwner, body: Readonly<Record<string, unknown>>): Webhook {
		const webhook: Webhook = {
			id: this.nextId++,
			owner,
			active: true,
			events: ['push'],
			config: { url: '', content_type: 'form', insecure_ssl: '0' },
			created_at: this.clock.iso(),
			updated_at: this.clock.iso(),
		};
		this.update(webhook, body);
		if (this.of(owner).some(({ config }) => config.url === webhook.config.url))
			throw validationError('url', `Hook already exists on this ${owner.kind}`);
		this.all.push(webhook);
		this.ping(webhook);
		return webhook;
	}

	ping(webhook: Webhook): void {
		const payload = { zen: 'Design for failure.', hook_id: webhook.id };
		this.deliver(webhook, randomUUID(), 'ping', payload, 0);
	}

	/** @throws HttpError 422 */
	update(webhook: Webhook, body: Readonly<Record<string, unknown>>): void {
		const {
			config,
			active,
			add_events: added = [],
			remove_events: removed = [],
			events = webhook.events,
		} = body as Changes;
		const nextEvents = [...new Set([...events, ...added])].filter(
			(event) => !removed.includes(event),
		);
		// A configuration without the secret removes it.
		const { secret, ...kept } = webhook.config;
		const next = { ...kept, ...(config ?? (secret === undefined ? {} : { secret })) };
		if (!URL.canParse(next.url)) throw validationError('url', 'url is not a valid URL');
		for (const event of nextEvents) {
			if (!exists(event, webhook.owner))
				throw validationError(
					'events',
					`The event ${event} does not exist for this ${webhook.owner.kind}`,
				);
		}
		Object.assign(webhook, {
			config: next,
			events: nextEvents,
			...(active === undefined ? {} : { active }),
			updated_at: this.clock.iso(),
		});
	}

	remove(webhook: Webhook): void {
		this.all.splice(this.all.indexOf(webhook), 1);
	}

	/**
	 * Sends an event to the webhooks of its repository and of the organization. All deliveries of an
	 * event have the same GUID.
	 */
	emit(repository: Repository, { event, payload = {} }: NewWebhookEvent): string {
		const guid = randomUUID();
		const body = {
			...payload,
			repository: repositoryResponse(repository),
			sender: { login: USER.login, id: USER.id, type: 'User' },
			...('sender' in payload ? { sender: payload.sender } : {}),
		};
		const owners: WebhookOwner[] = [
			{ kind: 'repository', name: `${repository.owner}/${repository.name}` },
			{ kind: 'organization', name: repository.owner },
		];
		for (const webhook of owners.flatMap((owner) => this.of(owner)))
			if (webhook.active && (webhook.events.includes('*') || webhook.events.includes(event)))
				this.deliver(webhook, guid, event, body, repository.id);
		return guid;
	}

	/** @throws HttpError 422 for a delivery that is too old */
	redeliver({ webhook, guid, event, payload, repository, deliveredAt }: Delivery): void {
		if (deliveredAt < this.clock.now() - MAX_REDELIVERY_AGE_MS)
			throw validationError('delivery', 'The delivery is too old to be redelivered');
		this.deliver(webhook, guid, event, payload, repository, true);
	}

	/** Resolves once no delivery is in flight. */
	async settled(): Promise<void> {
		while (this.open.size > 0) await Promise.all(this.open);
	}

	/** The headers of a delivery, including the signature. */
	headers({ id, owner, config }: Webhook, guid: string, event: string, body: string) {
		const { secret } = config;
		return {
			'content-type':
				config.content_type === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
			'user-agent': 'GitHub-Hookshot/0000000',
			'x-github-delivery': guid,
			'x-github-event': event,
			'x-github-hook-id': String(id),
			'x-github-hook-installation-target-type': owner.kind,
			...(secret
				? {
						'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
					}
				: {}),
		};
	}

	private deliver(
		webhook: Webhook,
		guid: string,
		event: string,
		payload: Record<string, unknown>,
		repository: number,
		redelivery = false,
	): void {
		const delivery = this.attempt(webhook, guid, event, payload).then((result) => {
			this.log.push({
				id: this.nextId++,
				webhook,
				guid,
				event,
				payload,
				repository,
				redelivery,
				...result,
			});
			this.open.delete(delivery);
		});
		this.open.add(delivery);
	}

	private async attempt(
		webhook: Webhook,
		guid: string,
		event: string,
		payload: Record<string, unknown>,
	): Promise<Pick<Delivery, 'deliveredAt' | 'duration' | 'status' | 'statusCode'>> {
		const json = JSON.stringify(payload);
		const { content_type: type, url } = webhook.config;
		const body = type === 'json' ? json : new URLSearchParams({ payload: json }).toString();
		const deliveredAt = this.clock.now();
		const startedAt = performance.now();
		const response = this.settings.webhooksReachN8n
			? await deliver(url, body, this.headers(webhook, guid, event, body))
			: { status: 0 };
		const [statusCode, status] = outcomeOf(response);
		return { deliveredAt, duration: (performance.now() - startedAt) / 1000, status, statusCode };
	}
}

/** Status and text in the delivery log. */
function outcomeOf({ status, error }: Awaited<ReturnType<typeof deliver>>): [number, string] {
	if (status === 0)
		return error?.code === 'ECONNABORTED' ? [504, 'timed out'] : [502, 'failed to connect'];
	return [status, status < 300 ? 'OK' : `Invalid HTTP Response: ${status}`];
}

/** The routes of the webhooks of repositories and organizations, and their delivery logs. */
export function webhookRoutes({ clock }: Context, webhooks: Webhooks): Routes {
	const configResponse = ({ config }: Pick<Webhook, 'config'>): object => ({
		...config,
		...(config.secret && { secret: '********' }),
	});
	const webhookResponse = ({ owner, ...webhook }: Webhook): object => {
		const url = `${HOST}/${owner.kind === 'repository' ? 'repos' : 'orgs'}/${owner.name}/hooks/${webhook.id}`;
		return {
			type: owner.kind === 'repository' ? 'Repository' : 'Organization',
			...webhook,
			name: 'web',
			config: configResponse(webhook),
			url,
			test_url: `${url}/test`,
			ping_url: `${url}/pings`,
			deliveries_url: `${url}/deliveries`,
			last_response: { code: null, status: 'unused', message: null },
		};
	};
	const deliveryResponse = (delivery: Delivery): object => ({
		id: delivery.id,
		guid: delivery.guid,
		delivered_at: new Date(delivery.deliveredAt).toISOString(),
		redelivery: delivery.redelivery,
		duration: delivery.duration,
		status: delivery.status,
		status_code: delivery.statusCode,
		event: delivery.event,
		action: delivery.payload.action ?? null,
		installation_id: null,
		repository_id: delivery.repository,
		throttled_at: null,
	});

	const ownerOf = (req: ApiRequest): WebhookOwner =>
		req.params.repo === undefined
			? { kind: 'organization', name: organizationOf(req) }
			: { kind: 'repository', name: fullName(req.repo) };
	const webhookOf = (req: ApiRequest): Webhook => byId(webhooks.of(ownerOf(req)), req.params.hook);
	const logOf = (webhook: Webhook): Delivery[] =>
		webhooks.log.filter((delivery) => delivery.webhook === webhook);

	/** One page of a delivery log, newest first. The cursor is the ID of its first entry. */
	const deliveries = (req: ApiRequest): Reply => {
		const { per_page: perPage = 30, cursor } = req.query;
		const log = logOf(webhookOf(req)).reverse();
		const size = Math.min(Number(perPage), 100);
		const start = cursor === undefined ? 0 : log.findIndex(({ id }) => String(id) === cursor);
		if (start < 0) throw apiError(400, 'Invalid cursor');
		const next = log[start + size];
		const url = `${req.request.protocol}://${req.request.host}${pathOf(req.request.url)}`;
		return new Reply(200, log.slice(start, start + size).map(deliveryResponse), {
			date: new Date(clock.now()).toUTCString(),
			...(next && { link: `<${url}?per_page=${size}&cursor=${next.id}>; rel="next"` }),
		});
	};

	const routesOf = (path: string): Routes => ({
		[`GET ${path}`]: (req) => new List(webhooks.of(ownerOf(req)).map(webhookResponse)),
		[`POST ${path}`]: (req) =>
			new Reply(201, webhookResponse(webhooks.create(ownerOf(req), req.body))),
		[`GET ${path}/:hook`]: (req) => webhookResponse(webhookOf(req)),
		[`PATCH ${path}/:hook`](req) {
			const webhook = webhookOf(req);
			webhooks.update(webhook, req.body);
			return webhookResponse(webhook);
		},
		[`PATCH ${path}/:hook/config`](req) {
			const webhook = webhookOf(req);
			webhooks.update(webhook, { config: { ...webhook.config, ...req.body } });
			return configResponse(webhook);
		},
		[`POST ${path}/:hook/pings`]: (req) => webhooks.ping(webhookOf(req)),
		[`DELETE ${path}/:hook`]: (req) => webhooks.remove(webhookOf(req)),
		[`GET ${path}/:hook/deliveries`]: deliveries,
		[`POST ${path}/:hook/deliveries/:delivery/attempts`](req) {
			webhooks.redeliver(byId(logOf(webhookOf(req)), req.params.delivery));
			return new Reply(202, {});
		},
	});
	return { ...routesOf('/repos/:owner/:repo/hooks'), ...routesOf('/orgs/:org/hooks') };
}

const ISSUES = '/repos/:owner/:repo/issues';

/** The webhook event of a request that changed something, if it has one. */
export function eventOf(
	req: ApiRequest,
	response: unknown,
	issueResponse: () => object,
): NewWebhookEvent | undefined {
	// Not all requests have a repository.
	const { state, branch } = req.body;
	switch (req.operation) {
		case `POST ${ISSUES}`:
			return { event: 'issues', payload: { action: 'opened', issue: response } };
		case `PATCH ${ISSUES}/:number`: {
			const action = state === 'closed' ? 'closed' : state === 'open' ? 'reopened' : 'edited';
			return { event: 'issues', payload: { action, issue: response } };
		}
		case `POST ${ISSUES}/:number/comments`: {
			const payload = { action: 'created', issue: issueResponse(), comment: response };
			return { event: 'issue_comment', payload };
		}
		case 'POST /repos/:owner/:repo/labels':
			return { event: 'label', payload: { action: 'created', label: response } };
		case 'PUT /repos/:owner/:repo/contents/*':
		case 'DELETE /repos/:owner/:repo/contents/*':
			return push(req.repo, String(branch ?? contentsOf(req.repo).defaultBranch));
		case 'PATCH /repos/:owner/:repo/git/refs/*':
			return push(req.repo, req.params['*']!.replace(/^heads\//, ''));
		default:
			return undefined;
	}
}

/** The new commit of a branch, with the paths of its files. */
function push(repo: Repository, branch: string): NewWebhookEvent {
	const contents = contentsOf(repo);
	const { sha, message, author, parents } = contents.resolve(branch);
	const files = contents.treeOf(sha);
	const earlier = contents.treeOf(parents[0]);
	const isChanged = (path: string): boolean => earlier.get(path)?.sha !== files.get(path)!.sha;
	const commit = {
		id: sha,
		message,
		timestamp: author.date,
		url: `${website(repo)}/commit/${sha}`,
		author: { name: author.name, email: author.email },
		added: [...files.keys()].filter((path) => !earlier.has(path)),
		modified: [...files.keys()].filter((path) => earlier.has(path) && isChanged(path)),
		removed: [...earlier.keys()].filter((path) => !files.has(path)),
	};
	return { event: 'push', payload: { ref: `refs/heads/${branch}`, commits: [commit] } };
}
