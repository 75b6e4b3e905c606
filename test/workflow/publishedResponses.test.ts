/**
 * Runs operations on responses made from the API descriptions that the providers publish, and
 * compares the requests of operations that build their own with the descriptions.
 */
import type { IDataObject } from 'n8n-workflow';
import { allFieldsOf, type Service } from '../../nodes/engine/describe';
import { schemasOf } from '../../tools/generate/nodeMetadata';
import type { NamedOperation } from '../contract/kit/pack';
import { checkRequests } from '../contract/kit/published/checkRequest';
import { hasDescription, readDescription } from '../contract/kit/published/description';
import { knownDifferences } from '../contract/kit/published/differences';
import { withFormDefaults } from '../contract/kit/published/readForm';
import { variantsOf } from '../contract/kit/published/variants';
import { nodeSetup, runOperation, shortWaitOptions, testedServices } from './kit/anyOperation';
import {
	countPages,
	describedRequests,
	respondAsDescribed,
	type ResponseOptions,
} from './kit/describedResponses';
import { distinctOperations } from './kit/distinctOperations';
import type { NodeSetup, RunResult } from './kit/executor';
import { isLong } from './kit/isLong';
import { previewDifferences } from './kit/previewDifferences';
import {
	completeResponse,
	isWithdrawn,
	needsSingleItem,
	withReplacedValues,
} from './kit/providerFacts';
import { providerSettings } from './kit/providerSettings';
import type { RawServer } from './kit/rawServer';
import { startRawService } from './kit/rawService';

const described = testedServices
	.filter(({ service }) => hasDescription(service))
	.map(
		({ operations, ...tested }) =>
			[
				tested.service.label,
				// No description has the paths that users enter, or the GraphQL API.
				{
					...tested,
					operations: operations.filter(
						({ resource, operation }) =>
							resource !== 'apiRequest' && operation.rateLimit !== 'graphQl',
					),
				},
			] as const,
	);

/** The keys that Simplify keeps. */
const simplifiedKeys = ({ operation: { simplify = [] } }: NamedOperation): readonly string[] =>
	Array.isArray(simplify) ? (simplify as readonly string[]) : Object.keys(simplify);

const buildsRequests = ({ operation: { run, batch } }: NamedOperation): boolean =>
	run !== undefined || batch !== undefined;

const isList = ({ operation }: NamedOperation): boolean => operation.output === 'rows';

/** A run must be found in two reads, for which the shortest wait is too short on a busy machine. */
const longerWait: Readonly<Record<string, IDataObject>> = {
	'workflow.dispatchAndWait': { maximumWait: 10 },
};

/**
 * The inputs of each run. Batches contain one item, because the rows of a batch must differ. Other
 * runs contain items with the same tables, because n8n requires the columns of a table in all
 * items, and with the same fields whose expressions need a value in all items.
 */
function groupInputs(
	service: Service,
	found: NamedOperation,
	inputs: readonly IDataObject[],
): IDataObject[][] {
	if (needsSingleItem(service, found)) return inputs.map((input) => [input]);
	const fields = allFieldsOf(found.operation);
	const groups = new Map<string, IDataObject[]>();
	for (const input of inputs) {
		const shared = Object.keys(input).filter((name) => {
			const { kind, rejectEmptyExpression } = fields[name] ?? {};
			return kind === 'rows' || rejectEmptyExpression !== undefined;
		});
		groups.set(shared.join(), [...(groups.get(shared.join()) ?? []), input]);
	}
	return [...groups.values()];
}

