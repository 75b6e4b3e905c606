/**
 * n8n's expressions: text that starts with `=`, with JavaScript between double braces. Reads and
 * writes them without evaluating them.
 */

/** A part of an expression: text, or JavaScript between double braces. */
type Part = { readonly text: string } | { readonly code: string };

export const isExpression = (value: unknown): value is string =>
	typeof value === 'string' && value.startsWith('=');

/** Text in the format of n8n: an expression if it contains JavaScript. */
type Template = string;

function partsOf(template: Template): Part[] {
	if (!isExpression(template)) return template === '' ? [] : [{ text: template }];
	const parts: Part[] = [];
	const content = template.slice(1);
	let position = 0;
	for (const { index, 0: whole, 1: code } of content.matchAll(/\{\{([\s\S]*?)\}\}(?!\})/g)) {
		if (index > position) parts.push({ text: content.slice(position, index) });
		parts.push({ code: code! });
		position = index + whole.length;
	}
	if (position < content.length) parts.push({ text: content.slice(position) });
	return parts;
}

const templateOf = (parts: readonly Part[]): Template =>
	parts.some((part) => 'code' in part)
		? `=${parts.map((part) => ('code' in part ? `{{${part.code}}}` : part.text)).join('')}`
		: parts.map((part) => ('text' in part ? part.text : '')).join('');

/** Joins texts and expressions to one text, or to one expression. */
export const joined = (...templates: readonly Template[]): Template =>
	templateOf(templates.flatMap(partsOf));

/** The JavaScript that has the value of a parameter. */
export function codeOf(value: unknown): string {
	if (!isExpression(value)) return JSON.stringify(value);
	const parts = partsOf(value);
	if (parts.length === 1 && 'code' in parts[0]!) return `(${parts[0].code.trim()})`;
	return `[${parts
		.map((part) => ('code' in part ? `(${part.code.trim()})` : JSON.stringify(part.text)))
		.join(', ')}].join('')`;
}

/** An expression with the value of JavaScript. */
export const expressionOf = (code: string): Template => `={{ ${code} }}`;

/** Replaces the JavaScript in an expression. Text that is not an expression stays the same. */
export function withCode(template: Template, replace: (code: string) => string): Template {
	if (!isExpression(template)) return template;
	const parts = partsOf(template);
	const replaced = parts.map((part) => ('code' in part ? { code: replace(part.code) } : part));
	return JSON.stringify(replaced) === JSON.stringify(parts) ? template : templateOf(replaced);
}

/** Replaces the text outside of JavaScript. */
export const withText = (template: Template, replace: (text: string) => string): Template =>
	templateOf(
		partsOf(template).map((part) => ('text' in part ? { text: replace(part.text) } : part)),
	);

/** Changes all texts in a value, at every depth. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]),
	);
}

/** All texts in a value, at every depth. */
export function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(textsIn);
}

/** A value of a parameter as text. */
export function asText(value: unknown): string {
	if (typeof value === 'string') return value;
	return value === undefined || value === null ? '' : JSON.stringify(value);
}
