/** Fields that several nodes share: pagination, Simplify, and the request options. */
import type { Field } from './field';
import { decimal, flag, integer, text } from './fieldBuilders';

export const limitFields = {
	returnAll: flag('Return All', {
		description: 'Whether to return all results or only up to a given limit',
		in: 'none',
	}),
	limit: integer('Limit', {
		description: 'Max number of results to return',
		default: 50,
		minimum: 1,
		in: 'none',
		show: { returnAll: [false] },
	}),
} as const;

export const simplifyField = {
	simplify: flag('Simplify', {
		description: 'Whether to return a simplified version of the response instead of the raw data',
		default: true,
		in: 'none',
	}),
} as const;

/** For operations that only wait, see `onTimeout` of `waitUntil`. */
export const failOnTimeout = flag('Fail on Timeout', {
	description:
		'Whether the item fails if Maximum Wait passes. Otherwise, the workflow continues with timedOut set to true.',
	in: 'none',
});

/** A date as a user can type it. n8n's date field removes other formats, such as 2026-01-31. */
export const typedDate = '2026-01-31 00:00:00';

export const defaultOf = <T>(field: Field<T>): T => field.default as T;

/** Option of operations and triggers that download files. Read once per run, of the first item. */
export const fileSizeOption = {
	maximumFileSize: integer('Maximum File Size (MB)', {
		description:
			'Maximum size of each downloaded file, after decompression. The item fails if a file is larger.',
		default: 512,
		minimum: 1,
		maximum: 1_000_000,
		in: 'none',
		collection: 'requestOptions',
	}),
} as const;

/** Options of operations that return one file, see `downloadRow`. */
export const outputFileOptions = {
	outputProperty: text('Put Output File in Field', {
		description: 'Name of the output binary field to put the file in',
		default: 'data',
		in: 'none',
		hideFromAgents: true,
	}),
	...fileSizeOption,
} as const;

/** Request options of every operation. Read once per run, from the first item. */
export const requestOptions = {
	itemsAtOnce: integer('Items at Once', {
		description:
			'Maximum number of items processed at the same time. If not set: automatic for read operations, 1 for write operations. Operations that start a job and wait for it start one item at a time, and wait for up to 10.',
		default: 10,
		minimum: 1,
		maximum: 100,
	}),
	requestsPerSecond: decimal('Requests per Second', {
		description: 'Maximum number of requests that the node starts per second, across all items',
		default: 10,
		minimum: 0.01,
		maximum: 10_000,
	}),
	timeout: integer('Timeout (Milliseconds)', {
		description:
			'Milliseconds to wait for a response. Uploads and downloads may take ten times as long.',
		default: 60_000,
		minimum: 1,
		maximum: 3_600_000,
	}),
	attempts: integer('Attempts', {
		description:
			'Maximum number of attempts per request. Requests are retried only when a retry is safe. Waiting for a rate limit does not count as an attempt.',
		default: 4,
		minimum: 1,
		maximum: 10,
	}),
	maximumRetryWait: integer('Maximum Retry Wait (Milliseconds)', {
		description:
			'Maximum time to wait before a retry or for a rate limit. If the service requests a longer wait, the item fails, and the error states until when to wait.',
		default: 120_000,
		minimum: 0,
		maximum: 3_600_000,
	}),
	batchSize: integer('Items per Batch', {
		description: 'Number of items per batch. The node pauses between batches.',
		default: 50,
		minimum: 1,
	}),
	batchPause: integer('Batch Pause (Milliseconds)', {
		description: 'Milliseconds to pause between batches of items',
		default: 1000,
		minimum: 0,
		maximum: 3_600_000,
	}),
	maximumMemory: integer('Maximum Memory (MB)', {
		description:
			'Maximum memory for the results of the run. The node estimates four times the size of the responses, because n8n keeps copies. Increase it only if n8n has enough memory.',
		default: 512,
		minimum: 1,
		maximum: 1_000_000,
	}),
} as const;
