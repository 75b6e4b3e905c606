/** Instance Cloud: the types and requests of Unikraft Cloud's TypeScript client. */
import { instanceCloud } from '../../nodes/InstanceCloud/service';
import { withAutoscaleBelowServices } from './autoscalePath';
import { selectRequests } from './description';
import { requestsOf, type DescriptionSource, type PublishedOperation } from './extract';
import { describeTypeScriptClient } from './typescriptClient';

const folder = 'dist/esm/api/platform';
const classes = [
	'autoscale',
	'certificates',
	'images',
	'instances',
	'node',
	'services',
	'users',
	'volumes',
];

export const instanceCloudSource: DescriptionSource = {
	service: instanceCloud,
	async extract(downloads) {
		const { read, ...source } = await downloads.npmPackage('@unikraft/cloud');
		const { operations, schemas } = describeTypeScriptClient({
			models: await read(`${folder}/models.gen.d.ts`),
			classes: await Promise.all(
				classes.map(async (name) => ({
					declarations: await read(`${folder}/${name}.gen.d.ts`),
					code: await read(`${folder}/${name}.gen.js`),
				})),
			),
		});
		return {
			sources: [{ ...source, license: 'BSD-3-Clause' }],
			...selectRequests(requests(), { operations: withoutVersion(operations), schemas }),
		};
	},
};

/** The paths without `/v1`, which is part of the pack's base URL. */
const withoutVersion = (operations: Readonly<Record<string, PublishedOperation>>) =>
	Object.fromEntries(
		Object.entries(operations).map(([request, operation]) => [
			request.replace(' /v1/', ' /'),
			operation,
		]),
	);

/** The requests of the pack, with the paths of the provider. */
const requests = (): string[] =>
	requestsOf(instanceCloud).map((request) => {
		const [method, path] = request.split(' ', 2) as [string, string];
		return `${method} ${withAutoscaleBelowServices(path)}`;
	});
