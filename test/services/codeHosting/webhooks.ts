// Webhooks of repositories and organizations: signed deliveries, their log, and redeliveries.

import { createHmac, randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { deliver } from '../kit/deliver';
import { validationError } from './errors';
import { USER, type Repository } from './model';
import { repositoryResponse } from './responses';
import type { Settings } from './settings';

import { organizationEvents, repositoryEvents } from './webhookEvents';

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
