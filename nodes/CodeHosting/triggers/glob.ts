/** Matches names and paths against patterns with wildcards. Pure. */

/**
 * Whether a text matches the patterns. `*` stands for any characters except `/`, `**` for any
 * characters, and `?` for one character except `/`. A pattern that starts with `!` excludes what it
 * matches. As in a .gitignore file, the last pattern that matches decides. If all patterns exclude,
 * everything else is included.
 */
export function matchesPatterns(patterns: readonly string[], text: string): boolean {
	let isIncluded = patterns.every((pattern) => pattern.startsWith('!'));
	for (const pattern of patterns) {
		const isExclusion = pattern.startsWith('!');
		if (matchesGlob(isExclusion ? pattern.slice(1) : pattern, text)) isIncluded = !isExclusion;
	}
	return isIncluded;
}

/** Marks the start of `**` and `/`, which together may also match nothing. */
const optionalFolders = '**/';

/**
 * Compares a text with one pattern, character by character. The time is proportional to the product
 * of their lengths. A regular expression with several wildcards could take much longer.
 */
function matchesGlob(pattern: string, text: string): boolean {
	const tokens = (pattern.match(/\*\*\/|\*\*|[^]/gu) ?? []).flatMap((token) =>
		token === optionalFolders ? [optionalFolders, '**', '/'] : token,
	);
	let positions = withSkips(tokens, new Set([0]));
	for (const character of text)
		positions = withSkips(
			tokens,
			new Set([...positions].flatMap((at) => positionAfter(tokens[at], at, character))),
		);
	return positions.has(tokens.length);
}

/** The position in the pattern after the token at `at` has matched a character. */
function positionAfter(token: string | undefined, at: number, character: string): number[] {
	if (token === '**' || (token === '*' && character !== '/')) return [at];
	return token === character || (token === '?' && character !== '/') ? [at + 1] : [];
}

/** Adds the positions after tokens that may match nothing. */
function withSkips(tokens: readonly string[], positions: Set<number>): Set<number> {
	// A set also iterates over the values that are added during the iteration.
	for (const at of positions) {
		if (tokens[at] === '*' || tokens[at] === '**') positions.add(at + 1);
		if (tokens[at] === optionalFolders) positions.add(at + 1).add(at + 3);
	}
	return positions;
}
