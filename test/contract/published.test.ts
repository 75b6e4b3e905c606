// Compares the requests of every operation with the API descriptions that the providers publish.
// Operations that build their own requests are in test/workflow/publishedResponses.test.ts.
import { operationsIn, services, type NamedOperation } from './kit/pack';
import { checkRequest, checkRequests } from './kit/published/checkRequest';
import { hasDescription, readDescription } from './kit/published/description';
import { differencesOf, knownDifferences, reasonStarts } from './kit/published/differences';
import { dropdownRequests } from './kit/published/dropdowns';
import { exampleRequests } from './kit/published/exampleRequests';
import { readForm } from './kit/published/readForm';
import { faults, seedFault } from './kit/published/seededFaults';
import { variantsOf } from './kit/published/variants';
import { recordRequests, type RecordedRequest } from './kit/recordRequests';

const described = services
	.filter(hasDescription)
	.map((service) => [service.label, service] as const);

describe.each(described)('%s', (_, service) => {
	const description = readDescription(service);
	const operations = operationsIn(service);
	const recordable = operations.filter(({ operation }) => !operation.run && !operation.batch);
	const requestsOf = async (found: NamedOperation): Promise<RecordedRequest[]> => {
		const inputs = variantsOf(service, found, description).map(({ values }) =>
			readForm(found, values),
		);
		return (await Promise.all(inputs.map((input) => recordRequests(found, input)))).flat();
	};

	test.each(recordable)('$id sends only requests that the provider describes', async (found) => {
		expect(checkRequests(description, await requestsOf(found))).toEqual(
			knownDifferences(service, found.id),
		);
	});

	describe('the comparison finds', () => {
		let correct: RecordedRequest[];
		beforeAll(async () => {
			const requests = (await Promise.all(recordable.map(requestsOf))).flat();
			// The recorded requests may have no body.
			correct = [...requests, ...exampleRequests(description)].filter(
				(request) => checkRequest(description, request).length === 0,
			);
		});

		test.each(Object.keys(faults))('%s', (name) => {
			const seeded = seedFault(description, correct, faults[name]!);
			expect(seeded.length).toBeGreaterThan(0);
			for (const { description: changed, request, expected } of seeded)
				expect(checkRequest(changed, request)).toContain(expected);
		});
	});

	test('dropdowns send only requests that the provider describes', () => {
		const differences = [...dropdownRequests(service)].flatMap(([line, request]) =>
			checkRequest(description, request).map((difference) => `${line} ${difference}`),
		);
		expect(differences.sort()).toEqual(knownDifferences(service, 'dropdowns'));
	});

	test('every known difference belongs to an operation and has a reason', () => {
		const ids = ['dropdowns', ...operations.map(({ id }) => id)];
		const known = Object.entries(differencesOf(service));
		expect(known.map(([id]) => id).filter((id) => !ids.includes(id))).toEqual([]);
		expect(
			known
				.flatMap(([, reasons]) => Object.values(reasons))
				.filter((reason) => !reasonStarts.some((start) => reason.startsWith(start))),
		).toEqual([]);
	});
});