describe.each(described)('%s', (_, { operations, ...tested }) => {
	const { service } = tested;
	const description = readDescription(service);
	const previews = schemasOf(service);
	let server: RawServer;
	let setup: (found: NamedOperation) => NodeSetup;
	let basePath: string;

	beforeAll(async () => {
		const rawService = await startRawService(tested);
		({ server } = rawService);
		const { type, data } = rawService.credential;
		const credential: Record<string, string> = { ...data, ...providerSettings(service) };
		setup = (found) =>
			nodeSetup(service, { type, data: isWithdrawn(service, found) ? data : credential });
		const address = service.address?.(credential) ?? credential.baseUrl ?? server.url;
		basePath = new URL(address).pathname.replace(/\/$/, '');
	});
	afterAll(async () => await server.close());

	/** Runs an operation with one item per input, and returns the items and the requests. */
	async function run(
		found: NamedOperation,
		inputs: readonly IDataObject[],
		options: Partial<ResponseOptions> = {},
		parameters: IDataObject = {},
	) {
		server.received.splice(0);
		server.respond = respondAsDescribed(description, {
			basePath,
			origin: server.url,
			complete: completeResponse[service.name],
			...options,
		});
		const items: RunResult['items'] = [];
		for (const group of groupInputs(service, found, inputs)) {
			const result = await runOperation(
				service,
				setup(found),
				found,
				group,
				{ attempts: 1, ...shortWaitOptions(found), ...longerWait[found.id] },
				{ parameters },
			);
			items.push(...result.items);
		}
		const requests = describedRequests(server.received, description, basePath);
		// The server responds with 501 to requests that are not described, which are a difference.
		const errors = items.flatMap(({ json: { error } }) =>
			error === undefined || String(error).includes('(501)') ? [] : [String(error)],
		);
		const rows = items.flatMap(({ json }) => (json.error === undefined ? [json] : []));
		return { requests, errors, rows };
	}

	const inputsFor = (found: NamedOperation, filter: (title: string) => boolean): IDataObject[] =>
		variantsOf(service, found, description)
			.filter(({ title }) => filter(title))
			.map(({ values }) => withReplacedValues(service, found, withFormDefaults(found, values)));
	const allInputs = (found: NamedOperation): IDataObject[] => inputsFor(found, () => true);
	/**
	 * Without those for options that are sent, most of which are filters: they change no response.
	 */
	const fieldInputs = (found: NamedOperation): IDataObject[] =>
		inputsFor(found, (title) => {
			const option = found.operation.options[title.split('=')[0]!];
			return option === undefined || option.in === 'none';
		});

	const isDescribed = ({ id }: NamedOperation): boolean =>
		!knownDifferences(service, id).includes('path');

	test.each(operations.filter(buildsRequests))(
		'$id sends only requests that the provider describes',
		async (found) => {
			const { requests, errors } = await run(found, allInputs(found));
			expect(isDescribed(found) ? errors : []).toEqual([]);
			expect(checkRequests(description, requests)).toEqual(knownDifferences(service, found.id));
		},
	);

	const describedOperations = distinctOperations(operations.filter(isDescribed));

	test.each(describedOperations)('$id returns the described responses', async (found) => {
		const inputs = fieldInputs(found);
		const rows: IDataObject[] = [];
		let statuses = 1;
		for (let variant = 0; variant < statuses; variant++) {
			const result = await run(found, inputs, { variant }, { limit: 1 });
			expect(result.errors).toEqual([]);
			rows.push(...result.rows);
			for (const { method, url } of result.requests) {
				const { responses = {} } = description.find(method, url)?.operation ?? {};
				statuses = Math.max(statuses, Object.keys(responses).length);
			}
		}
		expect(rows.length).toBeGreaterThan(0);
		const preview = previews[`${found.resource}/${found.key}`] ?? {};
		const keys = new Set(rows.flatMap((row) => Object.keys(row)));
		const missing = [
			...previewDifferences(preview, rows).filter((difference) =>
				difference.endsWith('is not in the items'),
			),
			...simplifiedKeys(found)
				.filter((key) => !keys.has(key))
				.map((key) => `.${key} is not in the items`),
		];
		expect([...new Set(missing.map((difference) => `preview ${difference}`))].sort()).toEqual(
			knownDifferences(service, found.id, 'preview'),
		);
	});

	test.each(describedOperations)(
		'$id accepts responses with required properties only',
		async (found) => {
			const { errors } = await run(found, fieldInputs(found), { size: 'minimal' }, { limit: 1 });
			expect([...new Set(errors.map((error) => `minimal response: ${error}`))].sort()).toEqual(
				knownDifferences(service, found.id, 'minimal response'),
			);
		},
	);

	const hasOneList = ({ id }: NamedOperation): boolean =>
		// These also read the list of the fields of the project, see codeHostingProjects.test.ts.
		!/^projectItem\.(?:get|getAll|getAllView|update)$/.test(id);
	const listOperations = describedOperations.filter(
		(found) => hasOneList(found) && (isList(found) || buildsRequests(found)),
	);
	test.each(listOperations)('$id follows the described pagination', async (found) => {
		const { requests, errors, rows } = await run(
			found,
			// Most fields do not concern pagination.
			isLong ? fieldInputs(found) : fieldInputs(found).slice(0, 1),
			{ hasSecondPage: true },
			{ returnAll: true },
		);
		expect(errors).toEqual([]);
		// The description does not declare all parameters that a Link header contains.
		const known = [...knownDifferences(service, found.id), 'query.since unknown'];
		const differences = checkRequests(description, requests);
		expect(differences.filter((difference) => !known.includes(difference))).toEqual([]);
		const { first, second, paged } = countPages(requests, description);
		expect(second).toBe(first);
		const hasAllRows = rows.length === first + second;
		expect(hasAllRows || !paged || !isList(found)).toBe(true);
	});
});
