/** One request out and back: authentication, timeout, redirects, sending again, rate limits. */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { Incomplete, parseJson, readText } from './body';
import type { Replay } from './catalogue';
import type { Connection, RawAnswer } from './connection';
import { refusalOf, refusalOfFault, type Refused } from './failure';
import { pause } from './pause';
import { isReadable, type Readable } from './readable';
import { Refusal, Stopped } from './refusal';
import type { RequestPlan } from './request';
import { askedWait, decide, type Outcome } from './retry';
import { settle } from './settle';

export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	/** Parsed JSON, text where the answer is none, undefined when empty or streamed. */
	readonly body: unknown;
	/** The unread body, where the request asked for a stream. */
	readonly stream?: Readable;
}

export interface SendPolicy {
	readonly replay: Replay;
	/** What to make of the body. `location` stops at a redirect and hands its answer over. */
	readonly as?: 'json' | 'text' | 'stream' | 'location';
	/** Address of the service itself (default), or any other: then no credential goes along. */
	readonly foreign?: boolean;
	/** Named in the error when the service answers 403. */
	readonly scope?: string;
	/** Milliseconds; the connection's own timeout when absent. */
	readonly timeoutMs?: number;
}

const mostRedirects = 5;

/**
 * Sends one request and answers its 2xx answer.
 * @throws Refusal with the service's own words, Stopped when the execution is canceled
 */
export async function send(connection: Connection, plan: RequestPlan, policy: SendPolicy): Promise<Answer> {
	for (let attempt = 1; ; attempt++) {
		if (connection.signal?.aborted) throw new Stopped();
		if (!policy.foreign) await connection.admit();
		const result = await attemptOnce(connection, plan, policy);
		if ('answer' in result) return result.answer;
		const verdict = decide(result.outcome, policy.replay, attempt, connection.patience);
		if ('stop' in verdict) throw result.refusal(attempt, verdict);
		await pause(verdict.again, connection.signal);
	}
}

type Attempt = { answer: Answer } | Failed;
interface Failed {
	readonly outcome: Outcome;
	readonly refusal: Refused;
}

async function attemptOnce(connection: Connection, plan: RequestPlan, policy: SendPolicy): Promise<Attempt> {
	const result = await settle(exchanged(connection, plan, policy));
	if ('value' in result) return result.value;
	const { error } = result;
	if (connection.signal?.aborted) throw new Stopped();
	const fault = error instanceof Incomplete ? error.fault : faultOf(error);
	if (fault === undefined) throw error;
	return { outcome: { fault }, refusal: refusalOfFault(connection, fault, policy.replay) };
}

async function exchanged(connection: Connection, plan: RequestPlan, policy: SendPolicy): Promise<Attempt> {
	const raw = await exchange(connection, plan, policy);
	const accepted = raw.statusCode < 300 || (policy.as === 'location' && raw.statusCode < 400);
	if (!accepted) return await refused(connection, raw, policy);
	if (policy.as === 'stream') return { answer: { ...facts(raw), body: undefined, stream: raw.body as Readable } };
	const answer = await readAnswer(connection, raw, policy);
	if (policy.foreign || !connection.service.refuses?.(answer.body)) return { answer };
	return refusalOf(connection, { status: raw.statusCode, body: answer.body, askedMs: askedWait(raw.headers), scope: policy.scope });
}

async function readAnswer(connection: Connection, raw: RawAnswer, policy: SendPolicy): Promise<Answer> {
	const text = await bodyText(connection, raw, policy);
	if (text === '' || policy.as === 'text' || policy.as === 'location') return { ...facts(raw), body: text === '' ? undefined : text };
	const body = parsed(text, connection.service.wideIds);
	if (body === undefined) throw new Incomplete('TRUNCATED');
	return { ...facts(raw), body };
}

/** JSON as a value; nothing where it is none, such as the error page of a proxy. */
function parsed(text: string, wideIds?: readonly string[]): unknown {
	try {
		return parseJson(text, wideIds);
	} catch {
		return undefined;
	}
}

async function refused(connection: Connection, raw: RawAnswer, policy: SendPolicy): Promise<Failed> {
	// The status speaks even where the text of the error does not arrive whole.
	const text = await settle(bodyText(connection, raw, policy));
	if ('error' in text && text.error instanceof Stopped) throw text.error;
	const body = 'value' in text ? parsed(text.value) : undefined;
	return refusalOf(connection, { status: raw.statusCode, body, askedMs: askedWait(raw.headers), scope: policy.scope, foreign: policy.foreign });
}

async function bodyText(connection: Connection, raw: RawAnswer, policy: SendPolicy): Promise<string> {
	if (!isReadable(raw.body)) return connection.scrub(typeof raw.body === 'string' ? raw.body : (JSON.stringify(raw.body) ?? ''));
	return connection.scrub(await readText(raw.body, policy.timeoutMs ?? connection.timeoutMs, connection.signal));
}

