/** Patterns of the branches and tags that can deploy to an environment. */
import { choice, id, operationsIn, resource, text, toText } from '../../engine/describe';
import { environmentScope, pagedLookup, repositoryPath } from '../fields';
import { byLink } from '../paging';
import { deploymentBranchRule as shape } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	environmentScope,
	tokenScopes.actionsRead,
	tokenScopes.administrationWrite,
);

const branchRuleId = id('Branch Rule', {
	description: 'ID of the rule',
	placeholder: 'e.g. 361471',
	listMethod: 'searchDeploymentBranchRule',
	lookup: pagedLookup(
		`GET ${repositoryPath}/environments/{environmentName}/deployment-branch-policies?per_page=100`,
		'branch_policies',
		({ id: ruleId, name, type }) => ({
			name: `${toText(name)} · ${toText(type)}`,
			value: toText(ruleId),
		}),
	),
});

const namePattern = text('Name Pattern', {
	description: 'Pattern of the names that can deploy. The wildcard * does not match slashes.',
	placeholder: 'e.g. release/*',
	apiName: 'name',
	required: true,
});

export const deploymentBranchRule = resource('Deployment Branch Rule', {
	default: 'getAll',
	operations: {
		create: operation({
			description:
				'Add a branch or tag pattern to an environment whose deployment branches are selected',
			request: 'POST /deployment-branch-policies',
			fields: {
				namePattern,
				branchRuleType: choice(
					'Applies To',
					{ branch: 'Branches', tag: 'Tags' },
					{
						description: 'Whether the pattern applies to branches or tags',
						apiName: 'type',
						default: 'branch',
					},
				),
			},
			shape,
		}),
		delete: operation({
			request: 'DELETE /deployment-branch-policies/{branchRuleId}',
			effect: 'locksOut',
			fields: { branchRuleId },
		}),
		get: operation({
			request: 'GET /deployment-branch-policies/{branchRuleId}',
			fields: { branchRuleId },
			shape,
		}),
		getAll: operation({
			request: 'GET /deployment-branch-policies',
			paging: byLink({ rows: 'branch_policies' }),
			shape,
		}),
		update: operation({
			request: 'PUT /deployment-branch-policies/{branchRuleId}',
			effect: 'locksOut',
			fields: { branchRuleId, namePattern },
			shape,
		}),
	},
});
