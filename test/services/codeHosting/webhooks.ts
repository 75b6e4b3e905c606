// Webhooks of repositories and organizations: signed deliveries, their log, and redeliveries.

import { createHmac, randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { deliver } from '../kit/deliver';
import { List, Reply } from '../kit/exchange';
import { sizeOf } from '../kit/paging';
import { pathOf } from '../kit/requestPattern';
import type { Fields } from '../kit/records';
import { apiError, validationError } from './errors';
import { documented, HOST, repositoryPath, repositoryResponse, USER, website } from './responses';
import {
	byId,
	organizationOf,
	pageSize,
	type ApiRequest,
	type Context,
	type Routes,
} from './router';
import type { Repository, Settings } from './world';

export interface Webhook extends Fields {
	id: number;
	/** Path of its repository or organization, such as `/orgs/octo-org`. */
	owner: string;
	active: boolean;
	events: string[];
	config: { url: string; content_type: string; insecure_ssl: string; secret?: string };
}

type Changes = Partial<Webhook> & { add_events?: string[]; remove_events?: string[] };

/** One entry of the delivery log, in the format of the API except for the first two properties. */
export interface Delivery extends Fields {
	webhook: Webhook;
	payload: Fields;
	id: number;
	guid: string;
	event: string;
	status_code: number;
}

type NewDelivery = Omit<Delivery, 'id' | 'status_code'> &
	Pick<Delivery, 'webhook' | 'payload' | 'guid' | 'event'>;

export interface NewWebhookEvent {
	event: string;
	/** In addition to `repository` and `sender`. */
	payload?: Fields;
	/** Default: the first repository. */
	repository?: string;
}

const kindOf = (owner: string) => (owner.startsWith('/repos/') ? 'repository' : 'organization');

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

	of(path: string): Webhook[] {
		return this.all.filter(({ owner }) => owner === path);
	}

	/** Creates a webhook and sends it a ping. @throws HttpError 422 */
	create(owner: string, body: Fields): Webhook {
		const now = this.clock.iso();
		const webhook: Webhook = {
			id: this.nextId++,
			owner,
			active: true,
			events: ['push'],
			config: { url: '', content_type: 'form', insecure_ssl: '0' },
			created_at: now,
			updated_at: now,
		};
		this.update(webhook, body);
		if (this.of(owner).some(({ config }) => config.url === webhook.config.url))
			throw validationError('url', `Hook already exists on this ${kindOf(owner)}`);
		this.all.push(webhook);
		this.ping(webhook);
		return webhook;
	}

	ping(webhook: Webhook): void {
		const payload = { zen: 'Design for failure.', hook_id: webhook.id };
		this.deliver({ webhook, payload, guid: randomUUID(), event: 'ping', repository_id: 0 });
	}

	/** @throws HttpError 422 */
	update(webhook: Webhook, body: Fields): Webhook {
		const { secret, ...kept } = webhook.config;
		const { events: given = webhook.events, active = webhook.active, ...changes } = body as Changes;
		const { add_events: added = [], remove_events: removed = [] } = changes;
		const events = [...new Set([...given, ...added])].filter((event) => !removed.includes(event));
		// A configuration without the secret removes it.
		const config = { ...kept, ...(changes.config ?? (secret === undefined ? {} : { secret })) };
		if (!URL.canParse(config.url)) throw validationError('url', 'url is not a valid URL');
		return Object.assign(webhook, { config, events, active, updated_at: this.clock.iso() });
	}

	remove(webhook: Webhook): void {
		this.all.splice(this.all.indexOf(webhook), 1);
	}

	/**
	 * Sends an event to the webhooks of its repository and of the organization. All deliveries of an
	 * event have the same GUID.
	 */
	emit(repository: Repository, { event, payload: given = {} }: NewWebhookEvent): string {
		const guid = randomUUID();
		const payload = {
			sender: { login: USER.login, id: USER.id, type: 'User' },
			...given,
			repository: repositoryResponse(repository),
		};
		const owners = [repositoryPath(repository), `/orgs/${repository.owner}`];
		for (const webhook of owners.flatMap((owner) => this.of(owner)))
			if (webhook.active && (webhook.events.includes('*') || webhook.events.includes(event)))
				this.deliver({ webhook, payload, guid, event, repository_id: repository.id });
		return guid;
	}

	/** Resolves once no delivery is in flight. */
	async settled(): Promise<void> {
		while (this.open.size > 0) await Promise.all(this.open);
	}

	deliver(sent: NewDelivery, redelivery = false): void {
		const delivery = this.attempt(sent).then((result) => {
			const action = sent.payload.action ?? null;
			this.log.push({ ...sent, id: this.nextId++, action, redelivery, ...result });
			this.open.delete(delivery);
		});
		this.open.add(delivery);
	}

	private async attempt({ webhook, payload, guid, event }: NewDelivery) {
		const { id, owner, config } = webhook;
		const json = JSON.stringify(payload);
		const isJson = config.content_type === 'json';
		const body = isJson ? json : new URLSearchParams({ payload: json }).toString();
		const { secret } = config;
		const headers = {
			'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
			'user-agent': 'GitHub-Hookshot/0000000',
			'x-github-delivery': guid,
			'x-github-event': event,
			'x-github-hook-id': String(id),
			'x-github-hook-installation-target-type': kindOf(owner),
			...(secret && {
				'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
			}),
		};
		const delivered_at = this.clock.iso();
		const isReachable = this.settings.webhooksReachN8n;
		const { status: code } = isReachable ? await deliver(config.url, body, headers) : { status: 0 };
		const outcome =
			code === 0
				? { status: 'failed to connect', status_code: 502 }
				: { status: code < 300 ? 'OK' : `Invalid HTTP Response: ${code}`, status_code: code };
		return { delivered_at, duration: 0.1, ...outcome };
	}
}

