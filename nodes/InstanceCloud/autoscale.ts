/** Where autoscale settings stand: a category of their own in the specification, below services in the vendor's interface. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, type Method, PackError, type RequestLine, type Row } from '../engine/describe';
import { toRow } from '../engine/run/output';
import { entriesOf, outcomeOf } from './envelope';
import { inputOf, uuidOf } from './requests';

const isBelowServices = (call: Call<unknown>): boolean =>
	(call.connection.credential as IDataObject | undefined)?.autoscalePaths === 'services';

/** The request for the settings of several services. */
export const globalLine =
	(method: Method) =>
	(call: Call<unknown>): RequestLine =>
		`${method} ${isBelowServices(call) ? '/services/autoscale' : '/autoscale'}`;

/** A request for the policies of one service, whose name is looked up where it was given instead of the UUID. */
export async function aboutPolicies(
	call: Call<unknown>,
	method: Method,
	parts: { name?: unknown; body?: IDataObject } = {},
): Promise<Row[]> {
	const uuid = await uuidOf(call, 'services', String(inputOf(call).serviceId), 'Service');
	const place = isBelowServices(call)
		? '/services/{uuid}/autoscale/policies'
		: '/autoscale/{uuid}/policies';
	const line = `${method} ${place}${parts.name === undefined ? '' : '/{name}'}` as RequestLine;
	const { body } = await call.request(line, {
		values: { uuid, name: parts.name as string },
		...(parts.body ? { body: parts.body } : {}),
	});
	return entriesOf(body).flatMap((entry) => {
		const outcome = outcomeOf(entry);
		if (outcome instanceof PackError) throw outcome;
		// The policy itself stands one level below its entry.
		return typeof entry.policy === 'object' && entry.policy !== null
			? [toRow(entry.policy)]
			: [...outcome];
	});
}
