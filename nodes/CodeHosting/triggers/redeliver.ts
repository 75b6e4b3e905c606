/**
 * Requests the deliveries that did not reach n8n, for example because it was restarting. The service
 * itself never repeats a delivery, but it keeps a log for three days.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import {
	isOwnUrl,
	placeOf,
	pollDeadline,
	RecentValues,
	responseRows,
	runCheck,
} from '../../engine';
import {
	type Connection,
	type HttpResponse,
	statusOf,
	toResult,
	toText,
} from '../../engine/describe';
import { nextPageIn } from '../paging';
import { findWebhook, request } from './hooks';
import {
	loggedDelivery,
	lostDeliveries,
	type LoggedDelivery,
	type LostDelivery,
} from './lostDeliveries';
import {
	connectTrigger,
	isManaged,
	readSettings,
	type StoredWebhook,
	webhookStateOf,
} from './webhookSettings';

/** The service redelivers only what is younger than this. */
const logMs = 3 * 24 * 3_600_000;
/** Entries appear in the log out of order, and after the delivery. */
const overlapMs = 10 * 60_000;
/** 1,000 entries. Older ones are not checked. */
const maxPages = 10;
/** Maximum number of redeliveries that one check requests. */
const maxRequests = 100;

/** How often this process requested a delivery. The log shows a redelivery only after it ended. */
const requestedTimes = new RecentValues(10_000);

/** Checks the delivery log. Redelivered events arrive at the webhook. */
export const requestLostDeliveries = async (context: IPollFunctions): Promise<null> =>
	await runCheck(
		context,
		'Could not check for lost deliveries',
		async () => await checkDeliveries(context),
	);

async function checkDeliveries(context: IPollFunctions): Promise<void> {
	if (!isManaged(context)) return;
	const settings = readSettings(context);
	const { redeliveries: maxRedeliveries, path, permission } = settings;
	if (maxRedeliveries === 0) return;
	const deadline = pollDeadline(context);
	const connection = await connectTrigger(context);
	const id = await findWebhook(connection, settings, (url) => isOwnUrl(context, 'webhook', url));
	// The trigger has no webhook yet. n8n may poll while it calls the webhook methods.
	if (id === undefined) return;
	const logPath = pathOf({ path, id });
	const key = connection.address.url + logPath;
	const state = webhookStateOf(context);
	const from = state.checked?.log === key ? state.checked.until : 0;
	const { log, now } = await readLog(connection, logPath, { permission, from });
	const timesRequested = (guid: string): number =>
		Number(requestedTimes.get(`${key} ${guid}`) ?? 0);
	const lost = lostDeliveries(log);
	// Deliveries that were requested less often come first, so that a failing one delays no others.
	const attempts = ({ guid, redeliveries }: LostDelivery): number =>
		Math.max(redeliveries, timesRequested(guid));
	const pending = lost
		.filter((delivery) => attempts(delivery) < maxRedeliveries)
		.sort((a, b) => attempts(a) - attempts(b));
	let requested = 0;
	const failures: string[] = [];
	for (const { id, guid } of pending.slice(0, maxRequests)) {
		if (performance.now() > deadline) break;
		const delivery = `${logPath}/${encodeURIComponent(id)}`;
		const error = await requestRedelivery(connection, delivery, permission);
		requestedTimes.set(`${key} ${guid}`, String(timesRequested(guid) + 1));
		if (error === undefined) requested += 1;
		else failures.push(`${guid}: ${error.message}`);
	}
	if (failures.length > 0)
		context.logger.warn(
			`Could not request ${failures.length} lost deliveries again, the first with the ID ${failures[0]}`,
			placeOf(context),
		);
	if (requested > 0)
		context.logger.info(`Requested ${requested} lost deliveries again`, placeOf(context));
	const abandoned = lost.length - pending.length;
	if (abandoned > 0)
		context.logger.warn(
			`${abandoned} deliveries failed after ${maxRedeliveries} redeliveries. The delivery log of the webhook shows the responses of n8n.`,
			placeOf(context),
		);
	// The next check must read the entries of deliveries that are still lost.
	const until = pending.reduce((earliest, { deliveredAt }) => Math.min(earliest, deliveredAt), now);
	state.checked = { log: key, until };
}

const pathOf = ({ path, id }: Pick<StoredWebhook, 'path' | 'id'>): string =>
	`${path}/${id}/deliveries`;

/**
 * Requests one delivery again.
 * @returns the error that the service reported for this delivery
 * @throws PackError if other deliveries would fail, too
 */
async function requestRedelivery(
	connection: Connection,
	path: string,
	permission: string,
): Promise<Error | undefined> {
	const result = await toResult(request(connection, 'POST', `${path}/attempts`, permission));
	if (!('error' in result) || isRejected(result.error)) return undefined;
	if (failsForAll(result.error)) throw result.error;
	return result.error as Error;
}

/** Whether the service rejected one delivery, for example because it is too old. */
const isRejected = (error: unknown): boolean => [400, 404, 422].includes(statusOf(error) ?? 0);

/** Whether an error concerns the credential or the rate limit, and not one delivery. */
const failsForAll = (error: unknown): boolean => [401, 403, 429].includes(statusOf(error) ?? 0);

/**
 * The number of deliveries that have not reached n8n, among the newest 100. Removing the webhook
 * removes its log, so that they cannot be requested any more.
 */
export async function countLostDeliveries(
	connection: Connection,
	webhook: StoredWebhook,
): Promise<number> {
	const { log } = await readLog(connection, pathOf(webhook), { from: 0, pages: 1 });
	return lostDeliveries(log).length;
}

/** Reads the log from the newest entry back to `from`, or to the start of the log. */
async function readLog(
	connection: Connection,
	url: string,
	{ permission, from, pages = maxPages }: { permission?: string; from: number; pages?: number },
): Promise<{ log: LoggedDelivery[]; now: number }> {
	const log: LoggedDelivery[] = [];
	let now = Date.now();
	let query: IDataObject | undefined = {};
	for (let page = 0; page < pages && query !== undefined; page++) {
		const response: HttpResponse = await request(connection, 'GET', url, permission, undefined, {
			per_page: 100,
			...query,
		});
		// n8n's clock may differ from that of the service.
		if (page === 0) now = Date.parse(toText(response.headers.date)) || now;
		const entries = responseRows(response).flatMap((row) => loggedDelivery(row) ?? []);
		const start = Math.max(from - overlapMs, now - logMs);
		for (const entry of entries) if (entry.deliveredAt >= start) log.push(entry);
		query = entries.some(({ deliveredAt }) => deliveredAt < start)
			? undefined
			: nextPageIn(toText(response.headers.link));
	}
	return { log, now };
}
