/**
 * Runs the operations of a service against every faulty response. A run must end with results, or
 * with a clear error on each item. A run must not repeat a write, and must not expose any secret of
 * the credential.
 */
import { Container } from '@n8n/di';
import { Logger } from '@n8n/backend-common';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import type { NamedOperation } from '../../contract/kit/pack';
import type { RunningService } from '../../services/list';
import {
	isReadOnly,
	nodeSetup,
	runOperation,
	shortWaitOptions,
	testedServices,
	withOrigin,
} from './anyOperation';
import { collectText, internalTerms } from './collectText';
import type { NodeSetup, RunResult } from './executor';
import { faultyResponses, largeResponseFactor, type FaultyResponse } from './faultyResponses';
import { withLargerBytes } from './largerBytes';
import { respondWithJson, startRawServer, type RawRequest, type RawServer } from './rawServer';
import { sampleInput } from '../../contract/kit/sampleInput';
import { isLong } from './isLong';

/**
 * Errors of the whole run, which name no item. Two large responses that arrive at the same time
 * exceed the memory of the run, even if each of them would be rejected later.
 */
const concernsRun = /^The results of this run need more than/;

/** The error of a response that counts as more than 64 MB. */
const tooLarge = /^(The response is larger than 64 MB|The results of this run need more than)/;

const attempts = 2;
const timeout = 150;

const waits = ({ operation }: NamedOperation): boolean =>
	operation.options.maximumWait !== undefined;

/**
 * Selects one operation for each combination of traits, such as read-only, batched or paginated.
 * Prefers operations that do not wait, because most faults make them wait for seconds. With
 * TENFOLD_LONG, selects all operations, unless each of them would take a second (`isSlow`).
 */
function selectOperations(
	operations: readonly NamedOperation[],
	isSlow = false,
): readonly NamedOperation[] {
	if (isLong && !isSlow) return operations;
	const byPolicies = new Map(
		operations
			.map(
				(found) =>
					[
						[
							isReadOnly(found.operation),
							found.operation.idempotency,
							!found.operation.run,
							!found.operation.batch,
							!found.operation.paging,
						].join(),
						found,
					] as const,
			)
			.reverse()
			.sort(([, one], [, other]) => Number(waits(other)) - Number(waits(one))),
	);
	return [...byPolicies.values()];
}

const allOperations = testedServices.flatMap(({ operations }) => operations);
/** Operations of any service for faults that do not concern services. */
const ofAnyService = new Set(selectOperations(allOperations));
const forSlowFaults = new Set(selectOperations(allOperations, true));

/**
 * The values of all password fields of the credential, in every encoding in which they may appear.
 */
function secretsOf({ credentials }: NodeSetup): string[] {
	const [{ type, data }] = Object.values(credentials) as [NodeSetup['credentials'][string]];
	const passwordFields = type!.properties
		.filter(({ typeOptions }) => typeOptions?.password)
		.map(({ name }) => name);
	const basicAuth = Buffer.from(`${String(data.clientId)}:${String(data.clientSecret)}`).toString(
		'base64',
	);
	return passwordFields
		.map((name) => String(data[name] ?? ''))
		.filter((secret) => secret.length > 3)
		.flatMap((secret) => [
			secret,
			encodeURIComponent(secret),
			JSON.stringify(secret).slice(1, -1),
			Buffer.from(secret).toString('base64').replace(/=+$/, ''),
			basicAuth,
		]);
}

/** Whether the service can detect a duplicate request by its idempotency key. */
const isKeyed = ({ rawHeaders, target, body }: RawRequest): boolean =>
	/idempotency-key|"idempotency_key"|[?&]requestId=/i.test(
		[...rawHeaders, target, body.toString('utf8')].join('\n'),
	);

/** Whether a request only reads, although it is sent with POST. */
const isGraphQlQuery = ({ target, body }: RawRequest): boolean =>
	target.endsWith('/graphql') && !/"query":"(?:\\[nt]| )*mutation/.test(body.toString('utf8'));

const failedItems = ({ items }: RunResult): INodeExecutionData[] =>
	items.filter(({ json }) => json.error !== undefined);

/**
 * Defines the tests of one service. Each service has its own test file, so that Jest can run them
 * in parallel.
 */
