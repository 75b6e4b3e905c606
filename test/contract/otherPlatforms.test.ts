// What the integrations of other platforms and GitHub's own MCP server can do with these services, and
// with which operation or request this pack does it. otherPlatforms.json lists their operations: for
// the MCP server its tools, with each `method` of a tool, for the others the names of the files in the
// folder. Pipedream's and Activepieces' lists are a union of several commits around `revision`.
import { readFileSync } from 'node:fs';
import { addressProblem } from '../../nodes/engine/plan/apiTarget';
import { inRoot } from '../../tools/system/paths';
import { withoutPlaceholderNames } from './kit/contractData';
import { operationsIn, services } from './kit/pack';

interface Platform {
	readonly service: string;
	readonly repository: string;
	readonly revision: string;
	readonly folder: string;
	/**
	 * The counterpart of each operation: operations of this pack (`resource.operation`, separated by
	 * commas), the request to send with API Request if no operation sends it (`POST /path`), or a
	 * sentence that says why there is none. `apiRequest.graphQl: field` also names the queried field.
	 */
	readonly operations: Readonly<Record<string, string>>;
}

const platforms = JSON.parse(
	readFileSync(inRoot('test', 'contract', 'otherPlatforms.json'), 'utf8'),
) as readonly Platform[];

test.each(platforms.map((platform) => [platform.folder, platform] as const))(
	'every operation in %s has a counterpart or a reason',
	(_folder, { service: name, operations }) => {
		const known = operationsIn(services.find((service) => service.name === name)!);
		const ids = known.map(({ id }) => id);
		const requests = known.map(({ operation }) => withoutPlaceholderNames(operation.request ?? ''));
		const problems = Object.entries(operations).flatMap(([theirs, counterpart]) => {
			const [request, path] = /^[A-Z]+ (\/.*)$/.exec(counterpart) ?? [];
			if (request !== undefined) {
				const sending = ids[requests.indexOf(withoutPlaceholderNames(request))];
				const problem = sending ? `is sent by ${sending}` : addressProblem(path!);
				return problem ? [`${theirs}: ${request} ${problem}`] : [];
			}
			if (/^[A-Z].* .*\.$/.test(counterpart)) return [];
			return counterpart
				.split(', ')
				.filter((id) => !ids.includes(id.split(':')[0]!))
				.map((id) => `${theirs}: there is no operation ${id}`);
		});
		expect(problems).toEqual([]);
	},
);
