import { byCursor, id, operation, resource, toText } from '../../engine/describe';
import { record as shape } from '../shapes';

export const paging = byCursor({
	rows: 'records',
	cursor: 'cursor',
	next: 'next_cursor',
	size: { name: 'limit', maximum: 100 },
});

const recordId = id('Record', {
	placeholder: 'e.g. rec_1',
	listMethod: 'searchRecord',
	lookup: {
		request: 'GET /v1/records',
		rows: 'records',
		row: ({ id: value, name }) => ({ name: toText(name), value: toText(value) }),
		paging,
	},
});

export const record = resource('Record', {
	default: 'getAll',
	operations: {
		get: operation({
			request: 'GET /v1/records/{recordId}',
			fields: { recordId },
			shape,
		}),
		getAll: operation({
			request: 'GET /v1/records',
			paging,
			shape,
		}),
	},
});
