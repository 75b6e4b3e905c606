import { operation, resource, text } from '../../engine/describe';
import { needsConnection, readingOptions } from '../operations';

const metricName = text('Metric', {
	required: true,
	placeholder: 'e.g. total_revenue',
	description: 'Name of a metric, as the service writes it',
});

export const metric = resource('Metric', {
	default: 'getAccounting',
	operations: {
		getAccounting: operation({
			name: 'Get Accounting Metric',
			action: 'Get an accounting metric',
			request: 'GET /metrics/accounting/{metricName}',
			fields: { metricName },
			options: readingOptions,
			check: needsConnection,
		}),
		getCommerce: operation({
			name: 'Get Commerce Metric',
			action: 'Get a commerce metric',
			request: 'GET /metrics/commerce/{metricName}',
			fields: { metricName },
			options: readingOptions,
			check: needsConnection,
		}),
	},
});
