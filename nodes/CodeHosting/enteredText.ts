/** Corrects what users type or copy in another form than the service accepts. */
import type { IDataObject } from 'n8n-workflow';
import { readSafely, toText } from '../engine/describe';

/** Paths in a repository, by the name of their field. */
const paths = [
	'changedPath',
	'commentedFile',
	'commentedPath',
	'directory',
	'filePath',
	'newFilePath',
] as const;

/**
 * For `prepare`: removes the slashes around paths, as in `/docs`. The root, `/`, is not sent. Text
 * fields of files do not accept a slash at the end, where the name of the file is missing.
 */
export const withPlainPaths = (input: IDataObject): IDataObject => {
	const output = { ...input };
	for (const name of paths) {
		const path = input[name];
		if (typeof path !== 'string') continue;
		const plain = path.split('/').filter(Boolean).join('/');
		if (plain === '') delete output[name];
		else output[name] = plain;
	}
	return output;
};

/**
 * For `prepare`: decodes a search query that was copied from a URL, as in `is:pr+is:merged`. Only
 * qualifiers show that a plus means a blank, unlike in `c++` or in a time zone such as `+02:00`.
 * @param field name of the field
 */
export const withPlainQuery =
	(field: string) =>
	(input: IDataObject): IDataObject => {
		const query = input[field];
		return typeof query === 'string' ? { ...input, [field]: plainQuery(query) } : input;
	};

const qualifier = /(?:^|\+)-?[a-z][a-z-]*(?::|%3A)/i;

function plainQuery(query: string): string {
	if (/\s/.test(query) || !qualifier.test(query)) return query;
	const withBlanks = query.replace(/(?<!\+)\+(?![+\d])/g, ' ');
	const decoded = /%[\da-f]{2}/i.test(query) && readSafely(() => decodeURIComponent(withBlanks));
	return decoded || withBlanks;
}

/**
 * For `prepare`: adds the owner to the branch that pull requests come from. GitHub ignores a branch
 * without its owner, and returns all pull requests.
 */
export const withHeadOwner = (input: IDataObject): IDataObject => {
	const { owner, pullRequestHead: head } = input;
	return typeof head === 'string' && !head.includes(':')
		? { ...input, pullRequestHead: `${toText(owner)}:${head}` }
		: input;
};

/**
 * For `prepare`: sends the inputs of a workflow as text, because the service rejects other values.
 * GitHub converts them to the types in the workflow file.
 */
export const withTextInputs = ({ inputs, ...input }: IDataObject): IDataObject =>
	inputs === undefined
		? input
		: {
				...input,
				inputs: Object.fromEntries(
					Object.entries(inputs as IDataObject)
						.filter(([, value]) => value !== null)
						.map(([name, value]) => [
							name,
							typeof value === 'string' ? value : JSON.stringify(value),
						]),
				),
			};
