/** What jobs that export assets or reports have in common: files, runs and downloads. */
import type { IDataObject } from 'n8n-workflow';
import { responseRows, toRow } from '../engine';
import {
	choice,
	type Fields,
	fileSizeOption,
	flag,
	formatValue,
	isObject,
	type Operation,
	operation,
	PackError,
	type RequestLine,
	text,
	toText,
} from '../engine/describe';
import { inLocation } from './location';
import { downloadFiles, executionOf } from './signedUrls';
import { writeOperation } from './standardOperations';

export const downloadOptions = {
	outputProperty: text('Put Output Files in Field', {
		description: 'Name of the first binary property. A number is appended for further files.',
		default: 'data',
		in: 'none',
		hideFromAgents: true,
	}),
	...fileSizeOption,
};
export const fileFormat = choice(
	'File Format',
	{ CSV: 'CSV', XLSX: 'XLSX' },
	{
		description: 'Format of the exported files',
		default: 'CSV',
		required: true,
		apiName: 'signedUriDestination.fileFormat',
	},
);

interface ExportJobRequest {
	readonly request: RequestLine;
	readonly fields: Fields;
	readonly shape: Operation['shape'];
}

/** Downloads the files of an execution that has completed. The request gets the job. */
export const downloadOperation = (spec: ExportJobRequest & Pick<Operation, 'action'>): Operation =>
	operation({
		...spec,
		description:
			'Download the files of the latest execution or of a specific execution into binary properties',
		basePath: inLocation,
		agents: false,
		options: {
			executionId: text('Execution ID', {
				description:
					'ID of the execution to download. If empty, the latest execution is downloaded.',
				in: 'none',
			}),
			...downloadOptions,
		},
		async run(call) {
			const { executionId, outputProperty: property = 'data' } = call.input;
			const recentExecutions = responseRows(
				await call.request(call.operation.request!, { values: call.input as IDataObject }),
				'recentExecutions',
				false,
			).filter(isObject);
			const matching = recentExecutions.filter((candidate) =>
				executionId ? candidate.executionId === executionId : candidate.result !== undefined,
			);
			const [latest] = matching.sort((a, b) => toText(b.endTime).localeCompare(toText(a.endTime)));
			if (!latest)
				throw new PackError(
					executionId
						? `The export job has no execution ${formatValue(executionId)}`
						: 'The export job has no completed execution',
					{
						hint: 'Run the export job and wait for its completion.',
						...(executionId ? { field: 'Execution ID' } : {}),
					},
				);
			return [await downloadFiles(call, latest, property)];
		},
	});

/** Runs an export job, and downloads its files on request. */
export const runOperation = (spec: ExportJobRequest): Operation =>
	writeOperation({
		...spec,
		isLong: true,
		requestId: 'body',
		options: {
			downloadFiles: flag('Download Files', {
				description:
					'Whether to download the exported files into binary properties. Applies only if the node waits for the result.',
				default: true,
				in: 'none',
				hideFromAgents: true,
			}),
			...downloadOptions,
		},
		async row(result, call) {
			const { downloadFiles: withFiles, outputProperty = 'data' } = call.input;
			const found = executionOf(result);
			return withFiles === true
				? await downloadFiles(call, found, toText(outputProperty))
				: toRow(found);
		},
	});
