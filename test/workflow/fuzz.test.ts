/**
 * Runs operations of all ten services with unexpected values, one field at a time. The node
 * must reject the value with an error that names the field, or send a request that differs from a
 * valid request only in this value.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { allFieldsOf } from '../../nodes/engine/describe';
import type { NamedOperation } from '../contract/kit/pack';
import {
	runOperation,
	shortWaitOptions,
	testedServices,
	type TestedService,
} from './kit/anyOperation';
import {
	parseRequest,
	textsIn,
	unexpectedDifferences,
	valueAsText,
	type ParsedRequest,
} from './kit/compareRequests';
import { distinctOperations } from './kit/distinctOperations';
import type { NodeSetup, RunResult } from './kit/executor';
import { respondWithJson, type RawServer } from './kit/rawServer';
import { startRawService } from './kit/rawService';
import { sampleInput } from '../contract/kit/sampleInput';
import { unexpectedValue } from './kit/unexpectedValues';
import { isLong } from './kit/isLong';

/**
 * Average number of test runs per field of an operation. An operation with more than eight fields
 * gets as many test runs as one with eight.
 */
const valuesPerField = isLong ? 60 : 2;
/** Normal runs always test the same values. Each long run uses a different seed. */
const seed = isLong ? Date.now() : 7;

/** A response that completes most operations, so that they send no further requests. */
const responseBody = {
	id: 'made-up',
	name: 'projects/p/locations/l/operations/o',
	done: true,
	status: 'completed',
	response: { id: 'made-up' },
	activity_id: 1,
};
const options = { timeout: 30_000, attempts: 1 };

let server: RawServer;
let setup: NodeSetup;

interface Outcome extends RunResult {
	readonly sent: readonly ParsedRequest[];
	readonly nodeError?: { message: string; context?: IDataObject; stack?: string };
}

async function runWith(
	{ service }: TestedService,
	found: NamedOperation,
	values: IDataObject,
): Promise<Outcome> {
	server.received.length = 0;
	const result = await runOperation(
		service,
		setup,
		found,
		[values],
		{ ...options, ...shortWaitOptions(found) },
		// The error of a node that stops has its field. An item has only the message.
		{ settings: { onError: 'stopWorkflow' } },
	);
	return { ...result, nodeError: result.error, sent: server.received.map(parseRequest) };
}

/**
 * Whether a field may change more of the request than its own value, because the field selects what
 * is sent or is part of the path. No field may change the host or the headers.
 */
const mayChangeRequest = ({ operation }: NamedOperation, name: string, value: unknown): boolean => {
	const field = allFieldsOf(operation)[name]!;
	return (
		['choice', 'choices', 'flag', 'columns', 'rows', 'file'].includes(field.kind) ||
		/path|method|requestUrl/i.test(name) ||
		field.resourceName !== undefined ||
		// The node takes the ID from a URL.
		(field.urlPattern !== undefined && /^\s*https?:/i.test(String(value)))
	);
};

const textKinds = new Set(['text', 'secret', 'id', 'value']);

function problemsWith(
	found: NamedOperation,
	name: string,
	value: unknown,
	before: Outcome,
	{ sent, nodeError }: Outcome,
): string[] {
	const field = allFieldsOf(found.operation)[name]!;
	const labels = Object.values(allFieldsOf(found.operation)).map(({ label }) => label);
	if (sent.length < before.sent.length) {
		if (!nodeError)
			return sent.length === 0
				? [`nothing was sent, and there is no error (${JSON.stringify(sent)})`]
				: [];
		const errorText = `${nodeError.message} ${String(nodeError.context?.parameter ?? '')}`;
		return labels.some((label) => errorText.toLowerCase().includes(label.toLowerCase()))
			? []
			: [`the error does not name a field: ${nodeError.message}`];
	}
	const differences = sent.slice(0, before.sent.length).flatMap((request, index) => {
		const unexpected = unexpectedDifferences(before.sent[index]!, request, value);
		return mayChangeRequest(found, name, value)
			? unexpected.filter((difference) => /^(host|headers)/.test(difference))
			: unexpected;
	});
	const isUnchanged = JSON.stringify(sent) === JSON.stringify(before.sent);
	if (
		differences.length > 0 ||
		isUnchanged ||
		mayChangeRequest(found, name, value) ||
		!textKinds.has(field.kind) ||
		typeof value !== 'string' ||
		value.trim() === ''
	)
		return differences;
	return sent
		.flatMap(textsIn)
		.some((text) => text.includes(value) || text.includes(valueAsText(value)))
		? []
		: [
				`${JSON.stringify(value).slice(0, 100)} was not sent: ${JSON.stringify(sent).slice(0, 600)}`,
			];
}

describe.each(testedServices.map((tested) => [tested.service.label, tested] as const))(
	'%s',
	(_, tested) => {
		beforeAll(async () => {
			({ server, setup } = await startRawService(tested));
			server.respond = respondWithJson(responseBody);
		});
		afterAll(async () => await server.close());

		test.each(distinctOperations(tested.operations))(
			'$id rejects an unexpected value with an error that names the field, or sends it unchanged',
			async (found) => {
				const values = sampleInput(tested.service, found);
				const names = Object.entries(allFieldsOf(found.operation))
					.filter(([name, { kind }]) => kind !== 'file' && values[name] !== undefined)
					.map(([name]) => name);
				if (names.length === 0) return;
				const before = await runWith(tested, found, values);
				expect({
					isSent: before.sent.length > 0,
					error: before.sent.length > 0 ? undefined : before.nodeError?.message,
				}).toEqual({ isSent: true, error: undefined });
				await fc.assert(
					fc.asyncProperty(
						fc.constantFrom(...names),
						unexpectedValue,
						async (name, createValue) => {
							const value = createValue();
							const after = await runWith(tested, found, {
								...values,
								[name]: value as IDataObject[string],
							});
							const problems = problemsWith(found, name, value, before, after).map(
								(problem) => `${name}: ${problem}`,
							);
							expect(problems).toEqual([]);
						},
					),
					{
						seed,
						numRuns: Math.min(names.length, 8) * valuesPerField,
						endOnFailure: !isLong,
					},
				);
				expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
			},
		);
	},
);
