/** Environments, their branch rules and their variables. */
import type { IDataObject } from 'n8n-workflow';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { runCodeHosting } from './kit/codeHosting';
import { onlyItem } from './kit/executor';
import { byId, byName } from './kit/locator';

let code: CodeService;
beforeEach(async () => {
	code = await startCodeService();
});
afterEach(async () => await code.close());

/** Executes an operation. Returns its item and what it sent. */
async function execute(resource: string, operation: string, parameters: IDataObject) {
	const { json } = onlyItem(await runCodeHosting(code, resource, operation, parameters));
	const { method, path, body } = code.requests.list().at(-1)!;
	return { json, request: `${method} ${path}`, body: body ?? undefined };
}

const environment = '/repos/octo-org/hello-world/environments/staging%2Feu';
const environmentName = byName('staging/eu');

test('an environment is created with reviewers, a branch rule and a variable', async () => {
	expect(
		await execute('environment', 'upsert', {
			newEnvironmentName: 'staging/eu',
			additionalFields: {
				deploymentBranches: 'selected',
				environmentReviewers: { rows: [{ type: 'Team', id: 7 }] },
				waitTimer: 30,
			},
		}),
	).toMatchObject({
		request: `PUT ${environment}`,
		body: {
			deployment_branch_policy: { protected_branches: false, custom_branch_policies: true },
			reviewers: [{ type: 'Team', id: 7 }],
			wait_timer: 30,
		},
	});
	expect(
		await execute('deploymentBranchRule', 'create', { environmentName, namePattern: 'release/*' }),
	).toMatchObject({
		request: `POST ${environment}/deployment-branch-policies`,
		body: { name: 'release/*', type: 'branch' },
	});
	expect(
		await execute('environmentVariable', 'create', {
			environmentName,
			newName: 'STAGE',
			variableValue: 'eu',
		}),
	).toMatchObject({
		json: { name: 'STAGE', created: true, environmentName: 'staging/eu' },
		request: `POST ${environment}/variables`,
		body: { name: 'STAGE', value: 'eu' },
	});
});

test('all branches of an environment can deploy', async () => {
	const { body } = await execute('environment', 'upsert', {
		newEnvironmentName: 'staging/eu',
		additionalFields: { deploymentBranches: 'all' },
	});
	expect(body).toEqual({ deployment_branch_policy: null });
});

test('a variable of an organization is restricted to a repository', async () => {
	const organization = byName('octo-org');
	expect(
		await execute('organizationVariable', 'create', {
			organization,
			newName: 'STAGE',
			variableValue: 'eu',
			visibility: 'selected',
			visibleTo: '1296269',
		}),
	).toMatchObject({
		request: 'POST /orgs/octo-org/actions/variables',
		body: {
			name: 'STAGE',
			value: 'eu',
			visibility: 'selected',
			selected_repository_ids: [1296269],
		},
	});
	expect(
		await execute('organizationVariable', 'addRepository', {
			organization,
			organizationVariableName: byName('STAGE'),
			repositoryId: byId(1296280),
		}),
	).toMatchObject({
		json: { added: true, name: 'STAGE', repository_id: '1296280' },
		request: 'PUT /orgs/octo-org/actions/variables/STAGE/repositories/1296280',
	});
});
