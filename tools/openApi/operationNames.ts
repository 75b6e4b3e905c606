/** Names resources and operations: from tags, methods and paths rather than operation IDs. */
import {
	camelCase,
	isPlural,
	numbered,
	pascalCase,
	phraseOf,
	pluralWords,
	sentenceCase,
	singularWords,
	withArticle,
	wordsOf,
} from './names';

export interface NamedPath {
	/** `GET`. */
	readonly method: string;
	readonly path: string;
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

const fixedSegments = (path: string): string[] =>
	segmentsOf(path).filter((segment) => !isPlaceholder(segment));

/** The words of the last fixed segment: the record, or what is done with it. */
export function nounOf(path: string): string[] {
	const last = fixedSegments(path).at(-1) ?? 'record';
	// `/v1/{name}:cancel` and `/chat.postMessage` name the verb after the noun.
	return wordsOf(last.replace(/\.(?:json|xml)$/, '').split(/[:.]/)[0]!);
}

const verbOf = (path: string): string[] => {
	const last = (segmentsOf(path).at(-1) ?? '')
		.replace(/\.(?:json|xml)$/, '')
		.replace(/\{[^}]*\}/g, '');
	return wordsOf(/[:.](.+)$/.exec(last)?.[1] ?? '');
};

/** The words of a resource: its tag, else the first fixed segment of the path. */
export function resourceWords(path: string, tag = ''): string[] {
	const fromTag = wordsOf(tag).filter(
		(word) => !['api', 'apis', 'operations', 'endpoints', 'management'].includes(word),
	);
	const [segment = 'record'] = fixedSegments(path);
	return singularWords(
		fromTag.length > 0 && fromTag.length <= 4 ? fromTag : wordsOf(segment.split(/[:.]/)[0]!),
	);
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
	const words = nounOf(path);
	const verb = verbOf(path);
	const isOwn = singularWords(words).join(' ') === noun;
	const own = isOwn ? [] : singularWords(words);
	if (verb.length > 0) {
		if (isList && /^(?:list|get)$/.test(verb[0]!))
			return recordOperation('getAll', isOwn ? [] : [...words, ...verb.slice(1)], resource);
		const action = `${phraseOf(verb)} for ${withArticle(phraseOf(isOwn ? resource : own))}`;
		return {
			key: camelCase([...(isList ? ['get', 'all'] : []), ...verb, ...own]),
			action: sentenceCase(isList ? `get many of ${action}` : action),
		};
	}
	const segments = segmentsOf(path);
	const endsWithId = isPlaceholder(segments.at(-1) ?? '');
	const startsWithVerb = verbs.test(words[0]!);
	const doneWithRecord = {
		key: camelCase(words),
		action: sentenceCase(`${phraseOf(words)} for ${withArticle(phraseOf(resource))}`),
	};
	if (method === 'GET') return recordOperation(isList ? 'getAll' : 'get', own, resource);
	if (method === 'DELETE') return recordOperation('delete', own, resource);
	if (method !== 'POST' && hasBody) return recordOperation('update', own, resource);
	const isAction = startsWithVerb || (!isPlural(words.at(-1)) && segments.some(isPlaceholder));
	if (isAction && !isOwn && !endsWithId) return doneWithRecord;
	return recordOperation(
		method !== 'POST' ? 'apply' : endsWithId ? 'post' : 'create',
		own,
		resource,
	);
}

/** @param words the record, if its noun is not that of the resource */
function recordOperation(
	verb: string,
	words: readonly string[],
	resource: readonly string[],
): OperationName {
	const isMany = verb === 'getAll';
	const what =
		isMany && words.length > 0 ? pluralWords(singularWords(words)) : singularWords(words);
	const named = what.length > 0 ? what : isMany ? pluralWords(resource) : resource;
	const [thing, owner] = [phraseOf(named), phraseOf(resource)];
	const repeats = what.length === 0 || what.join(' ').includes(owner) || owner.includes(thing);
	return {
		key: camelCase([verb, ...what]),
		action: sentenceCase(
			`${isMany ? `get many ${thing}` : `${verb} ${withArticle(thing)}`}${repeats ? '' : ` of ${withArticle(owner)}`}`,
		),
	};
}

/** Words for what is done rather than for a record. */
const verbs =
	/^(?:activate|add|apply|approve|archive|assign|batch|calculate|cancel|check|clone|close|complete|confirm|convert|copy|count|deactivate|disable|download|duplicate|enable|estimate|execute|export|filter|find|generate|import|invite|login|logout|merge|move|parse|pause|preview|publish|query|refresh|reject|remove|reopen|reset|restart|restore|resume|retry|revoke|rotate|run|search|send|start|stop|submit|subscribe|sync|test|trigger|unarchive|undo|unsubscribe|update|upload|validate|verify)$/;

/** Other keys for an operation whose key is taken. */
export function otherKeys(key: string, { method, path }: NamedPath): string[] {
	const parameter = segmentsOf(path).filter(isPlaceholder).at(-1);
	const parent = fixedSegments(path).at(-2);
	return [
		...(method === 'PUT' && key.startsWith('update') ? [key.replace(/^update/, 'replace')] : []),
		...(parent ? [`${key}Of${pascalCase(wordsOf(parent))}`] : []),
		...(parameter ? [`${key}By${pascalCase(wordsOf(parameter))}`] : []),
		...numbered(key),
	];
}
