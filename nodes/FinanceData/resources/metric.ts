import { operation, resource, text } from '../../engine/describe';
import { readOptions, requireAccessToken } from '../fields';

const metricName = text('Metric', {
	required: true,
	placeholder: 'e.g. total_revenue',
	description: 'Name of the metric in the API of the service',
});

export const metric = resource('Metric', {
	default: 'getAccounting',
	operations: {
		getAccounting: operation({
			name: 'Get Accounting Metric',
			action: 'Get an accounting metric',
			request: 'GET /accounting/metrics/{metricName}',
			fields: { metricName },
			options: readOptions,
			check: requireAccessToken,
		}),
		getCommerce: operation({
			name: 'Get Commerce Metric',
			action: 'Get a commerce metric',
			request: 'GET /commerce/metrics/{metricName}',
			fields: { metricName },
			options: readOptions,
			check: requireAccessToken,
		}),
	},
});
