// Reading conversions with the Search Ads 360 API is deprecated since the third quarter of 2025, as
// https://developers.google.com/search-ads/v2/getting-started says. Google does not publish the answer.
import { SearchAdsConversionsApi } from '../../../credentials/SearchAdsConversionsApi.credentials';
import { SearchAdsConversionsOAuth2Api } from '../../../credentials/SearchAdsConversionsOAuth2Api.credentials';
import { searchAdsConversions } from '../../../nodes/SearchAdsConversions/service';
import { SearchAdsConversions } from '../../../nodes/SearchAdsConversions/SearchAdsConversions.node';
import { operationRunner } from '../kit/executor';
import { useProviderHosts } from '../kit/providerHosts';
import { respondWithJson } from '../kit/rawServer';

const hosts = useProviderHosts();
const run = operationRunner(
	new SearchAdsConversions(),
	() => ({
		searchAdsConversionsApi: {
			type: new SearchAdsConversionsApi(),
			data: { provider: 'searchAds360', accessToken: 'token' },
		},
	}),
	{ authentication: 'accessToken' },
);
const period = { startDate: '2026-01-01', endDate: '2026-01-31' };
const account = { agencyId: '1', advertiserId: '2', engineAccountId: '3' };

/** https://cloud.google.com/apis/design/errors */
const googleError = (code: number, status: string) => ({
	error: { code, status, message: `No: ${status}` },
});

describe.each([
	['getAll', { ...account, ...period }],
	['getAllByCustomer', { customerId: '1234567890', ...period }],
] as const)('conversion %s', (operation, parameters) => {
	test.each([
		[400, 'INVALID_ARGUMENT'],
		[403, 'PERMISSION_DENIED'],
		[404, 'NOT_FOUND'],
		[501, 'UNIMPLEMENTED'],
	])('says after a %d that reports replace it', async (code, status) => {
		hosts.server.respond = respondWithJson(googleError(code, status), code);
		const { error } = await run('conversion', operation, parameters);
		expect(error?.description).toMatch(/deprecated reading conversions .* Use reports/);
	});

	test.each([
		[401, 'UNAUTHENTICATED'],
		[503, 'UNAVAILABLE'],
	])('does not say so after a %d', async (code, status) => {
		hosts.server.respond = respondWithJson(googleError(code, status), code);
		const { error } = await run('conversion', operation, {
			...parameters,
			options: { attempts: 1 },
		});
		expect(error?.description).not.toContain('Use reports');
	});
});

test('the credential tests do not read conversions', () => {
	const { request } = new SearchAdsConversionsOAuth2Api().test;
	const tests = [searchAdsConversions.connectionTest.request, request.url];
	expect(tests.map(String).filter((one) => one.includes('conversion?'))).toEqual([]);
	expect(tests[0]).toBe('GET /agency/0/advertiser/0/idmapping');
	expect(String(tests[1])).toContain('/agency/0/advertiser/0/idmapping');
});
