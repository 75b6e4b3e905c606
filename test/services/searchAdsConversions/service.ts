// Local test service for search ads conversions (nodes/SearchAdsConversions/README.md).

import { LOCAL_TOKEN, localCredentials, type AccessTokens } from '../kit/accessTokens';
import { startGoogleService, type GoogleServiceOptions } from '../kit/googleService';
import type { LocalService } from '../kit/server';
import { conversionRoutes } from './routes';
import { defaultSettings, type Settings } from './settings';
import { ConversionStore } from './store';

export interface ConversionService extends LocalService {
	settings: Settings;
	ledger: ConversionStore;
	tokens: AccessTokens;
	/** Data for the three credential types. */
	credentials: ReturnType<typeof localCredentials>;
}

const errors: Record<string, [status: number, message: string]> = {
	rateLimitExceeded: [403, 'Rate Limit Exceeded'],
	quotaExceeded: [403, 'Quota exceeded for quota metric.'],
};

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startConversionService(
	options: GoogleServiceOptions = {},
): Promise<ConversionService> {
	const settings = defaultSettings();
	const { store, ...service } = await startGoogleService(options, {
		name: 'searchAdsConversions',
		described: { name: 'search-ads-conversions', basePath: '/v2' },
		settings,
		errors,
		createStore: (clock) => new ConversionStore(clock),
		state: ({ conversions }) => ({ conversions: conversions.size }),
		routes: (app, conversions) => conversionRoutes(app, conversions, settings),
	});
	const baseUrl = `${service.url}/v2`;
	const { accessToken, serviceAccount, oAuth2 } = localCredentials(service.url);
	return {
		...service,
		url: baseUrl,
		settings,
		ledger: store,
		credential: {
			type: 'searchAdsConversionsApi',
			data: { provider: 'other', baseUrl, accessToken: LOCAL_TOKEN },
		},
		credentials: {
			accessToken: { ...accessToken, baseUrl },
			serviceAccount: { ...serviceAccount, baseUrl },
			oAuth2: { ...oAuth2, baseUrl },
		},
	};
}
