/**
 * The way of a request to the service and back, as a list of stages. Each stage wraps the next one.
 */
import type { Connection, HttpResponse, RequestPlan, SendPolicy } from '../describe';
import { once } from './once';
import { readResponse } from './readResponse';
import { redirect } from './redirect';
import { renew } from './renew';
import { httpRequest } from './request';
import { retry } from './retry';

const sendThroughStages = once(retry(readResponse(redirect(renew(httpRequest)))));

/**
 * Sends one request and returns its 2xx response.
 * @throws PackError with the message of the service; CanceledError when the execution is canceled
 */
export const send = async (
	connection: Connection,
	plan: RequestPlan,
	policy: SendPolicy,
): Promise<HttpResponse> => await sendThroughStages({ connection, plan, policy });
