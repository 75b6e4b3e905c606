/** Converts the value of a parameter of n8n's nodes to a value of this pack. */
import type { Target } from '../builtInNodes/counterparts';
import { asText, codeOf, expressionOf, isExpression, joined } from './expressions';
import type { PackParameter } from './forms';

type Values = Readonly<Record<string, unknown>>;

interface Locator {
	readonly mode: string;
	readonly value: unknown;
}

const isObject = (value: unknown): value is Values =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const isLocator = (value: unknown): value is Locator & Values =>
	isObject(value) && 'mode' in value && 'value' in value;

export const isEmpty = (value: unknown): boolean =>
	value === '' ||
	value === undefined ||
	value === null ||
	(isLocator(value) && isEmpty(value.value));

/**
 * The value of a parameter of this pack.
 * @param value n8n's value, which is not empty
 * @param all all parameters of n8n's node
 */
export function convertValue(
	target: Target,
	value: unknown,
	parameter: PackParameter,
	all: Values,
): unknown {
	const { kind, values } = typeof target === 'string' ? {} : target;
	switch (kind) {
		case 'names':
			return namesOf(value);
		case 'identity':
			return identityOf(value as Values);
		case 'content':
			return contentFrom(value, all.fileContent);
		case 'minutes':
			return minutesOf((value as Values).values as Values | undefined);
		default:
			return ofType(values ? chosen(values, value) : value, parameter);
	}
}

function chosen(values: Readonly<Record<string, string>>, value: unknown): unknown {
	if (!isExpression(value)) return values[String(value)] ?? value;
	const code = codeOf(value);
	return expressionOf(`(${JSON.stringify(values)})[${code}] ?? ${code}`);
}

function ofType(value: unknown, { type, modes = [] }: PackParameter): unknown {
	if (type !== 'resourceLocator') {
		const inner = isLocator(value) ? value.value : value;
		return type === 'string' && typeof inner === 'number' ? String(inner) : inner;
	}
	const entered = modes.find((mode) => mode !== 'list' && mode !== 'url')!;
	if (!isLocator(value))
		return {
			__rl: true,
			mode: entered,
			value: typeof value === 'number' ? String(value) : value,
		};
	return modes.includes(value.mode)
		? { ...value, __rl: true }
		: { __rl: true, mode: entered, value: value.value };
}

/** From entries such as `[{ label: 'bug' }]`. An expression returns a list, so a name may contain a comma. */
function namesOf(value: unknown): string {
	if (isExpression(value))
		return expressionOf(`${codeOf(value)}.map((entry) => Object.values(entry)[0])`);
	const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
	const names = entries
		.flatMap((entry) => (isObject(entry) ? Object.values(entry) : [entry]))
		.filter((name): name is string => typeof name === 'string' && name !== '');
	return names.some((name) => name.includes(',') || isExpression(name))
		? expressionOf(`[${names.map(codeOf).join(', ')}]`)
		: names.join(', ');
}

/** From `{ name, email }`. */
const identityOf = ({ name = '', email = '' }: Values): string =>
	joined(String(name), ' <', String(email), '>');

/** n8n's node stores text decoded that looks like this. */
const base64 = /^([0-9a-zA-Z+/]{4})*(([0-9a-zA-Z+/]{2}==)|([0-9a-zA-Z+/]{3}=))?$/;

function contentFrom(isFile: unknown, content: unknown = ''): string {
	if (isExpression(isFile)) return expressionOf(`${codeOf(isFile)} ? 'file' : 'text'`);
	if (isFile === true) return 'file';
	if (typeof content !== 'string' || !isExpression(content))
		return content !== '' && base64.test(String(content)) ? 'base64' : 'text';
	if (/base64(?:Encode\(\)|['"]\))\s*\}\}\s*$/i.test(content)) return 'base64';
	// JSON is never Base64. The value of $fromAI must occur only once in a node.
	const isText =
		!/^=\{\{[\s\S]*\}\}$/.test(content) || /JSON\.stringify|toJsonString|\$fromAI/i.test(content);
	return isText
		? 'text'
		: expressionOf(`${String(base64)}.test(${codeOf(content)}) ? 'base64' : 'text'`);
}

const minutesPerUnit: Readonly<Record<string, number>> = { minutes: 1, hours: 60, days: 1440 };

/** From a limit such as `{ limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'hours' }`. */
function minutesOf({
	limitType = 'afterTimeInterval',
	resumeAmount = 1,
	resumeUnit = 'hours',
	maxDateAndTime = '',
}: Values = {}): unknown {
	if (limitType === 'atSpecifiedTime')
		return expressionOf(`DateTime.fromISO(${codeOf(maxDateAndTime)}).diffNow('minutes').minutes`);
	const factor = minutesPerUnit[String(resumeUnit)] ?? 60;
	return typeof resumeAmount === 'number'
		? resumeAmount * factor
		: expressionOf(`${codeOf(resumeAmount)} * ${factor}`);
}

/** The part of the address that identifies a record in n8n's GitHub node. */
const inUrl: Readonly<Record<string, string>> = {
	owner: String(/https?:\/\/[^/]+\/([^/?#]+)/),
	repository: String(/https?:\/\/[^/]+\/[^/]+\/([^/?#]+)/),
};

/** The value as text for a path, which may be an expression. */
export function textOf(name: string, value: unknown): string {
	const inner = isLocator(value) ? value.value : value;
	if (isLocator(value) && value.mode === 'url' && inUrl[name])
		return isExpression(inner)
			? expressionOf(`${codeOf(inner)}.match(${inUrl[name]})[1]`)
			: (new RegExp(inUrl[name].slice(1, -1)).exec(String(inner))?.[1] ?? '');
	if (Array.isArray(inner)) return inner.join(',');
	return isExpression(inner) ? inner : asText(inner);
}
