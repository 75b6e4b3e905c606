/** Form fields of a filter, and their conversion to the query parameter `filter`. */
import type { IDataObject } from 'n8n-workflow';
import {
	choice,
	type Fields,
	type InputContext,
	PackError,
	rows,
	text,
} from '../../engine/describe';
import { toText } from '../../engine/input/messages';
import { buildFilter, type GroupInput } from './build';
import { formatFilter, type KindOf } from './language';
import { parseFilter } from './parse';

const condition = {
	field: text('Field', {
		required: true,
		placeholder: 'e.g. status',
		description: 'Name of the field in the API of the service',
	}),
	kind: choice(
		'Kind',
		{ text: 'Text', number: 'Amount or Number', time: 'Date or Time', exact: 'ID or Fixed Value' },
		{
			description: 'Type of the field. It determines the available operators.',
			default: 'text',
		},
	),
	orderOperator: choice(
		'Operator',
		{
			'=': 'Is',
			'<': 'Is Less Than',
			'<=': 'Is at Most',
			'>': 'Is Greater Than',
			'>=': 'Is at Least',
		},
		{
			default: '=',
			show: { kind: ['number', 'time'] },
		},
	),
	textOperator: choice(
		'Text Operator',
		{ '=': 'Is', '~': 'Has a Word That Starts With' },
		{
			description:
				'The operator Is compares the complete text and is case-sensitive. The operator Has a ' +
				'Word That Starts With ignores case.',
			default: '=',
			show: { kind: ['text'] },
		},
	),
	value: text('Value', {
		required: true,
		placeholder: 'e.g. paid',
		description:
			'Enter dates as 2026-01-31 or 2026-01-31T08:00:00. The value cannot contain a double quote.',
	}),
};

export const filterFields = {
	filterBy: choice(
		'Filter By',
		{ none: 'Nothing', conditions: 'Conditions', expression: 'Expression' },
		{
			description: 'How to select the records to return',
			default: 'none',
			in: 'none',
		},
	),
	conditionGroups: rows('Condition Group', {
		description: 'Conditions that are evaluated together, like conditions in parentheses',
		in: 'none',
		show: { filterBy: ['conditions'] },
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
	filterExpression: text('Filter Expression', {
		wire: 'filter',
		description:
			'Expression in the filter language of the service, with AND, OR and parentheses. Put text and dates in double quotes.',
		placeholder: 'e.g. status = "paid" AND (total_amount > 100 OR memo ~ "rush")',
		lines: 2,
		show: { filterBy: ['expression'] },
	}),
} satisfies Fields;

/**
 * Returns an operation's `prepare` function. It validates the filter against the field types and
 * stores it in `filterExpression`.
 * @param kindsOf returns the field types of a version of the API
 */
export const prepareFilter =
	(kindsOf: (version: string) => KindOf) =>
	(input: IDataObject, { zone, credential }: InputContext): IDataObject => {
		const kindOf = kindsOf(toText(credential.version));
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
		throw new PackError(`Condition Group: ${result.error}`, {
			field: 'Condition Group',
			hint: 'No request was sent. Fix this condition.',
		});
	return result.filter && formatFilter(result.filter);
}

/** @throws PackError with the position of the first error */
function validateExpression(expression: string, kindOf: KindOf): void {
	const result = parseFilter(expression, kindOf);
	if (!('error' in result)) return;
	const { message, position } = result.error;
	throw new PackError(`Filter Expression, character ${position + 1}: ${message}`, {
		field: 'Filter Expression',
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
