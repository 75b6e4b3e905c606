/** Which branches of an environment can deploy. */
import type { IDataObject } from 'n8n-workflow';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { runCodeHosting } from './kit/codeHosting';

let code: CodeService;
beforeEach(async () => {
	code = await startCodeService();
});
afterEach(async () => await code.close());

/** Creates or updates an environment. Returns what was sent. */
async function upsert(additionalFields: IDataObject) {
	await runCodeHosting(code, 'environment', 'upsert', {
		newEnvironmentName: 'staging/eu',
		additionalFields,
	});
	return code.requests.list().at(-1)!;
}

test('selected branches of an environment can deploy', async () => {
	const { body } = await upsert({ deploymentBranches: 'selected' });
	expect(body).toEqual({
		deployment_branch_policy: { protected_branches: false, custom_branch_policies: true },
	});
});

test('all branches of an environment can deploy', async () => {
	const { body } = await upsert({ deploymentBranches: 'all' });
	expect(body).toEqual({ deployment_branch_policy: null });
});
