import { operationsIn, resource, text } from '../../engine/describe';
import { withPlainQuery } from '../enteredText';
import { byLinkCursor } from '../paging';
import { projectNumber, projectScope, requestForUser } from '../projects/fields';
import {
	project as shape,
	projectBrief as simplify,
	projectField,
	projectFieldBrief,
} from '../projects/shapes';
import { tokenScopes } from '../tokenScopes';
import { notOnEnterpriseServer } from '../providers';

const operation = operationsIn(projectScope, tokenScopes.projects);

export const project = resource('Project', {
	default: 'getAll',
	operations: {
		get: operation({
			request: 'GET /projectsV2/{projectNumber}',
			missingIn: notOnEnterpriseServer,
			requestFor: requestForUser('GET', '/projectsV2/{projectNumber}'),
			fields: { projectNumber },
			simplify,
			shape,
		}),
		getAll: operation({
			description: 'Get the projects of an organization or a user',
			request: 'GET /projectsV2',
			missingIn: notOnEnterpriseServer,
			requestFor: requestForUser('GET', '/projectsV2'),
			options: {
				projectQuery: text('Query', {
					description: 'Only return projects that match this query',
					placeholder: 'e.g. is:open',
					apiName: 'q',
				}),
			},
			prepare: withPlainQuery('projectQuery'),
			paging: byLinkCursor(),
			simplify,
			shape,
		}),
		getAllFields: operation({
			action: 'Get many fields of a project',
			description: 'Get the fields of a project, with the options of each',
			request: 'GET /projectsV2/{projectNumber}/fields',
			missingIn: notOnEnterpriseServer,
			requestFor: requestForUser('GET', '/projectsV2/{projectNumber}/fields'),
			fields: { projectNumber },
			paging: byLinkCursor(),
			simplify: projectFieldBrief,
			shape: projectField,
		}),
	},
});
