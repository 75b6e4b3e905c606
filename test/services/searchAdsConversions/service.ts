// The search ads conversions service on this computer, as part C of document 3 and the public facts beside it describe it.

import { AccessTokens, LOCAL_TOKEN, localCredentials } from '../kit/accessTokens';
import { Clock } from '../kit/clock';
import { Faults } from '../kit/faults';
import { googleErrorBody, googleError } from '../kit/googleErrors';
import { startServer, type LocalServer } from '../kit/server';
import { Ledger } from './store';
import { conversionRoutes } from './routes';

export interface Settings {
	/** How rows that were not taken are told: with an error in the row, by their absence, in a list beside the rows, or by refusing the request. */
	failures: 'marked' | 'missing' | 'listed' | 'refused';
	/** Every page is the first one again. */
	repeatPages: boolean;
	/** Rows of the id mapping file. */
	mappingRows: number;
}

export interface ConversionService extends LocalServer {
	settings: Settings;
	ledger: Ledger;
	tokens: AccessTokens;
	credential: { type: string; data: Record<string, string> };
	/** Data for the three credential types. */
	credentials: ReturnType<typeof localCredentials>;
}

const refused: Record<string, [number, string]> = {
	rateLimitExceeded: [403, 'Rate Limit Exceeded'],
	quotaExceeded: [403, 'Quota exceeded for quota metric.'],
};

/** Starts the service on 127.0.0.1. @throws Error where the port is taken */
export async function startConversionService({
	port = 0,
	clock: own,
	seed,
}: { port?: number; clock?: Clock; seed?: number } = {}): Promise<ConversionService> {
	const clock = own ?? new Clock();
	const settings: Settings = { failures: 'marked', repeatPages: false, mappingRows: 1000 };
	const tokens = new AccessTokens(clock);
	const ledger = new Ledger(clock);
	const server = await startServer(
		{
			name: 'searchAdsConversions',
			port,
			clock,
			faults: new Faults(seed),
			failureBody: (status, message) => googleErrorBody(status, message),
			errorForCode: (code) => refused[code] && googleError(...refused[code], { reason: code }),
			state: () => ({ conversions: ledger.conversions.size, issued: tokens.issued.length }),
			control: (app) => {
				app.post('/_control/settings', async ({ body }) => Object.assign(settings, body));
			},
		},
		async (app) => {
			tokens.routes(app);
			await app.register(async (scope) => {
				scope.addHook('onRequest', async ({ headers }) =>
					tokens.authenticate(headers.authorization),
				);
				conversionRoutes(scope, ledger, settings);
			});
		},
	);
	const at = (data: Record<string, string>) => ({ ...data, baseUrl: `${server.url}/v2` });
	const { accessToken, serviceAccount, oAuth2 } = localCredentials(server.url);
	return {
		...server,
		url: `${server.url}/v2`,
		settings,
		ledger,
		tokens,
		credential: {
			type: 'searchAdsConversionsApi',
			data: { baseUrl: `${server.url}/v2`, accessToken: LOCAL_TOKEN },
		},
		credentials: {
			accessToken: at(accessToken),
			serviceAccount: at(serviceAccount),
			oAuth2: at(oAuth2),
		} as ConversionService['credentials'],
		close: async () => {
			if (!own) clock.stop();
			await server.close();
		},
	};
}
