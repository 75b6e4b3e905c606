/** Describes the Search Ads Conversions service (README.md). */
import { service } from '../engine/describe';
import { googleErrorReader } from '../google/errors';
import { wideIds } from './conversionFields';
import {
	credentials,
	provesAccess,
	scope,
	searchAdsConversionsProviders,
	testPath,
} from './credentials';
import { errors } from './errors';
import { conversion } from './resources/conversion';
import { report } from './resources/report';

export const searchAdsConversions = service({
	name: 'searchAdsConversions',
	label: 'Search Ads Conversions',
	providers: searchAdsConversionsProviders,
	credentials,
	connectionTest: { request: `GET ${testPath}`, isValid: provesAccess },
	default: 'conversion',
	resources: { conversion, report },
	wideIds,
	readError: googleErrorReader(scope),
	errors,
	codex: {
		categories: ['Marketing & Content', 'Analytics'],
		aliases: [
			'search ads',
			'offline conversion',
			'conversion upload',
			'click id',
			'gclid',
			'floodlight',
			'id mapping',
		],
	},
});