/** The routes of the webhooks of repositories and organizations, and their delivery logs. */
export function webhookRoutes({ clock }: Context, webhooks: Webhooks): Routes {
	const webhookResponse = ({ owner, ...webhook }: Webhook): object => {
		const url = `${HOST}${owner}/hooks/${webhook.id}`;
		return documented.record('GET /repos/:owner/:repo/hooks/:hook', {
			...webhook,
			type: kindOf(owner) === 'repository' ? 'Repository' : 'Organization',
			config: { ...webhook.config, ...(webhook.config.secret && { secret: '********' }) },
			url,
			test_url: `${url}/test`,
			ping_url: `${url}/pings`,
			deliveries_url: `${url}/deliveries`,
		});
	};
	const ownerOf = (req: ApiRequest): string =>
		req.params.repo === undefined ? `/orgs/${organizationOf(req)}` : repositoryPath(req.repo);
	const webhookOf = (req: ApiRequest): Webhook => byId(webhooks.of(ownerOf(req)), req.params.hook);
	const logOf = (req: ApiRequest): Delivery[] => {
		const webhook = webhookOf(req);
		return webhooks.log.filter((delivery) => delivery.webhook === webhook);
	};

	/** One page of a delivery log, newest first. The cursor is the ID of its first entry. */
	const deliveries = (req: ApiRequest): Reply => {
		const { cursor } = req.query;
		const log = logOf(req).reverse();
		const size = sizeOf(req.query, pageSize);
		const start = cursor === undefined ? 0 : log.findIndex(({ id }) => String(id) === cursor);
		if (start < 0) throw apiError(400, 'Invalid cursor');
		const next = log[start + size];
		const { protocol, host, url } = req.request;
		const link = `<${protocol}://${host}${pathOf(url)}?per_page=${size}&cursor=${next?.id}>; rel="next"`;
		const rows = log
			.slice(start, start + size)
			.map((row) => ({ ...row, webhook: undefined, payload: undefined }));
		return new Reply(200, rows, {
			date: new Date(clock.now()).toUTCString(),
			...(next && { link }),
		});
	};

	const routesOf = (path: string): Routes => ({
		[`GET ${path}`]: (req) => new List(webhooks.of(ownerOf(req)).map(webhookResponse)),
		[`POST ${path}`]: (req) =>
			new Reply(201, webhookResponse(webhooks.create(ownerOf(req), req.body))),
		[`GET ${path}/:hook`]: (req) => webhookResponse(webhookOf(req)),
		[`PATCH ${path}/:hook`]: (req) => webhookResponse(webhooks.update(webhookOf(req), req.body)),
		[`POST ${path}/:hook/pings`]: (req) => webhooks.ping(webhookOf(req)),
		[`DELETE ${path}/:hook`]: (req) => webhooks.remove(webhookOf(req)),
		[`GET ${path}/:hook/deliveries`]: deliveries,
		[`POST ${path}/:hook/deliveries/:delivery/attempts`](req) {
			webhooks.deliver(byId(logOf(req), req.params.delivery), true);
			return new Reply(202, {});
		},
	});
	return { ...routesOf('/repos/:owner/:repo/hooks'), ...routesOf('/orgs/:org/hooks') };
}

