/** Generates a service from an API description. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rename, type ServiceNames } from '../newService/names';
import { credentialsOf, type CredentialPlan } from './connection';
import type { OpenApiDocument } from './document';
import { capitalize } from './names';
import { planService } from './plan';
import type { ServicePlan } from './servicePlan';
import {
	descriptionOf,
	exampleOf,
	firstOperation,
	localSettings,
	responsesOf,
	summaryOf,
} from './writeFiles';

interface GeneratedService {
	readonly plan: ServicePlan;
	readonly files: Readonly<Record<string, string>>;
}

/** @param root folder of package.json */
export function generateService(
	root: string,
	names: ServiceNames,
	document: OpenApiDocument,
): GeneratedService {
	const plan = planService(document, names.label);
	if (plan.operations.length === 0) throw new Error('No operation of the document can be mapped.');
	const from = `${document.info.title} ${document.info.version} (OpenAPI)`;
	return { plan, files: filesOf(plan, names, from, join(root, 'tools')) };
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Texts of the template, and what replaces them. Texts can come from a document of somebody else. */
type Replacements = Readonly<Record<string, string>>;

/** @param from title and version of the document @param tools folder with the templates */
function filesOf(
	plan: ServicePlan,
	names: ServiceNames,
	from: string,
	tools: string,
): Record<string, string> {
	const template = (
		folder: 'newService' | 'openApi',
		path: string,
		values: Replacements = {},
	): string =>
		Object.entries(values).reduce(
			(text, [sample, value]) => text.replaceAll(sample, () => value),
			rename(readFileSync(join(tools, folder, 'template', path), 'utf8'), names),
		);
	const node = 'nodes/SampleService';
	const local = 'test/services/sampleService';
	const test = 'test/workflow/sampleService.test.ts';
	const { resource, key } = firstOperation(plan);
	const choices = credentialsOf(plan.connection, names);
	const credential = 'credentials/SampleServiceApi.credentials.ts';
	const example = 'examples/sample-service-get-records.json';
	const copied: Array<Parameters<typeof template>> = [
		['openApi', `${node}/credentials.ts`],
		['openApi', `${node}/errors.ts`],
		['openApi', `${node}/paging.ts`],
		['openApi', `${node}/requests.ts`],
		['openApi', `${node}/service.ts`],
		['openApi', `${node}/README.md`, { SOURCE: from }],
		['newService', `${node}/SampleService.node.ts`, nodeTexts(plan, choices, names)],
		['newService', `${local}/service.ts`],
		['newService', test, { 'record.getAll': `${resource}.${key}` }],
		['newService', 'test/workflow/faults/sampleService.test.ts'],
		['newService', 'icons/sampleService.svg'],
		['newService', 'icons/sampleService.dark.svg'],
		['openApi', 'docs/sample-service.md', docsTexts(plan, choices)],
	];
	const files = {
		...Object.fromEntries(copied.map((one) => [one[1], template(...one)])),
		...Object.fromEntries(
			choices.map((one) => [
				`credentials/${one.className}.credentials.ts`,
				template('newService', credential, credentialTexts(one, names)),
			]),
		),
		[`${node}/connection.json`]: json({
			...plan.connection,
			choices: choices.map(({ value, label, type }) => ({ value, label, type })),
		}),
		[`${node}/openapi.json`]: json(descriptionOf(plan, names)),
		[`${local}/settings.json`]: json(localSettings(plan, names)),
		[`${local}/responses.json`]: json(responsesOf(plan)),
		[example]: json(exampleOf(plan, names, template('newService', example))),
	};
	return Object.fromEntries(
		Object.entries(files).map(([path, text]) => [rename(path, names), text]),
	);
}

/** Makes the credential of the skeleton one of the service. */
const credentialTexts = (
	{ value, className, type, displayName }: CredentialPlan,
	{ pascal, camel, label }: ServiceNames,
): Replacements =>
	value === 'oAuth2'
		? {
				'properties, tokenCredential': 'oAuth2Properties',
				[`class ${pascal}Api`]: `class ${className}`,
				[`'${label} API'`]: JSON.stringify(displayName),
				[`name = '${camel}Api';`]: `name = '${type}';\n\n\textends = ['oAuth2Api'];`,
				'properties = properties;\n\n\tauthenticate = tokenCredential.authenticate;':
					'properties = oAuth2Properties;',
			}
		: { tokenCredential: 'authenticate', 'authenticate.authenticate': 'authenticate' };

function nodeTexts(
	plan: ServicePlan,
	choices: readonly CredentialPlan[],
	{ camel }: ServiceNames,
): Replacements {
	const [provider] = plan.connection.providers;
	const worksWith = provider ? `. Works with ${provider.label}.` : '';
	const credentials = choices.map(({ type, value }) => ({
		name: type,
		required: true,
		testedBy: value === 'oAuth2' ? undefined : 'connectionTest',
		displayOptions: choices.length > 1 ? { show: { authentication: [value] } } : undefined,
	}));
	return {
		"'Get records. Works with Sample Company.'": JSON.stringify(
			`${capitalize(summaryOf(plan))}${worksWith}`,
		),
		[`[{ name: '${camel}Api', required: true, testedBy: 'connectionTest' }]`]:
			JSON.stringify(credentials),
	};
}

function docsTexts(plan: ServicePlan, choices: readonly CredentialPlan[]): Replacements {
	const { providers, secrets, oAuth2 } = plan.connection;
	const fields = secrets.map(({ label }) => `**${label}**`);
	const enter = fields.length > 0 ? `Enter ${fields.join(', ')}.` : 'There is nothing to enter.';
	const ofOAuth2 = oAuth2
		? ' For OAuth2, enter the client ID and secret of your app, then select **Connect my account**.'
		: '';
	return {
		SUMMARY: summaryOf(plan),
		CREDENTIALS: choices.map(({ displayName }) => `**${displayName}**`).join(' or '),
		PROVIDERS: providers.map(({ label }) => `### ${label}\n\n${enter}${ofOAuth2}`).join('\n\n'),
	};
}

/** What was generated, and what was not. */
export const reportOf = ({ described, deprecated, operations, problems }: ServicePlan): string =>
	[
		`${operations.length} of ${described} operations${deprecated > 0 ? `, ${deprecated} deprecated` : ''}`,
		...problems.map((problem) => `  ${problem}`),
	].join('\n');
