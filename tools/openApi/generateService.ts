/** Generates a service, or generates it again, from an API description. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rename, type ServiceNames } from '../newService/names';
import type { OpenApiDocument } from './document';
import { keysOf, knownKeys, lostKeys, type Keys } from './keys';
import { planService } from './plan';
import type { Problem, ServicePlan } from './servicePlan';
import { idsFile, idsOf, resourceFile, shapesFile, shapesOf } from './writeResources';
import {
	credentialFile,
	credentialsFile,
	credentialsOf,
	errorsFile,
	nodeFile,
	serviceFile,
} from './writeService';
import {
	contractFile,
	docsFile,
	exampleFile,
	localServiceFile,
	readmeFile,
	responsesFile,
	workflowTestFile,
} from './writeTests';

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
	const before = isUpdate ? (JSON.parse(readFileSync(join(root, keysPath), 'utf8')) as Keys) : {};
	const plan = planService(document, names.label, knownKeys(before));
	if (plan.generated === 0) throw new Error('No operation of the document can be mapped.');
	const keys = keysOf(plan);
	const lost = lostKeys(before, keys);
	if (lost.length > 0)
		throw new Error(
			`Saved workflows would lose:\n${lost.map((one) => `  ${one}`).join('\n')}\nKeep these operations and parameters with the overlay, or release a new version of the node.`,
		);
	const from = `${document.info.title} ${document.info.version} (OpenAPI)`;
	const template = (...path: string[]): string =>
		readFileSync(join(root, 'tools', ...path), 'utf8');
	const sample = (path: string): string => rename(template('newService', 'template', path), names);
	const shapes = shapesOf(plan);
	const usesRequests = plan.resources && JSON.stringify(plan.resources).includes('"send":');
	const lists = Object.values(plan.resources).flatMap(({ operations }) =>
		Object.values(operations),
	);
	const nodeFolder = `nodes/${pascal}`;
	const files: Record<string, string> = {
		[`${nodeFolder}/${pascal}.node.ts`]: nodeFile(plan, names),
		[`${nodeFolder}/README.md`]: readmeFile(plan, names, from),
		[`${nodeFolder}/credentials.ts`]: credentialsFile(plan, names),
		[`${nodeFolder}/errors.ts`]: errorsFile(plan),
		[`${nodeFolder}/ids.ts`]: idsFile(
			idsOf(plan),
			(request) => lists.find((list) => list.request === request)?.paging,
		),
		[keysPath]: `${JSON.stringify(keys, null, 2)}\n`,
		[`${nodeFolder}/paging.ts`]: template(
			'openApi',
			'template',
			'nodes',
			'SampleService',
			'paging.ts',
		),
		...(usesRequests
			? {
					[`${nodeFolder}/requests.ts`]: template(
						'openApi',
						'template',
						'nodes',
						'SampleService',
						'requests.ts',
					),
				}
			: {}),
		[`${nodeFolder}/service.ts`]: serviceFile(plan, names),
		[`${nodeFolder}/shapes.ts`]: shapesFile(shapes.shapes),
		...Object.fromEntries(
			Object.entries(plan.resources).map(([key, resource]) => [
				`${nodeFolder}/resources/${key}.ts`,
				resourceFile(key, resource, (one) => shapes.nameOf(key, one)),
			]),
		),
		...Object.fromEntries(
			credentialsOf(plan, names).map((one) => [
				`credentials/${one.className}.credentials.ts`,
				credentialFile(one, plan, names),
			]),
		),
		[`icons/${camel}.svg`]: sample('icons/sampleService.svg'),
		[`icons/${camel}.dark.svg`]: sample('icons/sampleService.dark.svg'),
		[`test/contract/data/${kebab}.json`]: contractFile(plan, names, from),
		[`test/contract/data/responses/${kebab}.json`]: responsesFile(plan),
		[`test/services/${camel}/service.ts`]: localServiceFile(plan, names),
		[`test/workflow/${camel}.test.ts`]: workflowTestFile(plan, names),
		[`test/workflow/faults/${camel}.test.ts`]: sample('test/workflow/faults/sampleService.test.ts'),
		[`docs/${kebab}.md`]: docsFile(plan, names),
		[`examples/${kebab}-get-records.json`]: exampleFile(
			plan,
			names,
			sample('examples/sample-service-get-records.json'),
		),
	};
	return { plan, files, isUpdate };
}

/** What was generated, and what was not, with the overlay lines that decide it. */
export function reportOf({ described, omitted, generated, problems }: ServicePlan): string {
	const ofOperations = problems.filter(({ operation }) => operation !== undefined);
	const lines = ({ operation, problem, overlay }: Problem): string =>
		`  ${operation ? `${operation}: ` : ''}${problem}${overlay ? `\n    - ${overlay}` : ''}`;
	return [
		`${generated} of ${described} operations${omitted > 0 ? `, ${omitted} deprecated or omitted` : ''}`,
		...problems.filter((one) => !ofOperations.includes(one)).map(lines),
		...ofOperations.map(lines),
	].join('\n');
}
