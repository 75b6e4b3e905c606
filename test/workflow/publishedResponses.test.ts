/**
 * Runs every operation on responses made from the API descriptions that the providers publish, and
 * compares the requests of operations that build their own with the descriptions.
 */
import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { schemasOf } from '../../tools/generate/nodeMetadata';
import type { NamedOperation } from '../contract/kit/pack';
import { checkRequests } from '../contract/kit/published/checkRequest';
import { hasDescription, readDescription } from '../contract/kit/published/description';
import { knownDifferences } from '../contract/kit/published/differences';
import { withFormDefaults } from '../contract/kit/published/readForm';
import { variantsOf } from '../contract/kit/published/variants';
import type { RunningService } from '../services/list';
import {
	nodeSetup,
	runOperation,
	shortWaitOptions,
	testedServices,
	withOrigin,
} from './kit/anyOperation';
import {
	countPages,
	describedRequests,
	respondAsDescribed,
	type ResponseOptions,
} from './kit/describedResponses';
import type { NodeSetup } from './kit/executor';
import { previewDifferences } from './kit/previewDifferences';
import { providerSettings } from './kit/providerSettings';
import { startRawServer, type RawServer } from './kit/rawServer';

const described = testedServices
	.filter(({ service }) => hasDescription(service))
	.map((tested) => [tested.service.label, tested] as const);

/** The keys that Simplify keeps. */
const simplifiedKeys = ({ operation: { simplify = [] } }: NamedOperation): readonly string[] =>
	Array.isArray(simplify) ? (simplify as readonly string[]) : Object.keys(simplify);

const isList = ({ operation }: NamedOperation): boolean => operation.output === 'rows';

describe.each(described)('%s', (_, { service, operations, start }) => {
	const description = readDescription(service);
	const previews = schemasOf(service);
	let server: RawServer;
	let localService: RunningService;
	let setup: NodeSetup;
	let basePath: string;

	beforeAll(async () => {
		localService = await start();
		server = await startRawServer();
		const { type, data } = withOrigin(server.url, localService.credential);
		const credential: Record<string, string> = { ...data, ...providerSettings[service.name] };
		setup = nodeSetup(service, { type, data: credential });
		basePath = new URL(credential.baseUrl ?? server.url).pathname.replace(/\/$/, '');
	});
	afterAll(async () => {
		await server.close();
		await localService.close();
	});

	/** Runs an operation with one item per input, and returns the items and the requests. */
	async function run(
		found: NamedOperation,
		inputs: readonly IDataObject[],
		options: Partial<ResponseOptions> = {},
		parameters: IDataObject = {},
	) {
		server.received.splice(0);
		server.respond = respondAsDescribed(description, { basePath, origin: server.url, ...options });
		const result = await runOperation(
			service,
			setup,
			found,
			inputs,
			{ attempts: 1, ...shortWaitOptions(found) },
			{ parameters },
		);
		const requests = describedRequests(server.received, description, basePath);
		// The server responds with 501 to requests that are not described, which are a difference.
		const errors = result.items.flatMap(({ error }) =>
			error && (error as NodeApiError).httpCode !== '501' ? [error.message] : [],
		);
		const rows = result.items.flatMap(({ json, error }) => (error ? [] : [json]));
		return { requests, errors, rows };
	}

	const inputsFor = (found: NamedOperation, filter: (title: string) => boolean): IDataObject[] =>
		variantsOf(service, found, description)
			.filter(({ title }) => filter(title))
			.map(({ values }) => withFormDefaults(found, values));
	const allInputs = (found: NamedOperation): IDataObject[] => inputsFor(found, () => true);
	/** Without those for options, most of which are filters that do not change a response. */
	const fieldInputs = (found: NamedOperation): IDataObject[] =>
		inputsFor(found, (title) => !(title.split('=')[0]! in found.operation.options));

	test.each(operations.filter(({ operation }) => operation.run ?? operation.batch))(
		'$id sends only requests that the provider describes',
		async (found) => {
			const { requests, errors } = await run(found, allInputs(found));
			expect(errors).toEqual([]);
			expect(checkRequests(description, requests)).toEqual(knownDifferences(service, found.id));
		},
	);

	test.each(operations)('$id returns the described responses', async (found) => {
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
		expect(
			previewDifferences(preview, rows).filter((difference) =>
				difference.endsWith('is not in the items'),
			),
		).toEqual([]);
		const keys = new Set(rows.flatMap((row) => Object.keys(row)));
		expect(simplifiedKeys(found).filter((key) => !keys.has(key))).toEqual([]);
	});

	test.each(operations)('$id accepts responses with required properties only', async (found) => {
		const { errors } = await run(found, fieldInputs(found), { size: 'minimal' }, { limit: 1 });
		expect(errors).toEqual([]);
	});

	test.each(operations.filter(isList))('$id follows the described pagination', async (found) => {
		const { requests, errors, rows } = await run(
			found,
			fieldInputs(found),
			{ hasSecondPage: true },
			{ returnAll: true },
		);
		expect(errors).toEqual([]);
		const known = knownDifferences(service, found.id);
		const differences = checkRequests(description, requests);
		expect(differences.filter((difference) => !known.includes(difference))).toEqual([]);
		// Without described pagination, there is one page.
		const { first, second } = countPages(requests, description);
		expect(second).toBe(first);
		const pages = requests.filter(({ method, url }) => description.find(method, url)).length;
		expect(rows).toHaveLength(pages);
	});
});
