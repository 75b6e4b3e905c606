/**
 * Retry On Fail runs the complete node again if an item has failed. These tests check that a
 * successful item is not sent again. They cover the writes of the ten services that must not be
 * repeated.
 */
import type { IDataObject } from 'n8n-workflow';
import { allFieldsOf, type Service } from '../../nodes/engine/describe';
import type { NamedOperation } from '../contract/kit/pack';
import { runOperation, shortWaitOptions, testedServices } from './kit/anyOperation';
import { rawServersPerTest, type Responder } from './kit/rawServer';
import { startRawService } from './kit/rawService';
import { sampleInput } from '../contract/kit/sampleInput';

/** Values, by field name, with which an operation is a write without an idempotency key. */
const unkeyedInput: Readonly<Record<string, IDataObject>> = {
	responseMode: { responseMode: 'prefer_sync' },
	httpMethod: { httpMethod: 'POST' },
	graphQlQuery: { graphQlQuery: 'mutation { addStar { clientMutationId } }' },
};

/** Valid input with which the operation is a write without an idempotency key. */
function validInput(service: Service, found: NamedOperation): IDataObject {
	const { idempotencyKey, ...input } = sampleInput(service, found);
	void idempotencyKey;
	return Object.assign(
		input,
		...Object.keys(found.operation.fields).map((name) => unkeyedInput[name]),
	) as IDataObject;
}

/** A completed operation and a processed upload, so that the node does not wait for them. */
const done = { id: 'made-up', done: true, activity_id: 1 };

/** A dispatched workflow run, so that the node does not wait for it. */
const run = { workflow_run_id: 1, status: 'completed', conclusion: 'success' };

/**
 * Accepts every request. The response contains the values of a JSON body, IDs, a workflow run, and
 * the lists that Instance Cloud and Task List return.
 */
const accept =
	({ operation: { output, rows } }: NamedOperation): Responder =>
	(response, { body }) => {
		const text = body.toString('utf8');
		const sent = /^[[{]/.test(text) ? (JSON.parse(text) as IDataObject) : {};
		const [values] = Array.isArray(sent) ? (sent as IDataObject[]) : [sent];
		const entry = { uuid: '5f0c6d7e-0000-4000-8000-000000000001', ...values };
		response
			.writeHead(200, { 'content-type': 'application/json' })
			.end(
				JSON.stringify(
					output === 'rows' && rows === undefined
						? [entry]
						: { ...done, ...run, ...entry, items: [], data: { entries: [entry] } },
				),
			);
	};

/** A query finds the IDs that a mutation needs. */
const isGraphQlQuery = /^\{"query":"\s*query\b/;

/** Input with the same fields, each with an invalid value. */
function invalidInput({ operation }: NamedOperation, valid: IDataObject): IDataObject {
	const fields = Object.entries(allFieldsOf(operation));
	const given = fields.filter(([name]) => name in valid);
	return Object.fromEntries(
		(given.length > 0 ? given : fields).map(([name, { kind }]) => [
			name,
			kind === 'json' || kind === 'columns' || kind === 'rows' ? '{' : { not: 'valid' },
		]),
	);
}

/** Writes that first read a record. test/workflow/codeHostingContents.test.ts tests them. */
const readsFirst = new Set([
	'branch.create',
	'file.commit',
	'file.delete',
	'file.update',
	'releaseAsset.upload',
	'tag.create',
]);

/**
 * Writes of a service that must not be repeated. Of the writes that the same function sends, only
 * one is returned.
 */
function writesOf({ operations }: (typeof testedServices)[number]): readonly NamedOperation[] {
	const writes = operations.filter(
		({ id, operation }) => operation.idempotency === 'none' && !readsFirst.has(id),
	);
	const byCode = new Map(
		writes.map((found) => [found.operation.run ?? found.operation.batch, found]),
	);
	return [...byCode.values()];
}

/** `waitBetweenTries` is 1 ms, because n8n waits for a second if it is 0. */
const attempts = { onError: 'stopWorkflow', maxTries: 3, waitBetweenTries: 1 } as const;

const startServer = rawServersPerTest();
const services = testedServices.filter((tested) => writesOf(tested).length > 0);

test.each(services.map((tested) => [tested.service.label, tested] as const))(
	'%s: a write that succeeded is not repeated',
	async (_, tested) => {
		const { service } = tested;
		const { server, setup } = await startRawService(tested, startServer);
		const sentWrites = async (
			found: NamedOperation,
			settings: { readonly retryOnFail: boolean },
		): Promise<string[]> => {
			server.respond = accept(found);
			server.received.length = 0;
			const input = validInput(service, found);
			const inputs = [input, invalidInput(found, input)];
			const { error } = await runOperation(
				service,
				setup,
				found,
				inputs,
				{ batchSize: 1, batchPause: 0, ...shortWaitOptions(found) },
				{ settings: { ...attempts, ...settings } },
			);
			if (error?.context?.itemIndex !== 1)
				return [`unexpected result of item 0: ${error?.message} ${error?.description}`];
			return server.received
				.filter(({ method, body }) => method !== 'GET' && !isGraphQlQuery.test(body.toString()))
				.map(({ method, target }) => `${method} ${target}`);
		};
		for (const found of writesOf(tested)) {
			const sentOnce = await sentWrites(found, { retryOnFail: false });
			expect([found.id, sentOnce]).toEqual([found.id, [expect.stringMatching(/^[A-Z]+ \//)]]);
			expect([found.id, await sentWrites(found, { retryOnFail: true })]).toEqual([
				found.id,
				sentOnce,
			]);
		}
	},
);
