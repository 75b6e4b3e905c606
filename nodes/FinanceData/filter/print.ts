/** A filter as the text that the service takes. */
import type { Condition, Filter } from './language';

export function printed(filter: Filter): string {
	if ('field' in filter) return condition(filter);
	const [parts, connector] = 'all' in filter ? [filter.all, ' AND '] : [filter.any, ' OR '];
	return parts
		.map((part) => ('field' in part ? condition(part) : `(${printed(part)})`))
		.join(connector);
}

const condition = ({ field, operator, value }: Condition): string =>
	`${field} ${operator} ${'number' in value ? value.number : `"${value.text}"`}`;
