// The docs page and the trigger of Code Hosting against the public API description.
import { readFileSync } from 'node:fs';
import { codeHosting } from '../../nodes/CodeHosting/service';
import { allFieldsOf } from '../../nodes/engine/describe';
import { feeds, triggerFields } from '../../nodes/CodeHosting/triggers/feeds';
import type { Schema } from '../../tools/published/extract';
import { inRoot } from '../../tools/system/paths';
import { contractOf } from './kit/contractData';
import { matchOperation } from './kit/matchContract';
import { type NamedOperation, operationsIn } from './kit/pack';
import { readDescription } from './kit/published/description';

/** The list of operations on the docs page, one line per resource. */
function docsList(operations: readonly NamedOperation[]): string {
	const lines = [...new Set(operations.map(({ resource }) => resource))].map((resource) => {
		const found = operations.filter((one) => one.resource === resource);
		const names = found.map(({ operation }) => operation.name).sort();
		return `- **${codeHosting.resources[resource]!.label}**: ${names.join(', ')}`;
	});
	return `\n\n${lines.sort().join('\n')}\n\n`;
}

const docsPage = (): string => readFileSync(inRoot('docs', 'code-hosting.md'), 'utf8');

test('the docs page names the operations that apps cannot use', () => {
	const unavailable = contractOf(codeHosting)
		.operations.filter(({ apps }) => apps === false)
		.map((entry) => matchOperation(codeHosting, entry) as NamedOperation);
	expect(unavailable.length).toBeGreaterThan(0);
	expect(docsPage()).toContain(docsList(unavailable));
});

test('the docs page names the operations that GitHub Enterprise Server does not have', () => {
	const missing = operationsIn(codeHosting).filter(
		({ operation }) => operation.missingIn !== undefined,
	);
	// Those that generated/ghes-3.19.json of @octokit/openapi 23.0.2 lacks, and two that read a record
	// from such a path before they send a mutation.
	expect(missing).toHaveLength(35);
	expect(docsPage()).toContain(docsList(missing));
	const keys = codeHosting.providers.list.map(({ key }) => key);
	expect(keys).toEqual(
		expect.arrayContaining(missing.flatMap(({ operation }) => Object.keys(operation.missingIn!))),
	);
});

test('a record that the provider identifies by a number, not its ID, is entered as a number', () => {
	const description = readDescription(codeHosting);
	const paths = operationsIn(codeHosting).flatMap(({ operation }) => {
		const [, method, path] = /^(\w+) ([^?]+)/.exec(operation.request ?? '') ?? [];
		return path === undefined ? [] : [{ method: method!, path, fields: allFieldsOf(operation) }];
	});
	const numbers = paths.flatMap(({ method, path, fields }) =>
		Object.entries(description.find(method, path)?.pathValues ?? {}).flatMap(
			([parameter, placeholder]) => {
				const field = fields[placeholder.slice(1, -1)];
				return field?.kind === 'id'
					? [{ label: field.label, byNumber: field.byNumber === true, parameter }]
					: [];
			},
		),
	);
	const wrong = numbers.filter(
		({ label, byNumber, parameter }) =>
			byNumber !== /_number$/.test(parameter) || byNumber !== / Number$/.test(label),
	);
	expect(wrong).toEqual([]);
	expect(new Set(numbers.filter(({ byNumber }) => byNumber).map(({ label }) => label))).toEqual(
		new Set([
			...['Alert Number', 'Attempt Number', 'Issue Number', 'Milestone Number'],
			...['Project Number', 'Pull Request Number', 'View Number'],
		]),
	);
});

test('the provider describes every feed of the trigger', () => {
	const description = readDescription(codeHosting);
	const paths = Object.values(feeds).map(({ path }) => path);
	expect(paths.filter((path) => !description.find('GET', path))).toEqual([]);
});

test('the trigger offers every event type that the provider describes', () => {
	const { payload } = (
		readDescription(codeHosting).extract.schemas.event as {
			properties: { payload: { anyOf?: Schema[]; oneOf?: Schema[] } };
		}
	).properties;
	const described = (payload.anyOf ?? payload.oneOf)!.map(({ $ref }) =>
		// For example, `#/schemas/issue-comment-event` describes the type IssueCommentEvent.
		($ref as string)
			.replace('#/schemas/', '')
			.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
	);
	expect(triggerFields.events.choices!.map(({ value }) => value).sort()).toEqual(described.sort());
	expect(triggerFields.events.choices).toContainEqual({
		name: 'Star (WatchEvent)',
		value: 'WatchEvent',
		action: 'On star',
	});
});
