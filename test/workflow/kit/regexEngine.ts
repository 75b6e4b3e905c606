import type { RegexEngine } from 'n8n-workflow';

/**
 * Regular expressions without a time limit. Those of n8n, such as the validation of IDs, fail after
 * 250 ms (safe-regex.ts in n8n-workflow 2.41), which happens on a busy machine without any defect.
 */
export const regexEngine: RegexEngine = {
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) =>
		input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags = '') => [
		...input.matchAll(new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`)),
	],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
};
