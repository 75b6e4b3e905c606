import { checkRequest } from './kit/published/checkRequest';
import { readDescription } from './kit/published/description';
import { recordVariant } from './kit/published/recordVariant';
import { variantsOf } from './kit/published/variants';
import { operationsIn, services } from './kit/pack';
const base = {};
test('adhoc', async () => {
	const out: string[] = [];
	const out2: string[] = [];
	for (const service of services.filter(({ name }) => ['taskList', 'searchAdsConversions', 'migrationAssessment'].includes(name))) {
		const description = readDescription(service);
		for (const found of operationsIn(service)) {
			for (const { title, values } of variantsOf(service, found)) {
				const input = { ...(service.name === 'migrationAssessment' ? base : {}), ...values, ...(found.operation.fields.wait ? { wait: 'no' } : {}) };
				try {
					const requests = await recordVariant(found, input);
					if (requests.length === 0) out.push(`${found.id} ${title}: NO REQUESTS`);
					if (title === 'all' || title === 'minimum') out2.push(`${found.id} ${title}\n    ${requests.map((r) => JSON.stringify(r)).join('\n    ')}`);
					for (const request of requests)
						for (const difference of checkRequest(description, request))
							out.push(`${found.id} ${title}: ${difference}   ${JSON.stringify(request).slice(0, 300)}`);
				} catch (error) {
					out.push(`${found.id} ${title}: ERROR ${(error as Error).message}`);
				}
			}
		}
	}
	require('node:fs').writeFileSync('/tmp/pub2src/requests.txt', out2.join('\n'));
	require('node:fs').writeFileSync('/tmp/pub2src/adhoc.txt', out.join('\n'));
});
