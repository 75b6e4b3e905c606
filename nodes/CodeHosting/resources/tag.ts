import { operationsIn, resource, text } from '../../engine/describe';
import { createTag, getTag } from '../content/createReference';
import { createFrom, taggerFields, tagName, withIdentities } from '../content/fields';
import {
	gitReference,
	tag as shape,
	tagBrief as simplify,
	tagDetailsBrief,
	tagReference,
	tagReferenceBrief,
} from '../content/shapes';
import { repositoryScope } from '../fields';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.contentsRead,
	tokenScopes.contentsWrite,
);

export const tag = resource('Tag', {
	default: 'getAll',
	operations: {
		create: operation({
			description: 'Create a tag; with a message, it is an annotated tag',
			collection: 'additionalFields',
			request: 'POST /git/refs',
			fields: {
				newTagName: text('Tag Name', {
					description: 'Name of the tag',
					placeholder: 'e.g. v1.2.0',
					in: 'none',
					required: true,
				}),
				createFrom,
			},
			options: {
				...taggerFields,
				tagMessage: text('Message', {
					description: 'Message of an annotated tag',
					placeholder: 'e.g. Version 1.2.0',
					in: 'none',
					collection: 'additionalFields',
					lines: 2,
				}),
			},
			check: ({ tagMessage, tagger }) =>
				tagger !== undefined && tagMessage === undefined
					? { field: 'tagMessage', problem: 'is required for a tag with a tagger' }
					: undefined,
			prepare: withIdentities,
			simplify: tagReferenceBrief,
			shape: gitReference,
			run: createTag,
		}),
		delete: operation({
			description: 'Delete a tag; commits that no branch or other tag contains are lost',
			request: 'DELETE /git/refs/tags/{tagName}',
			effect: 'irreversible',
			fields: { tagName },
		}),
		get: operation({
			description: 'Get a tag, including the message of an annotated tag',
			request: 'GET /git/ref/tags/{tagName}',
			fields: { tagName },
			simplify: tagDetailsBrief,
			shape: tagReference,
			run: getTag,
		}),
		getAll: operation({
			request: 'GET /tags',
			paging: byLink(),
			simplify,
			shape,
		}),
	},
});
