// Requests that the API description of a provider does not allow get the provider's error.
import { startCodeService } from '../../../services/codeHosting/service';
import { startFinanceService } from '../../../services/financeData/service';
import { startMigrationService } from '../../../services/migrationAssessment/service';
import { startTaskService } from '../../../services/taskList/service';
import type { LocalService } from '../../../services/kit/server';

const services: Array<[name: string, start: () => Promise<LocalService>]> = [
	['Code Hosting', startCodeService],
	['Finance Data', startFinanceService],
	['Migration Assessment', startMigrationService],
	['Task List', startTaskService],
];
const running: Record<string, LocalService> = {};
beforeAll(async () => {
	for (const [name, start] of services) running[name] = await start();
});
afterAll(async () => await Promise.all(Object.values(running).map((service) => service.close())));

const issues = '/repos/octo-org/hello-world/issues';
const locations = '/v1alpha1/projects/tenfold-local/locations/us-central1';
const tokens = {
	north: 'tenfold-access-north',
	basic: btoa('tenfold-client:tenfold-client-secret'),
};

async function send(name: string, method: string, path: string, body?: object) {
	const isFinance = name === 'Finance Data';
	const response = await fetch(`${running[name]!.url}${path}`, {
		method,
		headers: {
			authorization: isFinance ? `Basic ${tokens.basic}` : 'Bearer tenfold-local-token',
			'user-agent': 'test',
			'content-type': 'application/json',
			'x-rutter-version': '2024-08-31',
		},
		...(body && { body: JSON.stringify(body) }),
	});
	return { status: response.status, text: await response.text() };
}

test.each([
	['Code Hosting', 'POST', issues, {}, 422, `\\"title\\" wasn't supplied.`],
	['Code Hosting', 'POST', issues, { title: 'A', labels: 'bug' }, 422, 'labels'],
	['Code Hosting', 'GET', `${issues}?state=done`, undefined, 422, 'state'],
	[
		'Finance Data',
		'POST',
		`/versioned/accounting/invoices?access_token=${tokens.north}`,
		{ invoice: {} },
		400,
		'"error_code":"VALIDATION_FAILED"',
	],
	['Migration Assessment', 'POST', `${locations}/groups?groupId=A`, {}, 400, 'INVALID_ARGUMENT'],
	[
		'Migration Assessment',
		'GET',
		`${locations}/groups?page=1`,
		undefined,
		400,
		'page is invalid (unknown)',
	],
	['Task List', 'GET', '/tasks/v1/users/@me/lists?maxResults=many', undefined, 400, 'maxResults'],
])('%s refuses %s %s with %j', async (name, method, path, body, status, text) => {
	const response = await send(name, method, path, body);
	expect(response.status).toBe(status);
	expect(response.text).toContain(text);
});

test.each([
	['Code Hosting', 'POST', issues, { title: 'A', labels: ['bug'], unknown: 1 }, 201],
	// The text of the parameter says that null deletes a file. The schema does not.
	['Code Hosting', 'PATCH', '/gists/none', { files: { 'notes.md': null } }, 404],
	['Migration Assessment', 'POST', `${locations}/groups?groupId=a`, {}, 200],
])('%s accepts %s %s with %j', async (name, method, path, body, status) => {
	expect((await send(name, method, path, body)).status).toBe(status);
});
