/** Runs an operation for one item. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { allFieldsOf, type Connection, isHiddenFromAgents, PackError, type Row } from '../describe';
import { readInput, type ReadParameter, secretInputs } from '../input/readInput';
import { buildRequest } from '../request/buildRequest';
import { formatForAgent } from './agentOutput';
import { createCall, rowLimit, type Run } from './call';
import { download } from './download';
import { inputFile } from './inputFile';
import { responseToRows, simplifyRow, toRow } from './output';
import { fetchAllRows } from './pagination';
import { sendOnce } from './sendOnce';
import { nodeError } from '../transport/nodeError';
import { createRedactor, encodedForms } from '../transport/redact';
import { send } from '../transport/send';

/** Output of one item: its rows, linked to it, or its failure where the person wants to go on. */
export async function itemOutput(
	run: Run,
	item: number,
	work: () => Promise<readonly Row[]>,
): Promise<INodeExecutionData[]> {
	try {
		const rows = await work();
		return rows.map((row) => ({ ...row, pairedItem: { item } }));
	} catch (cause) {
		const error = nodeError(
			run.connection.node,
			cause,
			item,
			run.redactors.get(item) ?? run.connection.redact,
		);
		error.context.operation = run.operation.action;
		if (run.connection.signal?.aborted || !run.context.continueOnFail()) throw error;
		return [{ json: {}, error, pairedItem: { item } }];
	}
}

const reader =
	({ context, operation, isAgent }: Run, item: number): ReadParameter =>
	(name, fallback = null) => {
		const field = operation.fields[name];
		// The form of a tool doesn't have it, and n8n fails on a name that a form doesn't have.
		if (isAgent && field && isHiddenFromAgents(field)) return fallback;
		return context.getNodeParameter(name, item, fallback, { extractValue: true });
	};

export async function perform(run: Run, item: number): Promise<readonly Row[]> {
	const { operation } = run;
	const input = inputOf(run, item);
	const connection = guarded(run, item, input);
	const rows = operation.run
		? await operation.run(createCall(run, item, input, connection))
		: await requestRows(run, connection, item, input);
	return finished(run, item, input, rows);
}

/** The connection of one item: secrets that were given for it are kept out of sight like those of the credential. */
export function guarded(
	{ connection, operation, redactors: scrubs }: Run,
	item: number,
	input: IDataObject,
): Connection {
	const secrets = secretInputs(operation, input).filter(
		(secret) => connection.redact(secret) === secret,
	);
	if (secrets.length === 0) return connection;
	const ofItem = createRedactor(secrets.flatMap(encodedForms));
	const scrub = (text: string): string => ofItem(connection.redact(text));
	scrubs.set(item, scrub);
	return { ...connection, redact: scrub };
}

export function inputOf(run: Run, item: number): IDataObject {
	if (run.isAgent && run.operation.agents === false)
		throw new PackError(`${run.operation.name} is not available to AI agents`);
	const { service, credential } = run.connection;
	return readInput(run.operation, reader(run, item), {
		zone: run.context.getTimezone(),
		defaults: service.defaults?.(credential),
	});
}

export function finished(
	run: Run,
	item: number,
	input: IDataObject,
	rows: readonly Row[],
): readonly Row[] {
	const { refine, simplify, arrange } = run.operation;
	const refined = refine?.(rows, input) ?? rows;
	const brief =
		simplify && reader(run, item)('simplify', true) === true
			? refined.map((row) => simplifyRow(row, simplify))
			: refined;
	const arranged = arrange?.(brief, input) ?? brief;
	return run.isAgent ? formatForAgent(arranged) : arranged;
}

async function requestRows(
	run: Run,
	connection: Connection,
	item: number,
	input: IDataObject,
): Promise<readonly Row[]> {
	const { operation } = run;
	const plan = buildRequest(
		operation.requestFor?.(input) ?? operation.request!,
		allFieldsOf(operation),
		input,
	);
	const policy = { replay: operation.replay, scope: operation.scope };
	if (operation.paging) {
		return (
			await fetchAllRows(connection, plan, operation.paging, policy, rowLimit(run, item))
		).map(toRow);
	}
	if (operation.output === 'binary') {
		return [
			{ json: {}, binary: { data: await download(run.context, connection, { url: plan.url }) } },
		];
	}
	const [property] =
		Object.entries(operation.fields).find(([, field]) => field.kind === 'file') ?? [];
	const file =
		property === undefined
			? undefined
			: await inputFile(run.context, item, input[property] as string);
	const body = file
		? {
				open: async () => ({
					body: await file.open(),
					headers: { 'content-type': file.mimeType, 'content-length': String(file.size) },
				}),
			}
		: {};
	const sent = async () =>
		await send(
			connection,
			{ ...plan, ...body },
			{ ...policy, as: operation.output === 'text' ? 'text' : 'json' },
		);
	const answer =
		operation.replay === 'never'
			? await sendOnce({ ...run, connection, item }, sent)
			: await sent();
	return responseToRows(operation, answer, input);
}
