/** Describes the Search Ads Conversions service (specification, document 3, part C). */
import { service } from '../engine/describe';
import { toText } from '../engine/input/messages';
import { readGoogleError } from '../engine/transport/googleErrors';
import { wideIds } from './conversionFields';
import { errors } from './errors';
import { conversion } from './resources/conversion';
import { report } from './resources/report';

export const searchAdsConversions = service({
	name: 'searchAdsConversions',
	label: 'Search Ads Conversions',
	credentials: [
		{ value: 'oAuth2', label: 'OAuth2', type: 'searchAdsConversionsOAuth2Api', renews: true },
		{
			value: 'serviceAccount',
			label: 'Service Account',
			type: 'searchAdsConversionsServiceAccountApi',
			renews: true,
		},
		{ value: 'accessToken', label: 'Access Token', type: 'searchAdsConversionsApi' },
	],
	address: ({ baseUrl }) => toText(baseUrl),
	default: 'conversion',
	resources: { conversion, report },
	wideIds,
	readError: readGoogleError,
	errors,
	codex: {
		categories: ['Marketing', 'Analytics'],
		aliases: [
			'search ads',
			'offline conversion',
			'conversion upload',
			'attribution',
			'click id',
			'gclid',
			'floodlight',
			'campaign',
			'sem',
			'ppc',
		],
	},
});
