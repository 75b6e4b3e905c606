/** The check runs that one app creates for one commit. */
import { id, operationsIn, resource } from '../../engine/describe';
import { commitRef } from '../content/fields';
import { checkSuite as shape, checkSuiteBrief as simplify } from '../content/shapes';
import { repositoryScope, repositoryUrl } from '../fields';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';
import { checkName } from './checkRun';

const operation = operationsIn(repositoryScope, tokenScopes.checksRead, tokenScopes.checksWrite);

const checkSuiteId = id('Check Suite', {
	urlExample: 'https://api.github.com/repos/octo-org/hello-world/check-suites/5',
	description: 'ID of the check suite',
	placeholder: 'e.g. 5',
	urlPattern: '/check-suites/([0-9]+)',
	urlParents: repositoryUrl,
});

export const checkSuite = resource('Check Suite', {
	default: 'getAll',
	operations: {
		get: operation({
			request: 'GET /check-suites/{checkSuiteId}',
			fields: { checkSuiteId },
			simplify,
			shape,
		}),
		getAll: operation({
			action: 'Get many check suites of a commit',
			description: 'Get the check suites of a commit, branch or tag',
			request: 'GET /commits/{commitRef}/check-suites',
			fields: { commitRef },
			options: { checkName },
			paging: byLink({ rows: 'check_suites' }),
			simplify,
			shape,
		}),
		rerequest: operation({
			description: 'Ask the app to run all checks of a check suite again',
			request: 'POST /check-suites/{checkSuiteId}/rerequest',
			fields: { checkSuiteId },
			done: ({ checkSuiteId: suite }) => ({ id: Number(suite), rerequested: true }),
		}),
	},
});
