/** Runs the Migration Assessment node in n8n's executor against its local test service. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { MigrationAssessmentApi } from '../../../credentials/MigrationAssessmentApi.credentials';
import { MigrationAssessment } from '../../../nodes/MigrationAssessment/MigrationAssessment.node';
import {
	LOCATION,
	PROJECT,
	startMigrationService,
	type MigrationService,
} from '../../services/migrationAssessment/service';
import { binary, operationRunner } from './executor';

const nodeType = new MigrationAssessment();

/** Request IDs depend on the execution ID, so each run needs a different one. */
let executions = 0;

/** Starts the local test service. `run` executes the node once against it. */
export async function startMigration(): Promise<{
	service: MigrationService;
	run: ReturnType<typeof operationRunner>;
}> {
	const service = await startMigrationService({ settings: { operationMs: 20 } });
	const runOnce = operationRunner(
		nodeType,
		() => ({
			migrationAssessmentApi: {
				type: new MigrationAssessmentApi(),
				data: service.credential.data,
			},
		}),
		{ authentication: 'accessToken', wait: 'result' },
	);
	return {
		service,
		run: async (resource, operation, parameters = {}, more = {}) => {
			const options = { pollingInterval: 0.01, ...(parameters.options as IDataObject) };
			return await runOnce(
				resource,
				operation,
				{ ...parameters, options },
				{ executionId: String(++executions), ...more },
			);
		},
	};
}

/** Parent of all records in the fixtures. */
export const parent = `projects/${PROJECT}/locations/${LOCATION}`;
export const withFile = async (
	text: string,
	name = 'inventory.csv',
): Promise<INodeExecutionData> => ({
	json: {},
	binary: { data: await binary(Buffer.from(text), name, 'text/csv') },
});
