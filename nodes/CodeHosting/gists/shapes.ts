/** Shapes of gists, see `shapes.ts`. */
import type { IDataObject } from 'n8n-workflow';
import { type DerivedValue, isObject, pathsOf, shapeOf } from '../../engine/describe';
import { minimalUser as owner } from '../accounts/shapes';

/** The keys of `files` are the names of the files. */
export const gist = {
	...shapeOf('id description public:boolean files:object comments:integer'),
	owner,
	...shapeOf('truncated:boolean created_at updated_at html_url git_pull_url'),
} as const;

const file = shapeOf('filename type language size:integer truncated:boolean content raw_url');

/** For Simplify: the files as a list. */
const fileList: DerivedValue = Object.assign(
	({ files }: IDataObject) =>
		Object.values(isObject(files) ? files : {}).map((each) =>
			Object.fromEntries(
				Object.keys(file)
					.map((name) => [name, (each as IDataObject)[name]] as const)
					.filter(([, value]) => value !== undefined),
			),
		),
	{ shape: [file] as const },
);

export const gistBrief = {
	...pathsOf('id description public'),
	files: fileList,
	...pathsOf('comments owner=owner.login truncated created_at updated_at html_url'),
};
