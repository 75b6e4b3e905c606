/** Form fields of a filter, and their conversion to the query parameter `filter`. */
import type { IDataObject } from 'n8n-workflow';
import {
	choice,
	expressionHint,
	type Fields,
	id,
	type InputContext,
	type LocatorRow,
	PackError,
	rows,
	text,
	toText,
} from '../../engine/describe';
import { fieldLabel } from '../fieldLabel';
import { buildFilter, formOperators, type GroupInput } from './build';
import { filterableFields, filterKinds } from './filterableFields';
import { describeKind, type FieldKind, formatFilter, type KindOf } from './language';
import { parseFilter } from './parse';

const condition = {
	field: id('Field', {
		byName: true,
		placeholder: 'e.g. status',
		description:
			'The field to compare. If the list does not contain it, select By Name and enter its name in the API of the service.',
		listMethod: 'searchField',
		entries: ({ resource }) => filterableFields(resource).map(fieldEntry),
	}),
	operator: choice(
		'Operator',
		Object.fromEntries(Object.entries(formOperators).map(([name, { label }]) => [name, label])),
		{
			description:
				'For dates, Is Less Than means before. The type of the field determines which operators work. Is compares the complete text and is case-sensitive. Word Starts With works with text and ignores case. The others work with amounts and dates.',
			default: 'is',
		},
	),
	value: text('Value', {
		required: true,
		keepsFractions: true,
		placeholder: 'e.g. paid, 1000 or 2026-01-31',
		description:
			'Enter dates as 2026-01-31 or 2026-01-31T08:00:00, today as the expression {{ $today }}, and 90 days ago as {{ $today.minus({ days: 90 }) }}. The value cannot contain a double quote.',
	}),
};

const fieldEntry = ({ name, kind }: { name: string; kind: FieldKind }): LocatorRow => ({
	name: `${fieldLabel(name)} · ${describeKind(name, kind).replace(/^an? /, '')}`,
	value: name,
});

export const filterFields = {
	filterBy: choice(
		'Conditions',
		{ none: 'None', conditions: 'Build Here', expression: 'As Text' },
		{
			description:
				'Conditions on any field, such as an amount. For dates and other common criteria, use Filters. Records must meet both.',
			default: 'none',
			in: 'none',
		},
	),
	conditionGroups: rows('Condition Group', {
		description: 'Conditions that are evaluated together, like conditions in parentheses',
		in: 'none',
		show: { filterBy: ['conditions'] },
		default: {
			rows: [
				{
					match: 'and',
					conditions: {
						rows: [{ field: { mode: 'list', value: '' }, operator: 'is', value: '' }],
					},
				},
			],
		},
		row: {
			match: choice('Match', { and: 'All Conditions', or: 'Any Condition' }, { default: 'and' }),
			conditions: rows('Condition', { row: condition }),
		},
	}),
	joinGroups: choice(
		'Match Groups',
		{ and: 'All Groups', or: 'Any Group' },
		{
			description: 'How several groups are combined',
			default: 'and',
			in: 'none',
			show: { filterBy: ['conditions'] },
		},
	),
	filterExpression: text('Conditions as Text', {
		apiName: 'filter',
		description:
			'Conditions in the filter language of the service, with AND, OR and parentheses. Put text and dates in double quotes.',
		placeholder: 'e.g. status = "paid" AND (total_amount > 100 OR memo ~ "rush")',
		lines: 2,
		show: { filterBy: ['expression'] },
	}),
} satisfies Fields;

/** What an operation with a filter does with it. @param resource see `prepareFilter` */
export const filtering = (resource: string) => ({
	prepare: prepareFilter(resource),
	emptyHint: ({ filterExpression }: IDataObject): string | undefined =>
		toText(filterExpression).includes(' = "')
			? 'No record matches the conditions. Is compares the complete value, including capitals. To see the values of a field such as Status, get some records without conditions. To search in text, use Word Starts With.'
			: undefined,
});

/**
 * Returns an operation's `prepare` function. It validates the filter against the field types and
 * stores it in `filterExpression`.
 * @param resource key of the resource, which determines the field types
 */
const prepareFilter =
	(resource: string) =>
	(input: IDataObject, { zone, credential }: InputContext): IDataObject => {
		const kindOf = filterKinds(resource, toText(credential.version));
		if (input.filterBy === 'conditions')
			return { ...input, filterExpression: expressionOf(input, kindOf, zone) };
		if (typeof input.filterExpression === 'string')
			validateExpression(input.filterExpression, kindOf);
		return input;
	};

function expressionOf(
	{ conditionGroups = [], joinGroups = 'and' }: IDataObject,
	kindOf: KindOf,
	zone: string,
): string | undefined {
	const result = buildFilter(
		conditionGroups as unknown as GroupInput[],
		toText(joinGroups),
		kindOf,
		zone,
	);
	if ('error' in result)
		throw new PackError(result.error, {
			field: 'Condition Group',
			hint: expressionHint(result.error) ?? 'No request was sent. Fix this condition.',
		});
	return result.filter && formatFilter(result.filter);
}

/** @throws PackError with the position of the first error */
function validateExpression(expression: string, kindOf: KindOf): void {
	const result = parseFilter(expression, kindOf);
	if (!('error' in result)) return;
	const { message, position } = result.error;
	throw new PackError(`Conditions as Text, character ${position + 1}: ${message}`, {
		field: 'Conditions as Text',
		hint: `No request was sent. The error is at ▸: ${excerptAt(expression, position)}`,
	});
}

/** An excerpt of the expression in which ▸ marks the position. */
function excerptAt(expression: string, position: number): string {
	const [from, to] = [Math.max(0, position - 20), Math.min(expression.length, position + 20)];
	return `${from > 0 ? '…' : ''}${expression.slice(from, position)}▸${expression.slice(position, to)}${to < expression.length ? '…' : ''}`.replace(
		/\s+/g,
		' ',
	);
}
