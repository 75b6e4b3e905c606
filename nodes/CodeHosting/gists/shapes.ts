/** Shapes of gists, see `shapes.ts`. */
import type { IDataObject } from 'n8n-workflow';
import { type DerivedValue, isObject, pathsOf, type Shape, shapeOf } from '../../engine/describe';
import { minimalUser as owner } from '../accounts/shapes';

/** The keys of `files` are the names of the files. */
export const gist = {
	...shapeOf('id description public:boolean files:object comments:integer'),
	owner,
	...shapeOf('truncated:boolean created_at updated_at html_url git_pull_url'),
} as const;

const file = shapeOf('filename type language size:integer raw_url');
const fileWithText = { ...file, ...shapeOf('truncated:boolean content') } as const;

/** For Simplify: the files as a list. */
const fileList = (shape: Readonly<Record<string, Shape>>): DerivedValue =>
	Object.assign(
		({ files }: IDataObject) =>
			Object.values(isObject(files) ? files : {})
				// The service returns null for a file that it cannot read.
				.filter(isObject)
				.map((each) =>
					Object.fromEntries(
						Object.keys(shape)
							.map((name) => [name, each[name]] as const)
							.filter(([, value]) => value !== undefined),
					),
				),
		{ shape: [shape] as const },
	);

const brief = (shape: Readonly<Record<string, Shape>>) => ({
	...pathsOf('id description public'),
	files: fileList(shape),
	...pathsOf('comments owner=owner.login truncated created_at updated_at html_url'),
});
export const gistBrief = brief(fileWithText);
/** In lists and after a fork, gists lack the text of their files. */
export const listedGistBrief = brief(file);
