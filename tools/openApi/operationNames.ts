/** Names resources and operations: from tags, methods and paths rather than operation IDs. */
import {
	isPlural,
	labelOf,
	phraseOf,
	pluralWords,
	singularWords,
	withArticle,
	wordsOf,
	camelCase,
	sentenceCase,
} from './names';

export interface NamedPath {
	/** `GET`. */
	readonly method: string;
	readonly path: string;
	readonly tag?: string;
	readonly operationId?: string;
	readonly isList: boolean;
	readonly hasBody: boolean;
}

interface OperationName {
	readonly key: string;
	readonly action: string;
}

const isPlaceholder = (segment: string): boolean => segment.startsWith('{');

/** Prefixes of paths that say nothing about the resource. */
const prefixes = /^(?:api|rest|v?\d+(?:[._]\d+)*(?:beta\d*|alpha\d*)?|public|latest)$/i;

const segmentsOf = (path: string): string[] =>
	path
		.split('/')
		.filter((segment) => segment !== '')
		.filter(
			(segment, index, all) =>
				isPlaceholder(segment) || all.length === 1 || index > 2 || !prefixes.test(segment),
		);

/** The words of the last fixed segment: the record, or what is done with it. */
export function nounOf(path: string): string[] {
	const fixed = segmentsOf(path).filter((segment) => !isPlaceholder(segment));
	const last = fixed.at(-1) ?? 'record';
	// `/v1/{name}:cancel` and `/chat.postMessage` name the verb after the noun.
	return wordsOf(last.replace(/\.(?:json|xml)$/, '').split(/[:.]/)[0]!);
}

const verbOf = (path: string): string[] => {
	const last = (segmentsOf(path).at(-1) ?? '')
		.replace(/\.(?:json|xml)$/, '')
		.replace(/\{[^}]*\}/g, '');
	const [, verb = ''] = /[:.](.+)$/.exec(last) ?? [];
	return wordsOf(verb);
};

/** The words of a resource: its tag, else the first fixed segment of the path. */
export function resourceWords({ path, tag }: Pick<NamedPath, 'path' | 'tag'>): string[] {
	const fixed = segmentsOf(path).filter((segment) => !isPlaceholder(segment));
	const fromTag = wordsOf(tag ?? '').filter(
		(word) => !['api', 'apis', 'operations', 'endpoints', 'management'].includes(word),
	);
	const words =
		fromTag.length > 0 && fromTag.length <= 4
			? fromTag
			: wordsOf((fixed[0] ?? 'record').split(/[:.]/)[0]!);
	return singularWords(words.length > 0 ? words : ['record']);
}

/**
 * The key and the action of an operation.
 * @param resource words of its resource
 * @param noun the noun of most paths of the resource
 */
export function nameOperation(
	{ method, path, isList, hasBody }: NamedPath,
	resource: readonly string[],
	noun: string,
): OperationName {
	const verb = verbOf(path);
	const label = phraseOf(resource);
	const segments = segmentsOf(path);
	const words = nounOf(path);
	const isOwn = singularWords(words).join(' ') === noun;
	const endsWithId = isPlaceholder(segments.at(-1) ?? '');
	const hasParent = segments.some(isPlaceholder);
	const named = (operation: string, of: readonly string[]): OperationName => {
		const isMany = operation === 'getAll';
		const what = isOwn ? [] : isMany ? pluralWords(singularWords(of)) : singularWords(of);
		const key = camelCase([operation, ...what]);
		const verbs = isMany ? 'get many' : operation;
		if (what.length === 0)
			return {
				key,
				action: sentenceCase(
					isMany ? `${verbs} ${phraseOf(pluralWords(resource))}` : `${verbs} ${withArticle(label)}`,
				),
			};
		const thing = isMany ? phraseOf(what) : withArticle(phraseOf(what));
		const repeats = what.join(' ').includes(label) || label.includes(phraseOf(what));
		return {
			key,
			action: sentenceCase(`${verbs} ${thing}${repeats ? '' : ` of ${withArticle(label)}`}`),
		};
	};
	const act = (verbs: readonly string[], of: readonly string[]): OperationName => ({
		key: camelCase(verbs),
		action: sentenceCase(`${phraseOf(verbs)} for ${withArticle(phraseOf(of))}`),
	});
	if (verb.length > 0) {
		const isPlainList = isList && /^(?:list|get)$/.test(verb[0]!);
		if (isPlainList) return named('getAll', [...words, ...verb.slice(1)]);
		const own = [
			...(isList ? ['get', 'all'] : []),
			...verb,
			...(isOwn ? [] : singularWords(words)),
		];
		return {
			...act(own, resource),
			action: sentenceCase(
				`${isList ? 'get many of ' : ''}${phraseOf(verb)} for ${withArticle(isOwn ? label : phraseOf(singularWords(words)))}`,
			),
		};
	}
	if (method === 'POST' && isList && verbs.test(words[0]!)) return act(words, resource);
	if (method === 'GET' || isList) return named(isList ? 'getAll' : 'get', words);
	if (method === 'DELETE') return named('delete', words);
	if (method !== 'POST' && hasBody) return named('update', words);
	const isAction = !isPlural(words.at(-1)) || verbs.test(words[0]!);
	if (isAction && !isOwn && !endsWithId && (hasParent || verbs.test(words[0]!)))
		return act(words, resource);
	return named(method !== 'POST' ? 'apply' : endsWithId ? 'post' : 'create', words);
}

/** Words for what is done rather than for a record. */
const verbs =
	/^(?:activate|add|apply|approve|archive|assign|batch|calculate|cancel|check|clone|close|complete|confirm|convert|copy|count|deactivate|disable|download|duplicate|enable|estimate|execute|export|filter|find|generate|import|invite|login|logout|merge|move|parse|pause|preview|publish|query|refresh|reject|remove|reopen|reset|restart|restore|resume|retry|revoke|rotate|run|search|send|start|stop|submit|subscribe|sync|test|trigger|unarchive|undo|unsubscribe|update|upload|validate|verify)$/;

/** Other keys for an operation whose key is taken. */
export const otherKeys = (key: string, { method, path, operationId = '' }: NamedPath): string[] => {
	const byParameters = segmentsOf(path)
		.filter(isPlaceholder)
		.map((segment) => wordsOf(segment))
		.at(-1);
	const fixed = segmentsOf(path).filter((segment) => !isPlaceholder(segment));
	const before = fixed.at(-2);
	const isMany = key.startsWith('getAll');
	const fromId = wordsOf(operationId).filter(
		(word) => !['get', 'list', 'all'].includes(word) || !isMany,
	);
	return [
		...(method === 'PUT' && key.startsWith('update') ? [key.replace(/^update/, 'replace')] : []),
		...(before ? [`${key}Of${labelOf(wordsOf(before)).replace(/ /g, '')}`] : []),
		...(byParameters ? [`${key}By${labelOf(byParameters).replace(/ /g, '')}`] : []),
		...(fromId.length > 0 ? [camelCase([...(isMany ? ['getAll'] : []), ...fromId])] : []),
		...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${key}${number}`),
	];
};