export const testFaults = (name: string): void =>
	describe(name, () => {
		const testedService = testedServices.find(({ service }) => service.name === name)!;
		let otherServer: RawServer;
		let localService: RunningService;
		let logged: unknown[];
		beforeAll(async () => {
			localService = await testedService.start();
			otherServer = await startRawServer();
			otherServer.respond = respondWithJson([{ id: 'from another host' }]);
			const logger = Container.get(Logger);
			for (const level of ['error', 'warn', 'info', 'debug'] as const)
				jest
					.spyOn(logger, level)
					.mockImplementation((...values: unknown[]) => void logged.push(values));
			const { console } = globalThis;
			for (const level of ['error', 'warn', 'info', 'debug', 'log'] as const)
				jest
					.spyOn(console, level)
					.mockImplementation((...values: unknown[]) => void logged.push(values));
		});
		afterAll(async () => {
			jest.restoreAllMocks();
			await Promise.all([otherServer.close(), localService.close()]);
		});

		const operationsFor = ({
			concernsService,
			isSlow,
		}: FaultyResponse): readonly NamedOperation[] => {
			if (concernsService) return selectOperations(testedService.operations);
			const selected = isSlow ? forSlowFaults : ofAnyService;
			return testedService.operations.filter((found) => selected.has(found));
		};
		const faults = faultyResponses('').filter((fault) => operationsFor(fault).length > 0);
		test.each(faults.map((fault) => fault.name))(
			'returns results or clear errors without secrets: %s',
			async (faultName) => {
				const fault = faultyResponses(otherServer.url).find(({ name }) => name === faultName)!;
				const { respond, mustFail, isRetryable, isSlow, isLarge, isSilent } = fault;
				const selected = operationsFor(fault);
				// Downloads are streamed and accept files of up to 512 MB by default, so they need not
				// fail for a large response.
				const withSizeLimit = selected.filter(({ operation }) => !operation.run);
				const operations = isLarge
					? withSizeLimit.slice(0, 1)
					: isSlow && !isLong
						? selected.slice(0, 3)
						: selected;
				const problems: string[] = [];
				for (const found of operations) {
					logged = [];
					// A request that timed out can arrive late, when the next operation is already running.
					// Each operation has its own server, so that late requests are not counted for another
					// operation.
					const faultyServer = await startRawServer();
					faultyServer.respond = respond;
					const setup = nodeSetup(
						testedService.service,
						withOrigin(faultyServer.url, localService.credential),
					);
					otherServer.received.length = 0;
					const input = sampleInput(testedService.service, found);
					const options = {
						timeout: isLarge ? 20_000 : timeout,
						attempts,
						maximumRetryWait: 0,
						...shortWaitOptions(found),
					};
					const run = async (inputs: IDataObject[], settings: Partial<INode> = {}) =>
						await withLargerBytes(
							isLarge ? largeResponseFactor : 1,
							async () =>
								await runOperation(testedService.service, setup, found, inputs, options, {
									settings,
								}),
						);
					const result = await run([input, input]);
					const report = (problem: string): number => problems.push(`${found.id}: ${problem}`);
					const failed = failedItems(result);
					if (result.error) report(`the complete run failed: ${result.error.message}`);
					if (
						mustFail &&
						!(isSilent && found.id === 'instance.getEvents') &&
						faultyServer.received.length > 0 &&
						failed.length !== 2
					)
						report(
							`${failed.length} of 2 items failed: ${JSON.stringify(result.items.map(({ json }) => json)).slice(0, 200)}`,
						);
					const unkeyedWrites = faultyServer.received.filter(
						(request) =>
							/POST|PATCH/.test(request.method) && !isKeyed(request) && !isGraphQlQuery(request),
					).length;
					if (found.operation.idempotency === 'none' && !isRetryable && unkeyedWrites > 2)
						report(`${unkeyedWrites} write requests for 2 items`);
					// An item has only the message of its error. A node that stops has the complete error.
					const stopped =
						failed.length > 0 ? (await run([input], { onError: 'stopWorkflow' })).error : undefined;
					if (stopped) {
						const { message, description, context } = stopped;
						if (isLarge && !tooLarge.test(message)) report(`no limit was reached: ${message}`);
						if (internalTerms.test(`${message} ${description ?? ''}`))
							report(`unclear message: ${message} | ${description}`);
						if (context?.itemIndex !== 0 && !concernsRun.test(message))
							report(`the error is on item ${String(context?.itemIndex)} instead of 0`);
						if (context?.operation !== found.operation.action)
							report(`the error names another operation: ${String(context?.operation)}`);
					}
					// Successful responses are data, so an echoed secret stays in their items.
					const visibleText = collectText(result.error, stopped, failed, logged);
					const textSentElsewhere = collectText(otherServer.received);
					for (const secret of secretsOf(setup)) {
						const index = visibleText.indexOf(secret);
						if (index >= 0)
							report(
								`${secret} is visible: ${visibleText.slice(Math.max(0, index - 100), index + 60)}`,
							);
						if (textSentElsewhere.includes(secret)) report(`${secret} was sent to another host`);
					}
					await faultyServer.close();
				}
				expect(problems).toEqual([]);
				expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
			},
			isLong ? 600_000 : 120_000,
		);
	});