const ISSUES = '/repos/:owner/:repo/issues';
const PULLS = '/repos/:owner/:repo/pulls';

type EventsOf = (req: ApiRequest, response: object) => NewWebhookEvent[];

const ofFile: EventsOf = ({ repo, body }) => [
	push(repo, String(body.branch ?? repo.contents.defaultBranch)),
];

/** The webhook events of requests that change something. */
const events: Readonly<Record<string, EventsOf>> = {
	[`POST ${ISSUES}`]: (_, issue) => [{ event: 'issues', payload: { action: 'opened', issue } }],
	[`PATCH ${ISSUES}/:number`]({ body: { state } }, issue) {
		const action = state === 'closed' ? 'closed' : state === 'open' ? 'reopened' : 'edited';
		return [{ event: 'issues', payload: { action, issue } }];
	},
	[`POST ${ISSUES}/:number/comments`]({ repo, params }, comment) {
		const issue = repo.discussions.issue(params.number);
		const payload = { action: 'created', issue, comment };
		return [{ event: 'issue_comment', payload }];
	},
	[`POST ${PULLS}`]: (_, pull) => [pullRequestEvent('opened', pull)],
	[`PUT ${PULLS}/:number/merge`]({ repo, params }) {
		const pull = repo.discussions.pull(params.number);
		const event = pullRequestEvent('closed', repo.discussions.pullResponse(pull));
		return [event, push(repo, pull.base)];
	},
	'POST /repos/:owner/:repo/merges': ({ repo, body }) => [push(repo, String(body.base))],
	'POST /repos/:owner/:repo/labels': (_, label) => [
		{ event: 'label', payload: { action: 'created', label } },
	],
	'PUT /repos/:owner/:repo/contents/*': ofFile,
	'DELETE /repos/:owner/:repo/contents/*': ofFile,
	'PATCH /repos/:owner/:repo/git/refs/*': ({ repo, params }) => [
		push(repo, params['*']!.replace(/^heads\//, '')),
	],
};

/** The webhook events of a request. A response without a body changed nothing. */
export const eventsOf = (req: ApiRequest, response: unknown): NewWebhookEvent[] =>
	response ? (events[req.operation]?.(req, response as object) ?? []) : [];

const pullRequestEvent = (action: string, pull: object): NewWebhookEvent => ({
	event: 'pull_request',
	payload: { action, number: (pull as { number: number }).number, pull_request: pull },
});

/** The new commit of a branch, with the paths of its files. */
function push(repo: Repository, branch: string): NewWebhookEvent {
	const { contents } = repo;
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
	const ref = `refs/heads/${branch}`;
	return { event: 'push', payload: { ref, before: parents[0], after: sha, commits: [commit] } };
}
