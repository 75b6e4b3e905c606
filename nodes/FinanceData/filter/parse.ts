/** Reads an expression of the filter language, or message what is wrong and where. */
import {
	conditionMistake,
	fieldPattern,
	isWord,
	numberPattern,
	operators,
	type Condition,
	type Filter,
	type KindOf,
	type Mistake,
	type Operator,
	type Value,
} from './language';

interface Token {
	readonly kind: 'word' | 'text' | 'operator' | '(' | ')' | 'end';
	readonly text: string;
	readonly at: number;
}

export type Parsed = { readonly filter: Filter } | { readonly mistake: Mistake };

/** Parses an expression and checks every condition against the kind of its field. */
export function parsed(expression: string, kindOf: KindOf = () => undefined): Parsed {
	const tokens = tokensOf(expression);
	return 'mistake' in tokens ? tokens : new Parser(tokens.tokens, kindOf).whole();
}

// Quotes of word processors and other signs are told apart, since they look right on a screen.
const pattern =
	/\s+|(?<text>"[^"]*")|(?<operator><=|>=|[=~<>])|(?<paren>[()])|(?<word>[\w.+-]+)|(?<other>.)/gsu;

function tokensOf(expression: string): { tokens: Token[] } | { mistake: Mistake } {
	const tokens: Token[] = [];
	for (const match of expression.matchAll(pattern)) {
		const { text, operator, paren, word, other } = match.groups!;
		const at = match.index;
		if (other !== undefined) return { mistake: { at, message: strange(other) } };
		if (text !== undefined) tokens.push({ kind: 'text', text: text.slice(1, -1), at });
		else if (operator !== undefined) tokens.push({ kind: 'operator', text: operator, at });
		else if (paren !== undefined) tokens.push({ kind: paren as '(' | ')', text: paren, at });
		else if (word !== undefined) tokens.push({ kind: 'word', text: word, at });
	}
	return { tokens: [...tokens, { kind: 'end', text: '', at: expression.length }] };
}

function strange(sign: string): string {
	if (sign === '"') return 'this double quote is never closed';
	if (/['‘’“”„«»`´]/.test(sign)) return `texts stand in straight double quotes ("), not in ${sign}`;
	if (sign === '!') return 'the language has no "not"';
	return `${sign} has no meaning here`;
}

class Parser {
	private next = 0;

	constructor(
		private readonly tokens: readonly Token[],
		private readonly kindOf: KindOf,
	) {}

	whole(): Parsed {
		const filter = this.sequence(0);
		if ('message' in filter) return { mistake: filter };
		const { kind, text, at } = this.token;
		if (kind === 'end') return { filter };
		return {
			mistake: {
				at,
				message:
					kind === ')' ? 'this parenthesis closes nothing' : `AND or OR is missing before ${text}`,
			},
		};
	}

	private get token(): Token {
		return this.tokens[this.next]!;
	}

	/** Operands joined by one connector. */
	private sequence(depth: number): Filter | Mistake {
		const first = this.operand(depth);
		if ('message' in first) return first;
		const parts = [first];
		let connector: string | undefined;
		while (this.token.kind === 'word' && isWord(this.token.text)) {
			const { text, at } = this.token;
			if (text !== text.toUpperCase())
				return { at, message: `write ${text.toUpperCase()} in capitals` };
			connector ??= text;
			if (connector !== text)
				return { at, message: 'AND and OR rank equal, so put one of the two in parentheses' };
			this.next++;
			const part = this.operand(depth);
			if ('message' in part) return part;
			parts.push(part);
		}
		return parts.length === 1 ? first : connector === 'AND' ? { all: parts } : { any: parts };
	}

	private operand(depth: number): Filter | Mistake {
		const open = this.token;
		if (open.kind !== '(') return this.condition();
		if (depth >= mostDepth)
			return { at: open.at, message: 'the parentheses are nested too deeply' };
		this.next++;
		const inner = this.sequence(depth + 1);
		if ('message' in inner) return inner;
		if (this.token.kind === ')') {
			this.next++;
			return inner;
		}
		if (this.token.kind === 'end')
			return { at: open.at, message: 'this parenthesis is never closed' };
		return { at: this.token.at, message: `AND or OR is missing before ${this.token.text}` };
	}

	private condition(): Condition | Mistake {
		const field = this.token;
		if (field.kind !== 'word' || isWord(field.text) || !fieldPattern.test(field.text))
			return { at: field.at, message: `the name of a field is missing${found(field)}` };
		this.next++;
		const sign = this.token;
		if (sign.kind !== 'operator')
			return {
				at: sign.at,
				message: `after ${field.text} must stand one of ${operators.join(' ')}${found(sign)}`,
			};
		this.next++;
		const literal = this.token;
		const value = valueOf(literal);
		if ('message' in value) return value;
		this.next++;
		const condition: Condition = { field: field.text, operator: sign.text as Operator, value };
		const mistake = conditionMistake(condition, this.kindOf);
		return mistake
			? { at: (mistake.part === 'operator' ? sign : literal).at, message: mistake.message }
			: condition;
	}
}

const mostDepth = 50;

function valueOf(literal: Token): Value | Mistake {
	if (literal.kind === 'text') return { text: literal.text };
	if (literal.kind === 'word' && numberPattern.test(literal.text)) return { number: literal.text };
	if (literal.kind === 'word')
		return {
			at: literal.at,
			message: `${literal.text} is no number; texts and dates stand in double quotes`,
		};
	return { at: literal.at, message: `a value is missing${found(literal)}` };
}

const found = ({ kind, text }: Token): string =>
	kind === 'end'
		? ', but the expression ends'
		: `, but there is ${kind === 'text' ? `"${text}"` : text}`;
