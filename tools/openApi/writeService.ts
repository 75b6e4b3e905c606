/** Writes the service, its node, docs page and example. */
import type { ServiceNames } from '../newService/names';
import { json, print } from './code';
import { inputOf } from './input';
import type { OperationPlan, ServicePlan } from './servicePlan';
import type { Template } from './templates';
import { credentialNames, credentialsOf, localCredential } from './writeCredentials';

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

/** Where services commonly put the message, after where the document says. */
const commonMessages = ['message', 'error.message', 'detail', 'error'];

/** The file openapi.json: what the service is made of, and the keys that a later run keeps. */
export function descriptionFile(plan: ServicePlan, { label }: ServiceNames): string {
	const { connectionTest, resources, operations, errorPaths } = plan;
	const lists = operations.filter(({ paging }) => paging);
	const paged = lists.find(({ paging }) => paging!.by !== 'none') ?? lists[0];
	const aliases = new Set(Object.values(resources).map((name) => name.toLowerCase()));
	return json({
		label,
		connectionTest,
		default: firstOperation(plan).resource,
		paging: paged?.paging ?? { by: 'none' },
		aliases: [...aliases].filter((alias) => alias.length <= 24).slice(0, 6),
		errors: {
			codes: [errorPaths.code].flatMap((path) => path ?? []),
			messages: [...new Set([errorPaths.message, ...commonMessages])],
		},
		resources,
		operations: operations.map(({ send, ...operation }) => ({
			...operation,
			status: undefined,
			sample: undefined,
			send: send?.as,
		})),
	});
}

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
	const { providers, secrets, oAuth2 } = plan.connection;
	const fields = secrets.map(({ label }) => `**${label}**`);
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
