// Tests of credentials, as the Test button of a credential runs them in n8n.
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';
import { connectionTestOf } from '../../nodes/engine/http/connectionTest';
import { services } from '../contract/kit/pack';
import { startCodeService } from '../services/codeHosting/service';
import { startTaskService } from '../services/taskList/service';
import { testedServices } from './kit/anyOperation';

const testCredential = async (
	name: string,
	type: string,
	data: object,
): Promise<INodeCredentialTestResult> => {
	const { connectionTest } = connectionTestOf(services.find((one) => one.name === name)!);
	return await connectionTest.call(new CredentialTestContext(), {
		id: '1',
		name: 'Test',
		type,
		data: data as ICredentialDataDecryptedObject,
	});
};

const success = { status: 'OK', message: 'Connection successful' };

describe.each(testedServices)('$service.label', ({ service, start }) => {
	test('accepts the credential of the local service and rejects wrong secrets', async () => {
		const local = await start();
		const { type, data } = local.credential;
		expect(await testCredential(service.name, type, data)).toEqual(success);
		const wrong = Object.fromEntries(
			Object.entries(data).map(([name, value]) => [
				name,
				/^(token|accessToken|apiToken|apiKey|clientSecret|password)$|ApiKey$/.test(name)
					? 'wrong-secret'
					: value,
			]),
		);
		const rejected = await testCredential(service.name, type, wrong);
		expect(rejected.status).toBe('Error');
		expect(rejected.message).not.toContain('wrong-secret');
		expect(rejected.message).toMatch(/\. /);
		await local.close();
	});
});

test('a service account is tested with a token request', async () => {
	const tasks = await startTaskService();
	const { serviceAccount } = tasks.credentials;
	const test = async (data: object) =>
		await testCredential('taskList', 'taskListServiceAccountApi', data);
	expect(await test({ ...serviceAccount, requestedScopes: 'all' })).toEqual(success);
	expect(await test({ ...serviceAccount, requestedScopes: 'all', privateKey: 'abc' })).toEqual({
		status: 'Error',
		message: expect.stringContaining(
			'Private Key in the credential is invalid: it is not an RSA key in PEM format',
		) as string,
	});
	await tasks.close();
});

test('the token of an app installation is tested with a request that it may send', async () => {
	const code = await startCodeService();
	const { type, data } = code.appCredential;
	expect(await testCredential('codeHosting', type, data)).toEqual(success);
	const { token } = code.callers.issue('7654321');
	expect(
		await testCredential('codeHosting', 'codeHostingApi', { ...code.credential.data, token }),
	).toEqual(success);
	await code.close();
});
