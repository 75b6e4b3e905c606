import {
	choice,
	flag,
	operationsIn,
	outputFileOptions,
	resource,
	text,
} from '../../engine/describe';
import { commitFiles } from '../content/commitFiles';
import {
	commitMessage,
	commitOptions,
	directory,
	filePath,
	newFilePath,
	reference,
	withIdentities,
	withoutDates,
} from '../content/fields';
import {
	committedFile,
	deletedFile,
	fileCommit,
	fileCommitBrief,
	fileEntry,
	fileEntryBrief,
} from '../content/shapes';
import { checkContent, contentFields } from '../content/fileContent';
import { createFile, deleteFile, listDirectory, readFile, updateFile } from '../content/files';
import { repositoryScope } from '../fields';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.contentsRead,
	tokenScopes.contentsWrite,
);

const fileSha = text('File SHA', {
	description:
		'Blob SHA that the file must have. Default: the current one, which overwrites changes since you read the file.',
	placeholder: 'e.g. 3d21ec53a331a6f037a91c368710b99387d012c1',
	rejectEmptyExpression: 'later changes of the file would be lost',
	apiName: 'sha',
	in: 'body',
	collection: 'options',
});

/** What Create and Update have in common. The service has one endpoint for both. */
const writesFile = {
	check: checkContent,
	prepare: withIdentities,
	// A second attempt would fail: after Create the file exists, after Update it has another SHA.
	idempotency: 'none',
	simplify: fileCommitBrief,
	shape: fileCommit,
} as const;

export const file = resource('File', {
	default: 'get',
	operations: {
		commit: operation({
			name: 'Commit Files',
			action: 'Commit files',
			description:
				'Write and delete the files of all input items in one commit; items with another branch or message are committed separately',
			request: 'POST /git/commits',
			effect: 'recorded',
			fields: {
				commitMessage,
				fileChange: choice(
					'Change',
					{ write: 'Create or Update', delete: 'Delete' },
					{ description: 'What to do with the file', default: 'write', in: 'none' },
				),
				newFilePath,
				...contentFields,
			},
			options: {
				...commitOptions,
				executable: flag('Executable', {
					description: 'Whether the file can be executed',
					in: 'none',
				}),
				expectedCommit: text('Expected Commit', {
					description:
						'SHA that the branch must point to. Default: any, so the files are committed on top of other changes.',
					placeholder: 'e.g. 6dcb09b5b57875f334f61aebed695e2e4193db5e',
					in: 'none',
				}),
			},
			check: checkContent,
			prepare: withIdentities,
			shape: committedFile,
			batch: commitFiles,
		}),
		create: operation({
			...writesFile,
			description:
				'Create a file in a commit of its own, on the default branch unless the options name another',
			request: 'PUT /contents/{newFilePath}',
			fields: { newFilePath, ...contentFields, commitMessage },
			options: commitOptions,
			run: createFile,
		}),
		delete: operation({
			request: 'DELETE /contents/{filePath}',
			effect: 'recorded',
			fields: { filePath, commitMessage },
			options: { ...commitOptions, fileSha },
			prepare: (input) => withoutDates(withIdentities(input)),
			idempotency: 'none',
			shape: deletedFile,
			run: deleteFile,
		}),
		get: operation({
			description:
				'Get a file of up to 100 MB as a binary file or as text; to get all files, download the repository as ZIP',
			request: 'GET /contents/{filePath}',
			fields: {
				filePath,
				returnAs: choice(
					'Return As',
					{ file: 'Binary File', text: 'Text', json: 'JSON With Base64' },
					{
						description:
							'How to return the content of the file. JSON has the content in Base64, as in the API. AI agents always get text.',
						default: 'file',
						in: 'none',
						hideFromAgents: true,
					},
				),
			},
			options: { ...outputFileOptions, reference },
			parents: ['owner', 'repository'],
			run: readFile,
		}),
		getAll: operation({
			action: 'Get many files of a directory',
			description: 'Get the files and directories in a directory; the service returns up to 1,000',
			request: 'GET /contents/{directory}',
			requestFor: ({ directory: path }) =>
				path === undefined ? 'GET /repos/{owner}/{repository}/contents' : undefined,
			fields: { directory },
			options: { reference },
			// The service returns all entries at once.
			paging: { next: () => undefined },
			simplify: fileEntryBrief,
			shape: fileEntry,
			run: listDirectory,
		}),
		update: operation({
			...writesFile,
			description:
				'Replace the content of a file in a commit of its own, on the default branch unless the options name another',
			request: 'PUT /contents/{filePath}',
			fields: { filePath, ...contentFields, commitMessage },
			options: { ...commitOptions, fileSha },
			run: updateFile,
		}),
	},
});
