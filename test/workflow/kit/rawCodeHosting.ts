/** Runs the Code Hosting node against a server whose responses a test defines. */
import type { IDataObject } from 'n8n-workflow';
import type { More } from './executor';
import { byName } from './locator';
import type { Responder, startRawServer } from './rawServer';
import { rawRunner, type RawResult } from './rawService';
import { lineOf, respondByLine } from './routes';

export interface RawRun extends RawResult {
	/** Method and path of each request. */
	readonly lines: string[];
	readonly json: IDataObject[];
}

/**
 * Runs an operation in the repository octo-org/hello-world against a server of its own.
 * `responses` are those by request line, or all.
 */
export const rawCodeHosting =
	(startServer: typeof startRawServer) =>
	async (
		responses: Readonly<Record<string, unknown>> | Responder,
		resource: string,
		operation: string,
		parameters: IDataObject = {},
		more: More = {},
	): Promise<RawRun> => {
		const place = { owner: byName('octo-org'), repository: byName('hello-world') };
		const result = await rawRunner(startServer)(
			'codeHosting',
			{ resource, operation, ...place, ...parameters },
			typeof responses === 'function' ? responses : respondByLine(responses),
			more,
		);
		return {
			...result,
			lines: result.server.received.map(lineOf),
			json: result.items.map(({ json }) => json),
		};
	};
