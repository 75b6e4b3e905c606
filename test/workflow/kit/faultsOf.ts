/**
 * Every service that goes wrong in every way: the run ends with results or with clear errors on their items, nothing is
 * done twice, and no secret of the credential is seen anywhere.
 */
import { Container } from '@n8n/di';
import { Logger } from '@n8n/backend-common';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { NamedOperation } from '../../contract/kit/pack';
import type { RunningService } from '../../services/list';
import { everyWord, internal } from './everyWord';
import {
	impatient,
	isReading,
	movedTo,
	runAny,
	samplesOf,
	stageOf,
	subjects,
	type Subject,
} from './anyNode';
import type { RunResult, Stage } from './executor';
import { json, startHostile, type Hostile, type Seen } from './hostile';
import { faults } from './hostileAnswers';

const isLong = process.env.TENFOLD_LONG !== undefined;
const attempts = 2;
const timeout = 150;
const elsewhereUrl = { current: '' };

/** One operation of each way of working, or all of them. */
function chosen({ operations }: Subject): readonly NamedOperation[] {
	if (isLong) return operations;
	const ways = new Map(
		operations
			.map(
				(one) =>
					[
						[
							isReading(one.operation),
							one.operation.replay,
							one.operation.output === 'binary',
							!one.operation.run,
							!one.operation.batch,
							!one.operation.paging,
						].join(),
						one,
					] as const,
			)
			.reverse(),
	);
	return [...ways.values()];
}

/** What the credential's form calls a password, in the forms in which it may be seen. */
function secretsOf({ credentials }: Stage): string[] {
	const [{ type, data }] = Object.values(credentials) as [Stage['credentials'][string]];
	const names = type!.properties
		.filter(({ typeOptions }) => typeOptions?.password)
		.map(({ name }) => name);
	const basic = Buffer.from(`${String(data.clientId)}:${String(data.clientSecret)}`).toString(
		'base64',
	);
	return names
		.map((name) => String(data[name] ?? ''))
		.filter((secret) => secret.length > 3)
		.flatMap((secret) => [
			secret,
			encodeURIComponent(secret),
			JSON.stringify(secret).slice(1, -1),
			Buffer.from(secret).toString('base64').replace(/=+$/, ''),
			basic,
		]);
}

/** Whether the service can tell a repeat from a second request. */
const isKeyed = ({ rawHeaders, target, body }: Seen): boolean =>
	/idempotency-key|"idempotency_key"|[?&]requestId=/i.test(
		[...rawHeaders, target, body.toString('utf8')].join('\n'),
	);

type Failed = INodeExecutionData & {
	error?: Error & { description?: string | null; context: IDataObject };
};
const failedIn = ({ items }: RunResult): Failed[] =>
	(items as Failed[]).filter(({ error }) => error);

/** The tests of one service. Each has a file of its own, so that they run side by side. */
export const faultsOf = (name: string): void =>
	describe(name, () => {
		const subject = subjects.find((one) => one.service.name === name)!;
		let hostile: Hostile;
		let elsewhere: Hostile;
		let local: RunningService;
		let stage: Stage;
		let logged: unknown[];
		beforeAll(async () => {
			local = await subject.start();
			hostile = await startHostile();
			elsewhere = await startHostile();
			elsewhere.answer = json([{ id: 'from elsewhere' }]);
			elsewhereUrl.current = elsewhere.url;
			stage = stageOf(subject.service, movedTo(hostile.url, local.credential));
			const logger = Container.get(Logger);
			for (const level of ['error', 'warn', 'info', 'debug'] as const)
				jest
					.spyOn(logger, level)
					.mockImplementation((...words: unknown[]) => void logged.push(words));
			const { console } = globalThis;
			for (const level of ['error', 'warn', 'info', 'debug', 'log'] as const)
				jest
					.spyOn(console, level)
					.mockImplementation((...words: unknown[]) => void logged.push(words));
		});
		afterAll(async () => {
			jest.restoreAllMocks();
			await Promise.all([hostile.close(), elsewhere.close(), local.close()]);
		});

		const names = faults('').map(({ name }) => name);
		test.each(names)(
			'%s',
			async (name) => {
				const { answer, fails, refuses, slow, heavy } = faults(elsewhereUrl.current).find(
					(one) => one.name === name,
				)!;
				hostile.answer = answer;
				const all = chosen(subject);
				const wrong: string[] = [];
				// A file may be as large as it likes: it is streamed, and time is its bound.
				const held = all.filter(({ operation }) => !operation.run && operation.output !== 'binary');
				for (const found of heavy ? held.slice(0, 1) : slow && !isLong ? all.slice(0, 3) : all) {
					logged = [];
					hostile.seen.length = 0;
					elsewhere.seen.length = 0;
					const given = samplesOf(subject.service, found);
					const result = await runAny(subject.service, stage, found, [given, given], {
						timeout: heavy ? 20_000 : timeout,
						attempts,
						maximumRetryWait: 0,
						...impatient(found),
					});
					const says = (what: string): number => wrong.push(`${found.id}: ${what}`);
					const failures = failedIn(result);
					if (result.error) says(`the run failed as a whole: ${result.error.message}`);
					if (fails && hostile.seen.length > 0 && failures.length !== 2)
						says(
							`${failures.length} of 2 items failed: ${JSON.stringify(result.items.map(({ json: one }) => one)).slice(0, 200)}`,
						);
					for (const { error, pairedItem } of failures) {
						const { message, description, context } = error!;
						if (internal.test(`${message} ${description ?? ''}`))
							says(`unclear: ${message} | ${description}`);
						if (context.itemIndex !== (pairedItem as { item: number }).item)
							says(`item ${String(context.itemIndex)} instead of ${JSON.stringify(pairedItem)}`);
						if (context.operation !== found.operation.action)
							says(`the error does not say which operation: ${String(context.operation)}`);
					}
					const unkeyed = hostile.seen.filter(
						(one) => /POST|PATCH/.test(one.method) && !isKeyed(one),
					).length;
					if (found.operation.replay === 'never' && !refuses && unkeyed > 2)
						says(`sent ${unkeyed} times for 2 items`);
					const seen = everyWord(
						result.run,
						result.items,
						failures.map(({ error }) => error),
						logged,
					);
					const there = everyWord(elsewhere.seen);
					for (const secret of secretsOf(stage)) {
						if (seen.includes(secret))
							says(
								`${secret} is seen: ${seen.slice(Math.max(0, seen.indexOf(secret) - 100), seen.indexOf(secret) + 60)}`,
							);
						if (there.includes(secret)) says(`${secret} went elsewhere`);
					}
				}
				expect(wrong).toEqual([]);
				expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
			},
			isLong ? 600_000 : 60_000,
		);
	});
