// An authenticated session with n8n's REST API.
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import axios, { type AxiosInstance } from 'axios';
import { RestError } from './restTypes';

/** URL of a running n8n with the pack, which the examples and tests then use instead of their own. */
export const RUNNING_N8N: string | undefined = process.env.TENFOLD_N8N_URL?.replace(/\/$/, '');

/** The owner account of a local n8n, or of the running one. */
export const OWNER = {
	email: process.env.TENFOLD_N8N_EMAIL ?? 'owner@tenfold.local',
	password: process.env.TENFOLD_N8N_PASSWORD ?? 'Tenfold-local-1',
	firstName: 'Local',
	lastName: 'Owner',
};

// n8n binds a session to the browser that opened it, so every request must carry the same ID.
const BROWSER_ID = 'tenfold-tools';
/** While its database is overloaded, n8n rejects every request before it reads it. */
const DATABASE_OVERLOADED = 'Database is not ready!';
const DATABASE_ATTEMPTS = 60;

export class Session {
	private readonly http: AxiosInstance;
	private cookie = '';

	/** @param url base URL of n8n without a trailing slash */
	constructor(readonly url: string) {
		this.http = axios.create({
			baseURL: url,
			timeout: 60_000,
			proxy: false,
			// n8n closes connections that were idle for five seconds, and a busy n8n may do so when the
			// next request has just been sent.
			httpAgent: new Agent({ keepAlive: false }),
			headers: { 'browser-id': BROWSER_ID },
			maxBodyLength: Infinity,
			maxContentLength: Infinity,
			validateStatus: () => true,
		});
	}

	/** Creates the owner account in a new n8n, or signs in if it exists. */
	async signIn(): Promise<void> {
		try {
			await this.request('POST', '/rest/owner/setup', OWNER);
		} catch (error) {
			// 400: the owner account exists.
			if (!(error instanceof RestError) || error.status !== 400) throw error;
			await this.request('POST', '/rest/login', {
				emailOrLdapLoginId: OWNER.email,
				password: OWNER.password,
			});
		}
	}

	async request<T>(
		method: string,
		url: string,
		data?: unknown,
		databaseAttempts = DATABASE_ATTEMPTS,
	): Promise<T> {
		const description = `${method} ${url}`;
		const response = await this.http
			.request({ method, url, data, headers: { cookie: this.cookie } })
			.catch((error: Error) => {
				throw new RestError(0, description, error.message);
			});
		if (response.status >= 400) {
			const detail = errorDetail(response.data);
			if (detail !== DATABASE_OVERLOADED || databaseAttempts <= 1)
				throw new RestError(response.status, description, detail);
			await sleep(1000);
			return await this.request(method, url, data, databaseAttempts - 1);
		}
		const session = response.headers['set-cookie']?.find((line) => line.startsWith('n8n-auth='));
		if (session) this.cookie = session.split(';', 1)[0]!;
		const body = response.data as { data?: T } | T;
		const isWrapped =
			typeof body === 'object' && body !== null && 'data' in body && url.startsWith('/rest/');
		return isWrapped ? (body.data as T) : (body as T);
	}
}

function errorDetail(body: unknown): string {
	if (typeof body === 'object' && body !== null && 'message' in body) return String(body.message);
	return (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 500);
}
