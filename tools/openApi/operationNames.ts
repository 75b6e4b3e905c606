/** Names resources and operations: from tags, methods and paths rather than operation IDs. */
import { capitalize } from '../generate/serviceNames';
import {
	camelCase,
	isPlural,
	numbered,
	phraseOf,
	pluralWords,
	sentenceCase,
	singularWords,
	withArticle,
	wordsOf,
} from './names';

export interface NamedPath {
	readonly method: string;
	readonly path: string;
	readonly isList: boolean;
	readonly hasBody: boolean;
}

const isPlaceholder = (segment: string): boolean => segment.startsWith('{');

/** Without the prefixes that say nothing about the resource. */
const segmentsOf = (path: string): string[] =>
	path
		.split('/')
		.filter((segment) => segment !== '' && !/^(?:api|rest|v?\d+(?:\.\d+)*|public)$/i.test(segment));

const fixedSegments = (path: string): string[] =>
	segmentsOf(path).filter((segment) => !isPlaceholder(segment));

/** The words of the last fixed segment: the record, or what is done with it. */
export const nounOf = (path: string): string[] =>
	wordsOf((fixedSegments(path).at(-1) ?? 'record').replace(/\.json$/, ''));

/** The words of a resource: its tag, else the first fixed segment of the path. */
export function resourceWords(path: string, tag = ''): string[] {
	const fromTag = wordsOf(tag).filter((word) => !/^(?:apis?|operations|endpoints)$/.test(word));
	const isUsable = fromTag.length > 0 && fromTag.length <= 4;
	return singularWords(isUsable ? fromTag : wordsOf(fixedSegments(path)[0] ?? 'record'));
}

/** Words for what is done rather than for a record. */
const verbs =
	/^(?:activate|add|apply|approve|archive|assign|batch|calculate|cancel|check|clone|close|complete|confirm|convert|copy|count|deactivate|disable|download|duplicate|enable|execute|export|filter|find|generate|import|invite|login|logout|merge|move|pause|preview|publish|query|refresh|reject|remove|reopen|reset|restart|restore|resume|retry|revoke|rotate|run|search|send|start|stop|submit|subscribe|sync|test|trigger|unarchive|unsubscribe|update|upload|validate|verify)$/;

/**
 * The key and the action of an operation.
 * @param resource words of its resource
 */
export function nameOperation(
	{ method, path, isList, hasBody }: NamedPath,
	resource: readonly string[],
): { key: string; action: string } {
	const words = nounOf(path);
	const isOwn = singularWords(words).join() === resource.join();
	const record = (verb: string) => recordOperation(verb, isOwn ? [] : words, resource);
	if (method === 'GET') return record(isList ? 'getAll' : 'get');
	if (method === 'DELETE') return record('delete');
	if (method !== 'POST' && hasBody) return record('update');
	const segments = segmentsOf(path);
	const endsWithId = isPlaceholder(segments.at(-1) ?? '');
	const isAction =
		verbs.test(words[0]!) || (!isPlural(words.at(-1)) && segments.some(isPlaceholder));
	if (isOwn || endsWithId || !isAction)
		return record(method !== 'POST' ? 'apply' : endsWithId ? 'post' : 'create');
	return {
		key: camelCase(words),
		action: sentenceCase(`${phraseOf(words)} for ${withArticle(phraseOf(resource))}`),
	};
}

/** @param words the record, if its noun is not that of the resource */
function recordOperation(
	verb: string,
	words: readonly string[],
	resource: readonly string[],
): { key: string; action: string } {
	const isMany = verb === 'getAll';
	const toNumber = isMany ? (one: string[]) => pluralWords(one) : (one: string[]) => one;
	const what = words.length > 0 ? toNumber(singularWords(words)) : [];
	const thing = phraseOf(what.length > 0 ? what : toNumber([...resource]));
	const owner = phraseOf(resource);
	const ofOwner =
		what.length === 0 || thing.includes(owner) || owner.includes(thing)
			? ''
			: ` of ${withArticle(owner)}`;
	const done = isMany ? `get many ${thing}` : `${verb} ${withArticle(thing)}`;
	return { key: camelCase([verb, ...what]), action: sentenceCase(`${done}${ofOwner}`) };
}

/** Other keys for an operation whose key is taken. */
export function otherKeys(key: string, { method, path }: NamedPath): string[] {
	const parameter = segmentsOf(path).filter(isPlaceholder).at(-1);
	const parent = fixedSegments(path).at(-2);
	const ofWords = (text: string): string => capitalize(camelCase(wordsOf(text)));
	return [
		...(method === 'PUT' && key.startsWith('update') ? [key.replace(/^update/, 'replace')] : []),
		...(parent ? [`${key}Of${ofWords(parent)}`] : []),
		...(parameter ? [`${key}By${ofWords(parameter)}`] : []),
		...numbered(key),
	];
}
