// A session with one n8n: who is signed in, and how requests go out and answers come back.
import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import { RestError } from './restTypes';

/** The owner account of a local n8n. */
export const OWNER: Owner = {
	email: 'owner@tenfold.local',
	password: 'Tenfold-local-1',
	firstName: 'Local',
	lastName: 'Owner',
};

export interface Owner {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
}

// n8n ties a session to the browser that opened it: the same id has to come with every request.
const BROWSER_ID = 'tenfold-test-host';

/** A person's session with one n8n. Failed requests throw {@link RestError}. */
export class Session {
	private readonly http: AxiosInstance;
	private cookie = '';

	/** @param url address of n8n, without a slash at the end */
	constructor(readonly url: string) {
		this.http = axios.create({
			baseURL: url,
			timeout: 60_000,
			proxy: false,
			headers: { 'browser-id': BROWSER_ID },
			maxBodyLength: Infinity,
			maxContentLength: Infinity,
			validateStatus: () => true,
		});
	}

	/** Creates the owner account of a new n8n, or logs in where there is one already. */
	async signIn(owner: Owner = OWNER): Promise<void> {
		try {
			await this.setupOwner(owner);
		} catch (error) {
			// 400: there is an owner.
			if (!(error instanceof RestError) || error.status !== 400) throw error;
			await this.login(owner);
		}
	}

	async setupOwner(owner: Owner = OWNER): Promise<void> {
		await this.request('POST', '/rest/owner/setup', owner);
	}

	async login(owner: { email: string; password: string } = OWNER): Promise<void> {
		await this.request('POST', '/rest/login', {
			emailOrLdapLoginId: owner.email,
			password: owner.password,
		});
	}

	/** Bytes of a binary property, by the `id` that it has in an item. */
	async binary(id: string): Promise<Buffer> {
		const path = `/rest/binary-data?action=download&id=${encodeURIComponent(id)}`;
		const answer = await this.http.get<ArrayBuffer>(path, {
			responseType: 'arraybuffer',
			headers: { cookie: this.cookie },
		});
		if (answer.status !== 200)
			throw new RestError(answer.status, `GET ${path}`, 'binary data was not found');
		return Buffer.from(answer.data);
	}

	/** Any request of n8n's REST interface. */
	async request<T>(method: string, url: string, data?: unknown): Promise<T> {
		const called = `${method} ${url}`;
		const send = async (tries: number): Promise<AxiosResponse> =>
			await this.http
				.request({ method, url, data, headers: { cookie: this.cookie } })
				.catch(async (error: Error & { code?: string }) => {
					// n8n closes a connection that idled for five seconds, which meets a request on its way when n8n is busy. Reading again is safe.
					if (method === 'GET' && error.code === 'ECONNRESET' && tries > 1)
						return await send(tries - 1);
					throw new RestError(0, called, error.message);
				});
		const answer = await send(3);
		if (answer.status >= 400) throw new RestError(answer.status, called, detailOf(answer.data));
		this.keepCookie(answer.headers['set-cookie']);
		const body = answer.data as { data?: T } | T;
		const wrapped =
			typeof body === 'object' && body !== null && 'data' in body && url.startsWith('/rest/');
		return wrapped ? (body.data as T) : (body as T);
	}

	private keepCookie(set: string[] | undefined): void {
		const session = set
			?.map((line) => line.split(';')[0] ?? '')
			.find((pair) => pair.startsWith('n8n-auth='));
		if (session) this.cookie = session;
	}
}

function detailOf(body: unknown): string {
	if (typeof body === 'object' && body !== null && 'message' in body) return String(body.message);
	return (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 500);
}
