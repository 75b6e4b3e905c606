import type {
	ICredentialTestFunction,
	ICredentialTestFunctions,
	IDataObject,
	IHttpRequestOptions,
	IHttpRequestHelper,
	INode,
} from 'n8n-workflow';
import { type Api, packageName, PackError, readSafely, toResult } from '../describe';
import { webPageCode } from '../errors/failedAttempt';
import { collectSecrets, createRedactor } from '../errors/redact';
import { addressHint, sentences } from '../errors/responseErrors';
import { planRequest } from '../plan/buildRequest';
import { connect } from './connect';
import { send } from './pipeline';

/** n8n passes no node to a credential test. */
const node = { type: `${packageName}.connectionTest`, name: 'Credential Test' } as INode;

/** The credential test of a service, which reports the same errors as the node. */
export const connectionTestOf = (
	service: Api,
): Record<'connectionTest', ICredentialTestFunction> => ({
	async connectionTest({ type, data = {} }) {
		const result = await toResult(testConnection(service, requestWith(this), type, data));
		if ('value' in result) return { status: 'OK', message: 'Connection successful' };
		const { message, details } = result.error as Partial<PackError> & Error;
		const redact = createRedactor(collectSecrets(data));
		return { status: 'Error', message: redact(sentences(message, details?.hint)) };
	},
});

type Helpers = IHttpRequestHelper['helpers'];

async function testConnection(
	service: Api,
	httpRequest: Helpers['httpRequest'],
	type: string,
	stored: IDataObject,
): Promise<void> {
	const choice = service.credentials.find((one) => one.type === type);
	const { authenticate, preAuthentication, value } = choice!;
	const helpers: Pick<Helpers, 'httpRequest'> = { httpRequest };
	const token = await preAuthentication?.call({ helpers }, stored as never);
	const credential = { ...stored, ...token };
	const connection = await connect(
		{
			getNode: () => node,
			getCredentials: async <T extends object>() => await Promise.resolve(credential as T),
			helpers: {
				httpRequest,
				httpRequestWithAuthentication: async (_, options) =>
					(await httpRequest(await authenticate!(credential as never, options))) as unknown,
			},
		},
		service,
		{ attempts: 2, timeout: 15_000, maximumRetryWait: 5_000, authentication: value },
	);
	const { request, isValid, explain } = service.connectionTest;
	const line = typeof request === 'function' ? request(connection.credential) : request;
	const response = await toResult(
		send(connection, planRequest(line, { values: connection.credential }), { idempotency: 'safe' }),
	);
	if ('value' in response) return;
	const { error } = response;
	if (!(error instanceof PackError)) throw error;
	const { code, status } = error.details;
	if (code === webPageCode) throw error;
	// With an address that a person entered, a 404 can also mean that the address is wrong.
	const isWrongAddress = status === 404 && connection.address.field !== undefined;
	if (!isWrongAddress && isValid?.(error.details)) return;
	const explanation = readSafely(() => explain?.(status, connection.credential, connection.label));
	if (explanation !== undefined) throw new PackError(explanation, { status });
	throw isWrongAddress
		? new PackError(`${connection.label} does not have the endpoint that the test requests (404)`, {
				hint: `${addressHint(connection)}, and its other fields`,
				status,
			})
		: error;
}

/** n8n's context for credential tests has only the older `request` helper. */
const requestWith =
	({ helpers }: ICredentialTestFunctions): Helpers['httpRequest'] =>
	async ({ baseURL = '', url, ...options }: IHttpRequestOptions) =>
		(await helpers.request({
			...options,
			uri: `${baseURL}${url}`,
			useStream: true,
			resolveWithFullResponse: true,
			simple: false,
			followRedirect: false,
			followAllRedirects: false,
			gzip: true,
		})) as unknown;
