// Compares the requests of every operation with the API descriptions that the providers publish.
// Operations that build their own requests are in test/workflow/publishedResponses.test.ts.
import { allFieldsOf, type Operation, sinceText, withdrawalIn } from '../../nodes/engine/describe';
import { pageName } from '../../tools/generate/operationList';
import { operationsIn, services, type NamedOperation } from './kit/pack';
import {
	checkRequest,
	checkRequests,
	pageParameters,
	unsentValues,
} from './kit/published/checkRequest';
import { hasDescription, readDescription } from './kit/published/description';
import {
	allDifferences,
	differencesOf,
	knownDifferences,
	reasonStarts,
} from './kit/published/differences';
import { dropdownRequests } from './kit/published/dropdowns';
import { exampleOf } from './kit/published/exampleOf';
import { readForm } from './kit/published/readForm';
import { variantsOf } from './kit/published/variants';
import { recordRequests, type RecordedRequest } from './kit/recordRequests';
import { testEach } from './kit/testEach';

const described = services
	.filter(hasDescription)
	.map((service) => [service.label, service] as const);

/** Operations whose list always fits on the first page: a repository has at most 20 topics. */
const onePage = ['repository.getTopics'];

/**
 * The request of the first page of a list, with the maximum page size, and that of the second page
 * if the response contains its cursor.
 */
function pagesOf({ paging }: Operation, request: RecordedRequest): RecordedRequest[] {
	if (!paging) return [request];
	const { first, size, rows } = paging;
	const query = { ...first, ...(size && { [size.name]: size.maximum }), ...request.query };
	const body = rows === undefined ? [{ id: 2 }] : { next_cursor: '2', nextPageToken: '2' };
	const response = { status: 200, headers: {}, body };
	const next = paging.next(response, { index: 0, query, rows: size?.maximum ?? 1 });
	return [query, ...(typeof next === 'object' ? [{ ...query, ...next }] : [])].map((page) => ({
		...request,
		query: page,
	}));
}

describe.each(described)('%s', (_, service) => {
	const description = readDescription(service);
	const operations = operationsIn(service);
	const recordable = operations.filter(({ operation }) => !operation.run && !operation.batch);
	/** The requests of each variant of an operation. */
	const recordVariants = (found: NamedOperation): Array<Promise<RecordedRequest[]>> =>
		variantsOf(service, found, description).map(async ({ values }) => {
			const requests = await recordRequests(found, readForm(found, values));
			return requests.flatMap((request) => pagesOf(found.operation, request));
		});

	testEach(
		recordable,
		'operations send only requests that the provider describes',
		async (found) => {
			const requests = (await Promise.all(recordVariants(found))).flat();
			expect(checkRequests(description, requests)).toEqual(knownDifferences(service, found.id));
		},
	);

	testEach(operations, 'the variants of every operation use every field', (found) => {
		const used = new Set(
			variantsOf(service, found, description).flatMap(({ values }) =>
				Object.keys(readForm(found, values)),
			),
		);
		const sent = Object.entries(allFieldsOf(found.operation)).filter(
			([, { in: place }]) => place !== 'none',
		);
		expect(sent.map(([name]) => name).filter((name) => !used.has(name))).toEqual([]);
	});

	test('operations read all pages that the provider describes', async () => {
		const unpaged = await Promise.all(
			recordable
				.filter(({ id, operation }) => !operation.paging && !onePage.includes(id))
				.map(async (found) => {
					const requests = (await Promise.all(recordVariants(found))).flat();
					const isPaged = requests.some(({ method, url }) =>
						description
							.find(method, url)
							?.operation.parameters.some(
								({ in: place, name }) => place === 'query' && pageParameters.has(name),
							),
					);
					return isPaged ? [found.id] : [];
				}),
		);
		expect(unpaged.flat()).toEqual([]);
	});

	test('everything that the provider describes is sent, or has a reason why not', async () => {
		const operationRequests = await Promise.all(
			recordable.map(async (found) => (await Promise.all(recordVariants(found))).flat()),
		);
		const known = knownDifferences(service, 'unsent');
		const unsent = unsentValues(description, operationRequests).map((value) => {
			// A reason with `*` applies to all requests.
			const inAllRequests = value.replace(/^\S+ \S+/, '*');
			return known.includes(inAllRequests) ? inAllRequests : value;
		});
		expect([...new Set(unsent)].sort()).toEqual(known);
	});

	test('dropdowns send only requests that the provider describes', () => {
		const differences = [...dropdownRequests(service)].flatMap(([line, request]) =>
			checkRequest(description, request).map((difference) => `${line} ${difference}`),
		);
		expect(differences.sort()).toEqual(knownDifferences(service, 'dropdowns'));
	});

	test('responses made from the description match it', () => {
		const problems = Object.entries(description.extract.operations).flatMap(
			([request, { responses }]) =>
				Object.values(responses).flatMap(({ schema }) =>
					schema === undefined
						? []
						: description
								.errors(schema, exampleOf(description, { schema }, 'minimal'), 'body')
								// Required properties alone can match several alternatives of `oneOf`.
								.filter(({ params }) => !params.passingSchemas)
								.map(({ instancePath, message }) => `${request}: ${instancePath} ${message}`),
				),
		);
		expect(problems).toEqual([]);
	});

	test('each operation that a provider has removed is a known difference', () => {
		const removed = operations.map(({ id, operation }) => [
			id,
			service.providers.list.flatMap(({ key, label }) => {
				const withdrawal = withdrawalIn(operation.missingIn, key);
				return withdrawal ? [`removed by ${label} ${sinceText(withdrawal)}`] : [];
			}),
		]);
		const known = operations.map(({ id }) => [id, knownDifferences(service, id, 'removed by')]);
		expect(removed).toEqual(known);
	});

	test('every known difference belongs to an operation and has a reason', () => {
		const ids = ['dropdowns', 'unsent', ...operations.map(({ id }) => id)];
		const known = Object.entries(differencesOf(service));
		expect(known.map(([id]) => id).filter((id) => !ids.includes(id))).toEqual([]);
		expect(
			known
				.flatMap(([, reasons]) => Object.values(reasons))
				.filter((reason) => !reasonStarts.some((start) => reason.startsWith(start))),
		).toEqual([]);
	});
});

test('differences are listed only for services with a description', () => {
	const pages = described.map(([, service]) => pageName(service));
	expect(Object.keys(allDifferences).filter((page) => !pages.includes(page))).toEqual([]);
});
