/** Filters of a list as fields of the form, and as the one query value that they become. */
import type { IDataObject } from 'n8n-workflow';
import { choice, type Fields, PackError, rows, text } from '../engine/describe';
import { built, type BuiltGroup } from './filter/build';
import type { KindOf } from './filter/language';
import { parsed } from './filter/parse';
import { printed } from './filter/print';

const condition = {
	field: text('Field', {
		required: true,
		placeholder: 'e.g. status',
		description: 'Name of a field of the record, as the service writes it',
	}),
	kind: choice(
		'Kind',
		{ text: 'Text', number: 'Amount or Number', time: 'Date or Time', exact: 'ID or Fixed Value' },
		{
			description: 'What the field holds; decides which comparisons there are',
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
			description: 'The first minds capitals, the second does not',
			default: '=',
			show: { kind: ['text'] },
		},
	),
	value: text('Value', {
		required: true,
		placeholder: 'e.g. paid',
		description:
			'Dates as 2026-01-31 or 2026-01-31T08:00:00Z. A double quote cannot be part of it.',
	}),
};

export const filterFields = {
	filterBy: choice(
		'Filter By',
		{ none: 'Nothing', conditions: 'Conditions', expression: 'Expression' },
		{
			description: 'How to say which records to get',
			default: 'none',
			in: 'none',
		},
	),
	conditionGroups: rows('Condition Group', {
		description: 'Conditions that belong together, as if in parentheses',
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
			description: 'How several groups count together',
			default: 'and',
			in: 'none',
			show: { filterBy: ['conditions'] },
		},
	),
	filterExpression: text('Filter Expression', {
		wire: 'filter',
		description:
			'In the filter language of the service, with AND, OR and parentheses; texts and dates stand in double quotes',
		placeholder: 'e.g. status = "paid" AND (total_amount > 100 OR memo ~ "rush")',
		lines: 2,
		show: { filterBy: ['expression'] },
	}),
} satisfies Fields;

/** Puts what was filled in into `filterExpression`, checked against the kinds of the entity's fields. */
export const withFilter =
	(kindOf: KindOf) =>
	(input: IDataObject): IDataObject => {
		if (input.filterBy === 'conditions')
			return { ...input, filterExpression: fromConditions(input, kindOf) };
		if (typeof input.filterExpression === 'string') checkExpression(input.filterExpression, kindOf);
		return input;
	};

function fromConditions(
	{ conditionGroups = [], joinGroups = 'and' }: IDataObject,
	kindOf: KindOf,
): string | undefined {
	const result = built(conditionGroups as unknown as BuiltGroup[], String(joinGroups), kindOf);
	if ('mistake' in result)
		throw new PackError(`Condition Group: ${result.mistake}`, {
			field: 'Condition Group',
			hint: 'Nothing was sent. Change this condition.',
		});
	return result.filter && printed(result.filter);
}

/** @throws Refusal with the place of the mistake */
export function checkExpression(expression: string, kindOf: KindOf): void {
	const result = parsed(expression, kindOf);
	if (!('mistake' in result)) return;
	const { message, at } = result.mistake;
	throw new PackError(`Filter Expression, character ${at + 1}: ${message}`, {
		field: 'Filter Expression',
		hint: `Nothing was sent. The mistake is here: ${pointedAt(expression, at)}`,
	});
}

/** The expression around a place, with a mark before it. */
function pointedAt(expression: string, at: number): string {
	const [from, to] = [Math.max(0, at - 20), Math.min(expression.length, at + 20)];
	return `${from > 0 ? '…' : ''}${expression.slice(from, at)}▸${expression.slice(at, to)}${to < expression.length ? '…' : ''}`.replace(
		/\s+/g,
		' ',
	);
}
