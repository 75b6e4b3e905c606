/** Dependabot, code scanning and secret scanning alerts. */
import type { IDataObject } from 'n8n-workflow';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { codeHostingSetup, helloWorld, runCodeHosting } from './kit/codeHosting';
import { onlyItem } from './kit/executor';
import { byId, byName } from './kit/locator';
import { lookUp } from './kit/lookups';

let code: CodeService;
beforeEach(async () => {
	code = await startCodeService();
});
afterEach(async () => await code.close());

const list = async (resource: string, parameters: IDataObject = {}, operation = 'getAll') =>
	(await runCodeHosting(code, resource, operation, { returnAll: true, ...parameters })).items.map(
		({ json }) => json,
	);

const update = async (resource: string, field: string, updateFields: IDataObject) =>
	await runCodeHosting(code, resource, 'update', { [field]: byId('200'), updateFields });

test('pages of Dependabot alerts are read by cursor, and a full page without a next one is the last', async () => {
	const alerts = await list('dependabotAlert');
	expect(new Set(alerts.map(({ number }) => number)).size).toBe(200);
	expect(code.requests.list().map(({ query }) => query)).toEqual([
		{ per_page: '100' },
		{ per_page: '100', after: expect.any(String) as unknown },
	]);
});

test('alerts of an organization name their repository', async () => {
	for (const resource of ['dependabotAlert', 'codeScanningAlert', 'secretScanningAlert']) {
		const [alert] = await list(
			resource,
			{ organization: byName('octo-org') },
			'getAllOrganization',
		);
		expect(alert).toMatchObject({ owner: 'octo-org', repository: 'hello-world' });
	}
});

describe.each([
	['dependabotAlert', 'dependabotAlertNumber', 'dependabotDismissedReason', 'not_used'],
	['codeScanningAlert', 'codeScanningAlertNumber', 'codeScanningDismissedReason', "won't fix"],
])('%s', (resource, field, reason, value) => {
	test.each([
		[{ alertState: 'dismissed' }, 'Dismissed Reason is required if State is Dismissed'],
		[
			{ alertState: 'open', [reason]: value },
			'Dismissed Reason can only be set if State is Dismissed',
		],
		[{ dismissedComment: 'x' }, 'Dismissed Comment can only be set together with State'],
	])('an update with %j is not sent', async (fields, problem) => {
		const { error } = await update(resource, field, fields);
		expect(error?.message).toContain(problem);
		expect(code.requests.list()).toEqual([]);
	});
});

describe('the leaked secret of a secret scanning alert', () => {
	const get = async (parameters: IDataObject = {}, nodeTypeName?: string) =>
		onlyItem(
			await runCodeHosting(
				code,
				'secretScanningAlert',
				'get',
				{ secretScanningAlertNumber: byId('1'), ...parameters },
				nodeTypeName === undefined ? {} : { nodeTypeName },
			),
		).json;

	test('is only in the output if the user turns off Hide Secret', async () => {
		expect(await get()).not.toHaveProperty('secret');
		expect(code.requests.list()[0]!.query).toEqual({ hide_secret: 'true' });
		expect(await get({ simplify: false })).not.toHaveProperty('secret');
		expect(await get({ hideSecret: false })).toMatchObject({ secret: 'leaked-secret-1' });
		expect(await list('secretScanningAlert', { hideSecret: false })).toMatchObject([
			{ secret: 'leaked-secret-1' },
			{ secret: 'leaked-secret-2' },
		]);
	});

	test('is never in the output of a tool', async () => {
		const alert = await get(
			{ hideSecret: false, simplify: false },
			'n8n-nodes-tenfold.codeHostingTool',
		);
		expect(JSON.stringify(alert)).not.toContain('leaked-secret');
	});

	test('is not in the output of an update, although the service returns it', async () => {
		for (const simplify of [true, false]) {
			const { json } = onlyItem(
				await runCodeHosting(code, 'secretScanningAlert', 'update', {
					secretScanningAlertNumber: byId('1'),
					simplify,
					updateFields: {
						newSecretAlertState: 'resolved',
						newResolution: 'revoked',
						resolutionComment: 'Revoked',
					},
				}),
			);
			expect(json).toMatchObject({ state: 'resolved', resolution: 'revoked' });
			expect(JSON.stringify(json)).not.toContain('leaked-secret');
		}
	});
});

test('a secret scanning alert is not resolved without a resolution', async () => {
	const { error } = await update('secretScanningAlert', 'secretScanningAlertNumber', {
		newSecretAlertState: 'resolved',
	});
	expect(error?.message).toContain('Resolution is required if State is Resolved');
	expect(code.requests.list()).toEqual([]);
});

test.each([
	['searchDependabotAlert', 'dependabotAlert', '200'],
	['searchCodeScanningAlert', 'codeScanningAlert', '1'],
	['searchSecretScanningAlert', 'secretScanningAlert', '1'],
])('%s lists the alerts with their number, subject and state', async (method, resource, first) => {
	const { results } = await lookUp(codeHostingSetup(code), method, {
		authentication: 'token',
		resource,
		operation: 'get',
		...helloWorld,
	});
	expect(results[0]).toMatchObject({
		value: first,
		name: expect.stringMatching(/^#\d+ · \S.* · open$/) as unknown,
	});
});
