/** Describes the Search Ads Conversions service (README.md). */
import { apiRequest } from '../engine';
import { service } from '../engine/describe';
import { classifyGoogle } from '../google/errors';
import { wideIds } from './conversionFields';
import {
	credentials,
	provesAccess,
	scope,
	searchAdsConversionsProviders,
	testPath,
} from './credentials';
import { errors } from './errors';
import { conversion, conversionPaging } from './resources/conversion';
import { report } from './resources/report';

export const searchAdsConversions = service({
	name: 'searchAdsConversions',
	label: 'Search Ads Conversions',
	providers: searchAdsConversionsProviders,
	credentials,
	connectionTest: { request: `GET ${testPath}`, isValid: provesAccess },
	default: 'conversion',
	resources: {
		apiRequest: apiRequest({ paging: conversionPaging, path: '/customer/1/conversion' }),
		conversion,
		report,
	},
	wideIds,
	classify: classifyGoogle(scope, errors),
	errors,
	codex: {
		categories: ['Marketing & Content', 'Analytics'],
		aliases: [
			'google search ads',
			'google ads conversion',
			'campaign',
			'conversion tracking',
			'upload sales',
			'correct revenue',
			'offline conversions',
			'offline sales',
			'offline events',
			'conversion upload',
			'upload conversions',
			'click id',
			'gclid',
			'click conversions',
			'floodlight',
			'id mapping',
			'retract conversions',
		],
	},
});
