/** Connects a polling trigger to its service. */
import type { IPollFunctions } from 'n8n-workflow';
import type { Connection, Service } from '../describe';
import { connect } from '../http/connect';
import { PollMemory } from './pollMemory';

/** Connects for one poll, with the credential that the parameter Authentication selects. */
export async function connectPoll(context: IPollFunctions, service: Service): Promise<Connection> {
	const connection = await connect(
		context,
		service,
		{ attempts: 3, timeout: 30_000 },
		context.getNodeParameter('authentication'),
	);
	return { ...connection, memory: new PollMemory() };
}
