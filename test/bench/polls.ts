// Polls of the code hosting trigger that find 0, 30 or 300 events. n8n polls at most once a
// minute, so this row calls the trigger in n8n's poll context, in the process of the benchmark.
import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';
import { CodeHostingApi } from '../../credentials/CodeHostingApi.credentials';
import { CodeHostingTrigger } from '../../nodes/CodeHosting/CodeHostingTrigger.node';
import { byId } from '../workflow/kit/locator';
import { polling } from '../workflow/kit/polling';
import type { Setting } from './measure';
import { spreadOf, type Line } from './report';

/**
 * Time between two events. A page of 100 events then covers more than the maximum delay of an event
 * (six hours), so that a poll without new events can stop after the first page.
 */
const intervalMs = 5 * 60_000;
const windowSize = 300;

export async function polls({ upstream, runs }: Setting): Promise<Line[]> {
	const parameters = {
		authentication: 'token',
		feed: 'repository',
		owner: byId('o'),
		repository: byId('r'),
		begin: 'window',
		filters: {},
		options: {},
	} as INodeParameters;
	const data = {
		baseUrl: upstream.url,
		provider: 'other',
		vendor: 'Service',
		apiVersion: '',
		token: 'token',
		scheme: 'token',
	};
	let number = 0;
	/** Creates events. The service returns the latest ones. */
	const createEvents = (count: number): void => {
		const fresh = Array.from({ length: count }, () => event(++number)).reverse();
		upstream.feed = {
			etag: `"${number}"`,
			events: [...fresh, ...upstream.feed.events].slice(0, windowSize),
		};
	};
	const lines: Line[] = [];
	for (const found of [0, 30, windowSize]) {
		createEvents(windowSize);
		const trigger = polling(
			{
				nodeType: new CodeHostingTrigger(),
				credentials: { codeHostingApi: { type: new CodeHostingApi(), data } },
			},
			parameters,
		);
		await trigger.poll();
		const times: number[] = [];
		for (let run = 0; run <= runs; run++) {
			createEvents(found);
			upstream.reset();
			const start = performance.now();
			const items = await trigger.poll();
			if (run > 0) times.push(performance.now() - start);
			if ((items?.length ?? 0) !== found)
				throw new Error(`A poll found ${items?.length ?? 0} events instead of ${found}`);
		}
		const beside = { requests: upstream.requests, bytes: upstream.sentBytes };
		const row = `poll that finds ${found === 0 ? 'nothing' : `${found} events`}`;
		lines.push({ row, what: 'this pack, Code Hosting Trigger', ...spreadOf(times), runs, beside });
		lines.push({
			row,
			what: 'the same number of requests with axios',
			...spreadOf(
				await plainRequests(`${upstream.url}/repos/o/r/events`, beside.requests, found === 0, runs),
			),
			runs,
		});
	}
	return lines;
}

async function plainRequests(
	url: string,
	requests: number,
	isUnchanged: boolean,
	runs: number,
): Promise<number[]> {
	const times: number[] = [];
	const pages = Array.from(
		{ length: requests },
		(_, index) => `${url}?per_page=100&page=${index + 1}`,
	);
	const etags = await Promise.all(
		pages.map(async (page) => String((await axios.get(page, { proxy: false })).headers.etag)),
	);
	for (let run = 0; run <= runs; run++) {
		const start = performance.now();
		for (const [index, page] of pages.entries()) {
			await axios.get(page, {
				proxy: false,
				headers: isUnchanged ? { 'if-none-match': etags[index] } : {},
				validateStatus: (status) => status === 304 || status === 200,
			});
		}
		if (run > 0) times.push(performance.now() - start);
	}
	return times;
}

const firstEventAt = Date.now() - 30 * 24 * 3_600_000;

/** An event with a realistic size. */
const event = (number: number) => ({
	id: String(10_000_000 + number),
	type: 'PushEvent',
	actor: {
		id: 1,
		login: 'octocat',
		display_login: 'octocat',
		url: 'https://service.example.com/users/octocat',
	},
	repo: { id: 1, name: 'o/r', url: 'https://service.example.com/repos/o/r' },
	payload: {
		push_id: number,
		size: 1,
		ref: 'refs/heads/main',
		head: '7'.repeat(40),
		before: '6'.repeat(40),
		commits: [
			{
				sha: '7'.repeat(40),
				message: 'A change',
				distinct: true,
				author: { name: 'Octo Cat', email: 'octo@example.com' },
			},
		],
	},
	public: true,
	created_at: new Date(firstEventAt + number * intervalMs).toISOString(),
});
