// The responses of the local test service to the operations of issues and pull requests, compared
// with the API description that GitHub publishes.
import type { IDataObject } from 'n8n-workflow';
import { codeHosting } from '../../../../nodes/CodeHosting/service';
import { allFieldsOf } from '../../../../nodes/engine/describe';
import { locatorValue, validate } from '../../../../nodes/engine/read/validate';
import { operationsIn, type NamedOperation } from '../../../contract/kit/pack';
import { unknownProperties } from '../../../contract/kit/published/checkRequest';
import { readDescription } from '../../../contract/kit/published/description';
import { recordRequests } from '../../../contract/kit/recordRequests';
import { startCodeService, type CodeService } from '../../../services/codeHosting/service';
import { discussionValues } from '../../../workflow/kit/discussionValues';

let code: CodeService;
beforeEach(async () => {
	code = await startCodeService();
});
afterEach(async () => await code.close());

const description = readDescription(codeHosting);
/** The responses to these operations are parts of the documentation. */
const documented =
	/Assignees|Reviewers|getAllCommits|getAllFiles|pullRequest\.create|updateBranch|lock/i;
const operations = operationsIn(codeHosting).filter(
	({ id, resource, operation }) =>
		/^(?:issue|issueComment|pullRequest)$/.test(resource) && !operation.run && !documented.test(id),
);

/** Validated values for the fields of an operation. */
function inputOf({ operation }: NamedOperation): IDataObject {
	const given: IDataObject = {
		owner: 'octo-org',
		repository: 'hello-world',
		...discussionValues(code),
		newTitle: 'Another title',
	};
	return Object.fromEntries(
		Object.entries(allFieldsOf(operation))
			.filter(([name]) => given[name] !== undefined)
			.map(([name, field]) => [
				name,
				validate(field, locatorValue(given[name])) as IDataObject[string],
			]),
	);
}

test.each(operations)('$id gets a response that GitHub describes', async (found) => {
	const [request] = await recordRequests(found, inputOf(found));
	const { method, url, query, body } = request!;
	const search = new URLSearchParams(query as Record<string, string>).toString();
	const response = await fetch(`${code.url}${url}?${search}`, {
		method,
		headers: {
			authorization: `token ${code.credential.data.token}`,
			'user-agent': 'test',
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	const { operation } = description.find(method, url)!;
	expect(Object.keys(operation.responses)).toContain(String(response.status));
	const { schema } = operation.responses[response.status]!;
	if (schema === undefined) {
		expect(text).toBe('');
		return;
	}
	const value: unknown = JSON.parse(text);
	const errors = description
		.errors(schema, value, 'body')
		.map(({ instancePath, message }) => `${instancePath} ${message}`);
	expect(errors).toEqual([]);
	expect(unknownProperties(description, 'body', schema, value)).toEqual([]);
});
