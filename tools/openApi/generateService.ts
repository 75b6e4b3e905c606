/** Generates a service, or generates it again, from an API description. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rename, type ServiceNames } from '../newService/names';
import type { OpenApiDocument } from './document';
import { knownKeys, lostKeys } from './keys';
import { planService } from './plan';
import type { Problem, ServicePlan } from './servicePlan';
import { templatesOf, type Template } from './templates';
import { contractFile, responsesFile } from './writeContract';
import { credentialFile, credentialsFile, credentialsOf } from './writeCredentials';
import {
	descriptionFile,
	docsFile,
	exampleFile,
	firstOperation,
	localSettings,
	nodeFile,
} from './writeService';

interface GeneratedService {
	readonly plan: ServicePlan;
	/** Text by path, relative to the folder of package.json. */
	readonly files: Readonly<Record<string, string>>;
	/** Whether the service has been generated before. */
	readonly isUpdate: boolean;
}

/**
 * @param root folder of package.json
 * @throws Error with a list, if saved workflows would lose keys
 */
export function generateService(
	root: string,
	names: ServiceNames,
	document: OpenApiDocument,
): GeneratedService {
	const { pascal, camel, kebab } = names;
	const keysPath = `nodes/${pascal}/openapi.json`;
	const isUpdate = existsSync(join(root, keysPath));
	const { operations: before } = isUpdate
		? (JSON.parse(readFileSync(join(root, keysPath), 'utf8')) as Pick<ServicePlan, 'operations'>)
		: { operations: [] };
	const plan = planService(document, names.label, knownKeys(before));
	if (plan.operations.length === 0) throw new Error('No operation of the document can be mapped.');
	const lost = lostKeys(before, plan.operations);
	if (lost.length > 0)
		throw new Error(
			`Saved workflows would lose:\n${lost.map((one) => `  ${one}`).join('\n')}\nKeep these operations and parameters with the overlay, or release a new version of the node.`,
		);
	const from = `${document.info.title} ${document.info.version} (OpenAPI)`;
	const template = templatesOf(root, names);
	const { resource, key } = firstOperation(plan);
	const copied: Array<Parameters<Template>> = [
		['openApi', 'nodes/SampleService/README.md', { SOURCE: from }],
		...['errors', 'paging', 'requests', 'service'].map((name): Parameters<Template> => [
			'openApi',
			`nodes/SampleService/${name}.ts`,
		]),
		['newService', 'icons/sampleService.svg'],
		['newService', 'icons/sampleService.dark.svg'],
		['openApi', 'test/services/sampleService/service.ts'],
		['openApi', 'test/workflow/sampleService.test.ts', { 'record.getAll': `${resource}.${key}` }],
		['newService', 'test/workflow/faults/sampleService.test.ts'],
	];
	const node = `nodes/${pascal}`;
	const files: Record<string, string> = {
		...Object.fromEntries(copied.map((one) => [rename(one[1], names), template(...one)])),
		...Object.fromEntries(
			credentialsOf(plan, names).map((one) => [
				`credentials/${one.className}.credentials.ts`,
				credentialFile(one, plan, template),
			]),
		),
		[`${node}/${pascal}.node.ts`]: nodeFile(plan, names, template),
		[`${node}/credentials.ts`]: credentialsFile(plan, names),
		[keysPath]: descriptionFile(plan, names),
		[`test/contract/data/${kebab}.json`]: contractFile(plan, names, from),
		[`test/contract/data/responses/${kebab}.json`]: responsesFile(plan),
		[`test/services/${camel}/settings.json`]: localSettings(plan, names),
		[`docs/${kebab}.md`]: docsFile(plan, names, template),
		[`examples/${kebab}-get-records.json`]: exampleFile(plan, names, template),
	};
	return { plan, files, isUpdate };
}

/** What was generated, and what was not, with the overlay lines that decide it. */
export function reportOf({ described, omitted, operations, problems }: ServicePlan): string {
	const ofOperations = problems.filter(({ operation }) => operation !== undefined);
	const lines = ({ operation, problem, overlay }: Problem): string =>
		`  ${operation ? `${operation}: ` : ''}${problem}${overlay ? `\n    - ${overlay}` : ''}`;
	return [
		`${operations.length} of ${described} operations${omitted > 0 ? `, ${omitted} deprecated or omitted` : ''}`,
		...problems.filter((one) => !ofOperations.includes(one)).map(lines),
		...ofOperations.map(lines),
	].join('\n');
}