/** Sends, and follows redirects of reading requests: within the service with the credential, elsewhere without it. */
async function exchange(connection: Connection, plan: RequestPlan, policy: SendPolicy): Promise<RawAnswer> {
	const service = new URL(connection.address).origin;
	let url = /^https?:\/\//.test(plan.url) ? plan.url : connection.address + plan.url;
	let query = plan.query;
	for (let hop = 0; ; hop++) {
		const own = !policy.foreign && new URL(url).origin === service;
		const options = async (): Promise<IHttpRequestOptions> => await optionsOf(connection, plan, policy, url, query);
		const raw = own && connection.renews ? await renewing(connection, options) : await connection.exchange(await options(), own);
		const location = raw.statusCode >= 300 && raw.statusCode < 400 ? raw.headers.location : undefined;
		if (typeof location !== 'string' || policy.as === 'location') return raw;
		if (isReadable(raw.body)) raw.body.destroy();
		url = redirected(plan, url, location, hop);
		query = {};
	}
}

async function optionsOf(connection: Connection, plan: RequestPlan, policy: SendPolicy, url: string, qs: IDataObject): Promise<IHttpRequestOptions> {
	const opened = await plan.open?.();
	return {
		method: plan.method,
		url,
		qs,
		arrayFormat: 'repeat',
		headers: { accept: 'application/json', ...(policy.foreign ? {} : connection.headers), ...plan.headers, ...bodyHeaders(plan), ...opened?.headers },
		...(opened ? { body: opened.body as IHttpRequestOptions['body'] } : plan.body === undefined ? {} : { body: Buffer.from(JSON.stringify(plan.body)) }),
		encoding: 'stream',
		timeout: policy.timeoutMs ?? connection.timeoutMs,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// Followed above instead: the transport below it would hold every body in memory in order to repeat it.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/**
 * Lets n8n renew the credential. It does so when a 401 is thrown, so that status is not ignored here; a 401 says that nothing
 * was done, and the request may go again. n8n 1.x ignores the exception for 401 and needs a try that ignores nothing.
 */
async function renewing(connection: Connection, options: () => Promise<IHttpRequestOptions>): Promise<RawAnswer> {
	const first = await settle(connection.exchange({ ...(await options()), ignoreHttpStatusErrors: { ignore: true, except: [401] } }, true));
	if ('value' in first && first.value.statusCode !== 401) return first.value;
	if ('value' in first) {
		if (isReadable(first.value.body)) first.value.body.destroy();
		const second = await settle(connection.exchange({ ...(await options()), ignoreHttpStatusErrors: false }, true));
		if ('value' in second) return second.value;
		const status = statusOf(second.error);
		if (status !== 401) return { statusCode: thrownUnless(status, second.error), headers: {}, body: '' };
	} else if (statusOf(first.error) !== 401) throw first.error;
	return await connection.exchange(await options(), true);
}

const statusOf = (error: unknown): number | undefined => {
	const status = Number((error as { httpCode?: unknown } | undefined)?.httpCode);
	return Number.isInteger(status) ? status : undefined;
};

function thrownUnless(status: number | undefined, error: unknown): number {
	if (status === undefined) throw error;
	return status;
}

function redirected(plan: RequestPlan, from: string, location: string, hop: number): string {
	const to = URL.canParse(location, from) ? new URL(location, from) : undefined;
	const isRead = plan.method === 'GET' || plan.method === 'HEAD';
	if (to && isRead && hop < mostRedirects && /^https?:$/.test(to.protocol) && !(from.startsWith('https:') && to.protocol === 'http:')) return to.href;
	throw new Refusal(hop >= mostRedirects ? 'The service redirects without end' : `The service points to another address: ${to?.origin ?? 'an unreadable one'}`, {
		hint: 'Check the base URL of the credential. A writing request is not sent on to another address by itself.',
	});
}

const bodyHeaders = (plan: RequestPlan): Record<string, string> => (plan.body === undefined ? {} : { 'content-type': 'application/json' });

const facts = (raw: RawAnswer): Pick<Answer, 'status' | 'headers'> => ({ status: raw.statusCode, headers: raw.headers });

/** Code of a network fault: ECONNRESET, ECONNABORTED (axios's word for a timeout), ENOTFOUND and so on; nothing for any other error. */
function faultOf(error: unknown): string | undefined {
	if (error instanceof Refusal) return undefined;
	let at = error as { code?: unknown; httpCode?: unknown; cause?: unknown } | undefined;
	for (let depth = 0; at && depth < 4; depth++, at = at.cause as typeof at) {
		for (const code of [at.code, at.httpCode]) if (typeof code === 'string' && /^[A-Z][A-Z_0-9]+$/.test(code)) return code;
	}
	return undefined;
}
