/** Corrects what users type or copy in another form than the service accepts. */
import type { IDataObject } from 'n8n-workflow';
import { type InputContext, readSafely, type Resource, toText } from '../engine/describe';

/** Paths in a repository, by the name of their field. */
const paths = [
	'changedPath',
	'commentedFile',
	'commentedPath',
	'directory',
	'filePath',
	'newFilePath',
] as const;

/** Branches and tags, by the name of their field. */
const references = [
	'agentBase',
	'agentHead',
	'baseBranch',
	'branch',
	'branchName',
	'defaultBranch',
	'headBranch',
	'mergeFrom',
	'mergeInto',
	'newBase',
	'newBranchName',
	'newTag',
	'newTagName',
	'previousTag',
	'publishedTag',
	'pullRequestBase',
	'releaseTag',
	'tagName',
] as const;

/** Filters with several values in one text, by the name of their field. */
const valueLists = [
	'affiliation',
	'agentTaskState',
	'alertSeverity',
	'classification',
	'codeScanningAssignees',
	'dependabotAlertState',
	'ecosystems',
	'excludedEvents',
	'issueLabels',
	'leakedTypes',
	'manifestPaths',
	'ownIssueLabels',
	'packageNames',
	'relationship',
	'secretAlertResolution',
	'validity',
] as const;

/** Without the slashes around it. Undefined for the root. */
const plainPath = (path: string) => path.split('/').filter(Boolean).join('/') || undefined;

const plainReference = (reference: string) => reference.replace(/^refs\/(?:heads|tags)\//, '');

const plainValues = (values: string) =>
	values
		.split(',')
		.map((value) => value.trim())
		.join(',');

const corrections = [
	[paths, plainPath],
	[references, plainReference],
	[valueLists, plainValues],
] as const;

/**
 * Corrects the input of all operations:
 * - Removes the slashes around paths, as in `/docs`. The root, `/`, is not sent. Text fields of files
 *   do not accept a slash at the end, where the name of the file is missing.
 * - Shortens the references of events, such as `refs/tags/v1`, to names. Otherwise, GitHub creates a
 *   release under the complete reference (actions/github-script#93).
 * - Removes the blanks around commas between the values of a filter. GitHub documents none.
 */
export const withPlainText = <R extends Record<string, Resource>>(resources: R): R =>
	mapValues(resources, (one) => ({
		...one,
		operations: mapValues(one.operations, (operation) => ({
			...operation,
			prepare: (input: IDataObject, context: InputContext) => {
				const plain = corrected(input);
				return operation.prepare?.(plain, context) ?? plain;
			},
		})),
	})) as R;

const mapValues = <T>(record: Readonly<Record<string, T>>, map: (value: T) => T) =>
	Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

function corrected(input: IDataObject): IDataObject {
	const output = { ...input };
	for (const [names, correct] of corrections)
		for (const name of names) {
			const text = input[name];
			if (typeof text !== 'string') continue;
			const plain = correct(text);
			if (plain === undefined) delete output[name];
			else output[name] = plain;
		}
	return output;
}

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
