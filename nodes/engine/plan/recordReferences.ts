/** Finds the records that a request refers to, so that errors can name them. */
import {
	type Field,
	type Fields,
	type RecordReference,
	type RequestLine,
	toText,
} from '../describe';
import { placeholdersOf } from './path';

/**
 * The records in the path of a request line, and those that contain them, the innermost last. A
 * placeholder is the key of a field, or the name of its value in the request.
 */
export function recordsInPath(
	line: RequestLine,
	fields: Fields,
	values: Readonly<Record<string, unknown>>,
): RecordReference[] {
	const [method, path] = line.split(/[ ?]/, 2) as [string, string];
	const inPath = placeholdersOf(path).flatMap((name) => {
		const field = fields[name] ?? Object.values(fields).find(({ apiName }) => apiName === name);
		return field && refersToRecord(field, method) ? reference(field, values[name]) : [];
	});
	const containing = Object.entries(fields).flatMap(([name, field]) =>
		field.containsRecord ? reference(field, values[name]) : [],
	);
	return [...inPath.slice(0, -1), ...containing, ...inPath.slice(-1)];
}

/** The record that a request refers to outside its path, if the operation has only one ID field. */
export function recordOutsidePath(
	fields: Fields,
	values: Readonly<Record<string, unknown>>,
): RecordReference[] {
	const ids = Object.entries(fields).filter(([, { kind }]) => kind === 'id');
	const [[name, field] = []] = ids;
	return ids.length === 1 ? reference(field!, values[name!]) : [];
}

/**
 * Whether a field in the path refers to an existing record. PUT creates records with the name in a
 * text field. A text field with a default is a setting.
 */
const refersToRecord = ({ kind, default: defaultValue }: Field, method: string): boolean =>
	kind === 'id' || (kind === 'text' && defaultValue === undefined && method !== 'PUT');

const reference = ({ label, byName }: Field, given: unknown): RecordReference[] => {
	const value = toText(given);
	return value === '' ? [] : [{ label, value, ...(byName ? { byName } : {}) }];
};
