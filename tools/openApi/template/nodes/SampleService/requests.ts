/** Requests and responses that are not JSON. */
import type { IDataObject } from 'n8n-workflow';
import {
	buildRequest,
	downloadRow,
	fileBody,
	inputFile,
	multipart,
	recordsInPath,
	responseToRows,
} from '../engine';
import { allFieldsOf, type Call, type RequestParts, type Row, toText } from '../engine/describe';

type Run = (call: Call<IDataObject>) => Promise<readonly Row[]>;

const planOf = ({ operation, input }: Call<IDataObject>) =>
	buildRequest(operation.request!, allFieldsOf(operation), input);

async function sendWith(call: Call<IDataObject>, parts: RequestParts): Promise<readonly Row[]> {
	const { operation, request, input } = call;
	const { query, headers } = planOf(call);
	const sent = { values: input, query, headers, ...parts };
	return responseToRows(operation, await request(operation.request!, sent), input);
}

const textOf = (value: unknown): string =>
	typeof value === 'object' && value !== null ? JSON.stringify(value) : toText(value);

/** The pairs of a form. Keys in objects and positions in lists are in brackets. */
const pairsOf = (value: unknown, name: string): Array<[string, string]> =>
	typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, inner]) =>
				pairsOf(inner, name === '' ? key : `${name}[${key}]`),
			)
		: [[name, textOf(value)]];

/** Sends the values as application/x-www-form-urlencoded. */
const form: Run = async (call) => {
	const body = new URLSearchParams(pairsOf(planOf(call).body ?? {}, '')).toString();
	const headers = { 'content-type': 'application/x-www-form-urlencoded' };
	return await sendWith(call, { open: async () => await Promise.resolve({ body, headers }) });
};

/** The file of the field with a binary property. */
async function fileOf({ context, item, operation, input }: Call<IDataObject>) {
	const [name, field] = Object.entries(allFieldsOf(operation)).find(
		([, { kind }]) => kind === 'file',
	)!;
	const file = await inputFile(context, item, toText(input[name]), field.label);
	return { file, field };
}

/** Sends a file as the body. */
const file: Run = async (call) => await sendWith(call, fileBody((await fileOf(call)).file));

/** Sends a file and the other values as a multipart form. */
const multipartForm: Run = async (call) => {
	const { file: content, field } = await fileOf(call);
	const values = Object.entries(planOf(call).body ?? {}).map(([key, value]) => [
		key,
		textOf(value),
	]);
	const open = multipart(
		field.apiName!,
		content,
		Object.fromEntries(values) as Record<string, string>,
	);
	return await sendWith(call, { open });
};

/** Downloads a file. */
const download: Run = async (call) => {
	const { operation, input } = call;
	const { url, query } = planOf(call);
	const search = new URLSearchParams(pairsOf(query, '')).toString();
	const fileName = url.split('/').at(-1)!;
	return [
		await downloadRow(call as Call<{ outputProperty?: string }>, {
			url: search === '' ? url : `${url}?${search}`,
			fileName,
			records: recordsInPath(operation.request!, allFieldsOf(operation), input),
		}),
	];
};

/** How an operation is sent whose request or response is no JSON, by the name in openapi.json. */
export const runs: Readonly<Record<string, Run>> = {
	form,
	file,
	multipart: multipartForm,
	download,
};
