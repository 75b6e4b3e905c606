import { flag, id, operationsIn, resource, text } from '../../engine/describe';
import { listUnlessEmpty } from '../content/emptyRepository';
import { gitReference as shape, gitReferenceBrief as simplify } from '../content/shapes';
import { repositoryScope } from '../fields';
import { nextPageIn } from '../paging';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.contentsRead,
	tokenScopes.contentsWrite,
);

const referenceName = id('Git Reference', {
	byName: true,
	allowSlashes: true,
	description: 'Name of the reference. The prefix refs/ is optional.',
	resourceName: /^refs\/(?<referenceName>.+)$/,
	placeholder: 'e.g. heads/main or tags/v1.2.0',
});

const referenceSha = text('SHA', {
	description: 'SHA of the commit or the tag object that the reference points to',
	placeholder: 'e.g. 6dcb09b5b57875f334f61aebed695e2e4193db5e',
	apiName: 'sha',
	required: true,
});

export const gitReference = resource('Git Reference', {
	default: 'getAll',
	operations: {
		create: operation({
			request: 'POST /git/refs',
			fields: {
				newReferenceName: text('Full Name', {
					description: 'Name of the reference, including refs/',
					placeholder: 'e.g. refs/heads/main',
					apiName: 'ref',
					pattern: /^refs\/[^/]+\/./,
					expected: 'a name such as refs/heads/main',
					required: true,
				}),
				referenceSha,
			},
			simplify,
			shape,
		}),
		delete: operation({
			description: 'Delete a branch or tag; commits that no other reference contains are lost',
			request: 'DELETE /git/refs/{referenceName}',
			effect: 'irreversible',
			fields: { referenceName },
		}),
		get: operation({
			request: 'GET /git/ref/{referenceName}',
			fields: { referenceName },
			simplify,
			shape,
		}),
		getAll: operation({
			description: 'Get the references whose names start with a text',
			request: 'GET /git/matching-refs/{referencePrefix}',
			fields: {
				referencePrefix: text('Name Starts With', {
					description: 'Start of the names, without refs/',
					placeholder: 'e.g. heads/feature',
					allowSlashes: true,
					required: true,
				}),
			},
			// The service has no parameter for the size of a page.
			paging: {
				next: ({ headers: { link } }) => (typeof link === 'string' ? nextPageIn(link) : undefined),
			},
			simplify,
			shape,
			run: listUnlessEmpty,
		}),
		update: operation({
			description: 'Move a branch or tag to another commit',
			request: 'PATCH /git/refs/{referenceName}',
			effect: 'irreversible',
			fields: { referenceName, referenceSha },
			options: {
				forceUpdate: flag('Force', {
					description: 'Whether to move the reference even if commits are lost',
					apiName: 'force',
				}),
			},
			idempotency: 'safe',
			simplify,
			shape,
		}),
	},
});
