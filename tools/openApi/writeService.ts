/** Writes the service, its node, docs page and example. */
import type { ServiceNames } from '../newService/names';
import { call, Code, json, print } from './code';
import { inputOf } from './input';
import type { OperationPlan, ServicePlan } from './servicePlan';
import type { Template } from './templates';
import { credentialNames, credentialsOf, localCredential } from './writeCredentials';
import { pagingCode, resourceConstant } from './writeResources';

/** The list that a new form shows: one without required fields, if there is any. */
export function firstOperation({ operations: all }: ServicePlan): OperationPlan {
	const free = all.filter(({ fields, send }) => Object.keys(fields).length === 0 && !send);
	return (
		free.find(({ key }) => key === 'getAll') ??
		free.find(({ paging }) => paging) ??
		all.find(({ request, send }) => request.startsWith('GET ') && !send) ??
		all[0]!
	);
}

export function serviceFile(plan: ServicePlan, { camel, label }: ServiceNames): string {
	const keys = Object.keys(plan.resources).sort();
	const [, path] = plan.connectionTest.split(' ') as [string, string];
	const lists = plan.operations.filter(({ paging }) => paging);
	const { paging = { by: 'none' as const } } =
		lists.find(({ paging: one }) => one!.by !== 'none') ?? lists[0] ?? {};
	const aliases = [...new Set(keys.map((key) => plan.resources[key]!.toLowerCase()))]
		.filter((alias) => alias.length <= 24)
		.slice(0, 6);
	const codes = keys.map((key) => [key, new Code(resourceConstant(key))]);
	const created = call('service', {
		name: camel,
		label,
		providers: new Code(`${camel}Providers`),
		credentials: new Code('credentials'),
		connectionTest: { request: plan.connectionTest },
		default: firstOperation(plan).resource,
		resources: {
			apiRequest: call('apiRequest', { paging: pagingCode(paging), path: path.split('?')[0] }),
			...Object.fromEntries(codes),
		} as object,
		readError: new Code('readError'),
		errors: new Code('errors'),
		codex: {
			categories: ['Miscellaneous'],
			aliases: [...new Set([...aliases, 'api request', 'requests'])],
		},
	});
	return `import { apiRequest } from '../engine';
import { service } from '../engine/describe';
import { credentials, ${camel}Providers } from './credentials';
import { errors, readError } from './errors';
import { ${pagingCode(paging).text.split('(')[0]} } from './paging';
${keys.map((key) => `import { ${resourceConstant(key)} } from './resources/${key}';`).join('\n')}

export const ${camel} = ${created.text};
`;
}

/** Where services commonly put the message, after where the document says. */
const commonMessages = ['message', 'error.message', 'detail', 'error'];

export const errorsFile = (
	{ errorPaths: { message, code } }: ServicePlan,
	template: Template,
): string =>
	template('openApi', 'nodes/SampleService/errors.ts', {
		"['error.code']": print(code === undefined ? [] : [code]),
		"['error.message']": print([...new Set([message, ...commonMessages])]),
	});

/** What the node can do: `read and write book and loan records`. */
function summaryOf({ resources }: ServicePlan): string {
	const [first = '', second, ...more] = Object.values(resources).map((label) =>
		label.toLowerCase(),
	);
	const others =
		['', ', and one other kind of record'][more.length] ??
		`, and ${more.length} other kinds of records`;
	return `read and write ${second === undefined ? first : `${first} and ${second}`} records${others}`;
}

export function nodeFile(plan: ServicePlan, names: ServiceNames, template: Template): string {
	const labels = [...new Set(plan.connection.providers.map(({ label }) => label))];
	const worksWith =
		labels.length > 0 ? `. Works with ${new Intl.ListFormat('en-US').format(labels)}.` : '';
	const summary = summaryOf(plan);
	const choices = credentialsOf(plan, names);
	const codes = choices.map(({ type, value, isOAuth2 }) =>
		print({
			name: type,
			required: true,
			testedBy: isOAuth2 ? undefined : 'connectionTest',
			displayOptions: choices.length > 1 ? { show: { authentication: [value] } } : undefined,
		}),
	);
	return template('newService', 'nodes/SampleService/SampleService.node.ts', {
		"'Get records. Works with Sample Company.'": print(
			`${summary.charAt(0).toUpperCase()}${summary.slice(1)}${worksWith}`,
		),
		"{ name: 'sampleServiceApi', required: true, testedBy: 'connectionTest' }": codes.join(', '),
	});
}

/** What the local service needs to know. */
export const localSettings = (plan: ServicePlan, names: ServiceNames): string =>
	json({
		name: names.camel,
		...localCredential(plan, names),
		pageParameters: [
			...new Set(
				plan.operations.flatMap(({ paging }) =>
					paging?.by === 'page' || paging?.by === 'offset' ? [paging.parameter] : [],
				),
			),
		],
		errorPaths: plan.errorPaths,
	});

export function docsFile(plan: ServicePlan, names: ServiceNames, template: Template): string {
	const { providers, secrets, parts, oAuth2 } = plan.connection;
	const fields = [...Object.values(parts), ...secrets].map(({ label }) => `**${label}**`);
	const enter = fields.length > 0 ? `Enter ${fields.join(', ')}.` : 'There is nothing to enter.';
	const ofOAuth2 = oAuth2
		? ' For OAuth2, enter the client ID and secret of your app, then select **Connect my account**.'
		: '';
	return template('openApi', 'docs/sample-service.md', {
		SUMMARY: summaryOf(plan),
		CREDENTIALS: credentialNames(plan, names),
		PROVIDERS: providers.map(({ label }) => `### ${label}\n\n${enter}${ofOAuth2}`).join('\n\n'),
	});
}

export function exampleFile(plan: ServicePlan, names: ServiceNames, template: Template): string {
	const { resource, key, fields, paging } = firstOperation(plan);
	const [{ type }] = credentialsOf(plan, names);
	const values = Object.entries(fields).map(([name, field]) => [
		name,
		field.kind === 'id' ? { __rl: true, mode: 'id', value: inputOf(field) } : inputOf(field),
	]);
	const parameters = {
		resource,
		operation: key,
		...Object.fromEntries(values),
		...(paging ? { returnAll: true } : {}),
	} as object;
	const workflow = JSON.parse(
		template('newService', 'examples/sample-service-get-records.json'),
	) as {
		nodes: Array<{ credentials?: object }>;
	};
	for (const node of workflow.nodes)
		if (node.credentials)
			Object.assign(node, { parameters, credentials: { [type]: { id: '', name: names.label } } });
	return json({ ...workflow, name: `${names.label}: get records` });
}
