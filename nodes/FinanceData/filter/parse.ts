/** Parses an expression of the filter language. Errors include their position. */
import {
	fieldPattern,
	isKeyword,
	numberPattern,
	operators,
	validateCondition,
	type Condition,
	type Filter,
	type FilterError,
	type KindOf,
	type Operator,
	type Value,
} from './language';

interface Token {
	readonly kind: 'word' | 'text' | 'operator' | '(' | ')' | 'end';
	readonly text: string;
	readonly position: number;
}

export type ParseResult = { readonly filter: Filter } | { readonly error: FilterError };

/** Parses an expression and validates every condition against the type of its field. */
export function parseFilter(expression: string, kindOf: KindOf = () => undefined): ParseResult {
	const result = tokenize(expression);
	return 'error' in result ? result : new Parser(result.tokens, kindOf).parse();
}

const tokenPattern =
	/\s+|(?<text>"[^"]*")|(?<operator><=|>=|[=~<>])|(?<paren>[()])|(?<word>[\w.+-]+)|(?<other>.)/gsu;

function tokenize(expression: string): { tokens: Token[] } | { error: FilterError } {
	const tokens: Token[] = [];
	for (const match of expression.matchAll(tokenPattern)) {
		const { text, operator, paren, word, other } = match.groups!;
		const position = match.index;
		if (other !== undefined) return { error: { position, message: unexpectedCharacter(other) } };
		if (text !== undefined) tokens.push({ kind: 'text', text: text.slice(1, -1), position });
		else if (operator !== undefined) tokens.push({ kind: 'operator', text: operator, position });
		else if (paren !== undefined) tokens.push({ kind: paren as '(' | ')', text: paren, position });
		else if (word !== undefined) tokens.push({ kind: 'word', text: word, position });
	}
	return { tokens: [...tokens, { kind: 'end', text: '', position: expression.length }] };
}

/**
 * Typographic quotes from word processors get their own message, because they are easy to overlook.
 */
function unexpectedCharacter(character: string): string {
	if (character === '"') return 'this double quote is not closed';
	if (/['‘’“”„«»`´]/.test(character))
		return `text must be in straight double quotes ("), got ${character}`;
	if (character === '!') return 'the filter language has no "not"';
	return `unexpected character ${character}`;
}

const maxDepth = 50;

class Parser {
	private next = 0;

	constructor(
		private readonly tokens: readonly Token[],
		private readonly kindOf: KindOf,
	) {}

	parse(): ParseResult {
		const filter = this.parseSequence(0);
		if ('message' in filter) return { error: filter };
		const { kind, position } = this.token;
		if (kind === 'end') return { filter };
		return {
			error:
				kind === ')'
					? { position, message: 'this parenthesis has no opening parenthesis' }
					: this.missingConnector(),
		};
	}

	private get token(): Token {
		return this.tokens[this.next]!;
	}

	private missingConnector(): FilterError {
		const { position, text } = this.token;
		return { position, message: `AND or OR is missing before ${text}` };
	}

	/** Parses operands joined by the same connector (AND or OR). */
	private parseSequence(depth: number): Filter | FilterError {
		const first = this.parseOperand(depth);
		if ('message' in first) return first;
		const parts = [first];
		let connector: string | undefined;
		while (this.token.kind === 'word' && isKeyword(this.token.text)) {
			const { text, position } = this.token;
			if (text !== text.toUpperCase())
				return { position, message: `write ${text.toUpperCase()} in uppercase` };
			connector ??= text;
			if (connector !== text)
				return {
					position,
					message: 'AND and OR have equal precedence. Put one of them in parentheses',
				};
			this.next++;
			const part = this.parseOperand(depth);
			if ('message' in part) return part;
			parts.push(part);
		}
		return parts.length === 1 ? first : connector === 'AND' ? { all: parts } : { any: parts };
	}

	private parseOperand(depth: number): Filter | FilterError {
		const open = this.token;
		if (open.kind !== '(') return this.parseCondition();
		if (depth >= maxDepth)
			return {
				position: open.position,
				message: `parentheses can be nested at most ${maxDepth} levels deep`,
			};
		this.next++;
		const inner = this.parseSequence(depth + 1);
		if ('message' in inner) return inner;
		if (this.token.kind === ')') {
			this.next++;
			return inner;
		}
		if (this.token.kind === 'end')
			return { position: open.position, message: 'this parenthesis is not closed' };
		return this.missingConnector();
	}

	private parseCondition(): Condition | FilterError {
		const field = this.token;
		if (field.kind !== 'word' || isKeyword(field.text) || !fieldPattern.test(field.text))
			return { position: field.position, message: `expected a field name, got ${format(field)}` };
		this.next++;
		const operator = this.token;
		if (operator.kind !== 'operator')
			return {
				position: operator.position,
				message: `expected one of ${operators.join(' ')} after ${field.text}, got ${format(operator)}`,
			};
		this.next++;
		const literal = this.token;
		const value = parseValue(literal);
		if ('message' in value) return value;
		this.next++;
		const condition: Condition = {
			field: field.text,
			operator: operator.text as Operator,
			value,
		};
		const error = validateCondition(condition, this.kindOf);
		return error
			? {
					position: (error.part === 'operator' ? operator : literal).position,
					message: error.message,
				}
			: condition;
	}
}

function parseValue(literal: Token): Value | FilterError {
	const { kind, text, position } = literal;
	if (kind === 'text') return { text };
	if (kind === 'word' && numberPattern.test(text)) return { number: text };
	if (kind === 'word')
		return { position, message: `${text} is not a number. Put text and dates in double quotes` };
	return { position, message: `expected a value, got ${format(literal)}` };
}

const format = ({ kind, text }: Token): string =>
	kind === 'end' ? 'the end of the expression' : kind === 'text' ? `"${text}"` : text;
