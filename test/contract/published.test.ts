// Compares the requests of every operation with the API descriptions that the providers publish.
// Operations that build their own requests are in test/workflow/publishedResponses.test.ts.
import { checkRequest } from './kit/published/checkRequest';
import { hasDescription, readDescription } from './kit/published/description';
import { differencesOf, knownDifferences, reasonStarts } from './kit/published/differences';
import { recordVariant } from './kit/published/recordVariant';
import { variantsOf } from './kit/published/variants';
import { operationsIn, services } from './kit/pack';

describe.each(services.filter(hasDescription).map((service) => [service.label, service] as const))(
	'%s',
	(_, service) => {
		const description = readDescription(service);
		const operations = operationsIn(service);

		test.each(operations.filter(({ operation }) => !operation.run && !operation.batch))(
			'$id sends only requests that the provider describes',
			async (found) => {
				const differences = new Set<string>();
				for (const { values } of variantsOf(service, found))
					for (const request of await recordVariant(found, values))
						for (const difference of checkRequest(description, request))
							differences.add(difference);
				expect([...differences].sort()).toEqual(knownDifferences(service, found.id));
			},
		);

		test('every known difference belongs to an operation and has a reason', () => {
			const ids = operations.map(({ id }) => id);
			const known = Object.entries(differencesOf(service));
			expect(known.map(([id]) => id).filter((id) => !ids.includes(id))).toEqual([]);
			expect(
				known
					.flatMap(([, reasons]) => Object.values(reasons))
					.filter((reason) => !reasonStarts.some((start) => reason.startsWith(start))),
			).toEqual([]);
		});
	},
);
