/** Runs the Migration Assessment node in n8n's executor against its local test service. */
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
import { binary, runNode, type RunOptions, type RunResult, type NodeSetup } from './executor';

const nodeType = new MigrationAssessment();

export type More = Partial<RunOptions> & {
	credential?: IDataObject;
	credentialType?: 'accessToken' | 'serviceAccount';
};

/** Request IDs depend on the execution ID, so each run needs a different one. */
let executions = 0;

/** Starts the local test service. `run` executes the node once against it. */
export async function startMigration(): Promise<{
	service: MigrationService;
	run(
		resource: string,
		operation: string,
		parameters?: IDataObject,
		more?: More,
	): Promise<RunResult>;
}> {
	const service = await startMigrationService({ settings: { operationMs: 20, cancelMs: 5 } });
	const run = async (
		resource: string,
		operation: string,
		parameters: IDataObject = {},
		{ credential, credentialType = 'accessToken', ...more }: More = {},
	): Promise<RunResult> => {
		const credentials: NodeSetup['credentials'] =
			credentialType === 'accessToken'
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
			{ nodeType, credentials },
			{
				executionId: String(++executions),
				...more,
				parameters: {
					resource,
					operation,
					authentication: credentialType,
					wait: 'result',
					...parameters,
					options,
				},
			},
		);
	};
	return { service, run };
}

/** Parent of all records in the fixtures. */
export const parent = `projects/${PROJECT}/locations/${LOCATION}`;
export const items = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));
export const withFile = async (
	text: string,
	name = 'inventory.csv',
): Promise<INodeExecutionData> => ({
	json: {},
	binary: { data: await binary(Buffer.from(text), name, 'text/csv') },
});
