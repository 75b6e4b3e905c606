/** Runs the Migration Assessment node against its local test service, with either credential type. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { MigrationAssessmentApi } from '../../../credentials/MigrationAssessmentApi.credentials';
import { MigrationAssessmentServiceAccountApi } from '../../../credentials/MigrationAssessmentServiceAccountApi.credentials';
import { MigrationAssessment } from '../../../nodes/MigrationAssessment/MigrationAssessment.node';
import {
	LOCATION,
	PROJECT,
	startMigrationService,
	type MigrationService,
} from '../../services/migrationAssessment/service';
import { binary, runNode, type NodeSetup, type RunOptions, type RunResult } from './executor';

type MoreOptions = Partial<RunOptions> & {
	credential?: IDataObject;
	login?: 'accessToken' | 'serviceAccount';
};

/** Idempotency keys contain the execution ID, so each run needs its own. */
let executions = 0;

/** Starts the local test service. `run` runs the node once against it. */
export async function startMigration(): Promise<{
	service: MigrationService;
	run(
		resource: string,
		operation: string,
		parameters?: IDataObject,
		more?: MoreOptions,
	): Promise<RunResult>;
}> {
	const service = await startMigrationService({ settings: { operationMs: 20, cancelMs: 5 } });
	const run = async (
		resource: string,
		operation: string,
		parameters: IDataObject = {},
		{ credential, login = 'accessToken', ...more }: MoreOptions = {},
	): Promise<RunResult> => {
		const credentials: NodeSetup['credentials'] =
			login === 'accessToken'
				? {
						migrationAssessmentApi: {
							type: new MigrationAssessmentApi(),
							data: { ...service.credential.data, ...credential },
						},
					}
				: {
						migrationAssessmentServiceAccountApi: {
							type: new MigrationAssessmentServiceAccountApi(),
							data: { ...service.serviceAccount.data, ...credential },
						},
					};
		const options = { pollingInterval: 0.01, ...(parameters.options as IDataObject | undefined) };
		return await runNode(
			{ nodeType: new MigrationAssessment(), credentials },
			{
				executionId: String(++executions),
				...more,
				parameters: {
					resource,
					operation,
					authentication: login,
					wait: 'result',
					...parameters,
					options,
				},
			},
		);
	};
	return { service, run };
}

export const place = `projects/${PROJECT}/locations/${LOCATION}`;
export const located = (value: string) => ({ __rl: true, mode: 'id', value });
export const items = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));
export const withFile = async (
	text: string,
	name = 'inventory.csv',
): Promise<INodeExecutionData> => ({
	json: {},
	binary: { data: await binary(Buffer.from(text), name, 'text/csv') },
});
