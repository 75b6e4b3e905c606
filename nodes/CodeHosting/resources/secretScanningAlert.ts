import { choice, flag, operationsIn, resource, type Row, text } from '../../engine/describe';
import { alertAssignee, alertNumberIn, requireReason } from '../alerts/fields';
import {
	organizationSecretScanningAlert,
	organizationSecretScanningAlertBrief,
	secretScanningAlert as shape,
	secretScanningAlertBrief as simplify,
	updatedSecretScanningAlert,
	updatedSecretScanningAlertBrief,
} from '../alerts/shapes';
import { direction, organizationScope, repositoryScope, sortBy } from '../fields';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';

const permissions = [
	tokenScopes.secretScanningAlertsRead,
	tokenScopes.secretScanningAlertsWrite,
] as const;
const operation = operationsIn(repositoryScope, ...permissions);
const inOrganization = operationsIn(organizationScope, ...permissions);

const secretScanningAlertNumber = alertNumberIn(
	'secret-scanning',
	'searchSecretScanningAlert',
	(alert) => alert.secret_type_display_name,
);

/** On by default: n8n stores the output of nodes in executions, which more people can read. */
const hideSecret = flag('Hide Secret', {
	description: 'Whether to leave the leaked secret out of the output. AI agents never get it.',
	apiName: 'hide_secret',
	default: true,
	hideFromAgents: true,
});

/** Servers that do not know the parameter return the secret anyway. An update always returns it. */
const withoutSecret = (
	rows: readonly Row[],
	{ hideSecret: isHidden = true }: { readonly hideSecret?: boolean },
): Row[] =>
	rows.map(({ json: { secret, ...json } }) => ({
		json: isHidden || secret === undefined ? json : { ...json, secret },
	}));

const filters = {
	alertAssignee,
	bypassed: flag('Push Protection Bypassed', {
		description:
			'Whether to only return alerts about secrets that were pushed in spite of push protection',
		apiName: 'is_bypassed',
	}),
	direction,
	multiRepository: flag('In Several Repositories', {
		description: 'Whether to only return alerts about secrets in several repositories',
		apiName: 'is_multi_repo',
	}),
	publiclyLeaked: flag('Publicly Leaked', {
		description: 'Whether to only return alerts about secrets that were leaked in public',
		apiName: 'is_publicly_leaked',
	}),
	secretAlertResolution: choice(
		'Resolution',
		{
			false_positive: 'False Positive',
			pattern_deleted: 'Pattern Deleted',
			pattern_edited: 'Pattern Edited',
			revoked: 'Revoked',
			used_in_tests: 'Used in Tests',
			wont_fix: 'Won’t Fix',
		},
		{
			description:
				'Only return alerts with this resolution. With an expression, also several values, separated by commas.',
			apiName: 'resolution',
			acceptsOther: true,
		},
	),
	secretAlertSort: sortBy({ created: 'Created', updated: 'Updated' }),
	secretAlertState: choice(
		'State',
		{ open: 'Open', resolved: 'Resolved' },
		{ description: 'Only return alerts in this state', apiName: 'state' },
	),
	leakedTypes: text('Secret Types', {
		description:
			'Only return alerts about these types of secrets, separated by commas. Generic types are only returned if you name them.',
		placeholder: 'e.g. google_api_key, stripe_api_key',
		apiName: 'secret_type',
	}),
	validity: choice(
		'Validity',
		{ active: 'Active', inactive: 'Inactive', unknown: 'Unknown' },
		{
			description:
				'Only return alerts about secrets with this validity. With an expression, also several values, separated by commas.',
			acceptsOther: true,
		},
	),
};

export const secretScanningAlert = resource('Secret Scanning Alert', {
	default: 'getAll',
	operations: {
		get: operation({
			description: 'Get an alert, by default without the leaked secret',
			request: 'GET /secret-scanning/alerts/{secretScanningAlertNumber}',
			fields: { secretScanningAlertNumber, hideSecret },
			refine: withoutSecret,
			simplify,
			shape,
		}),
		getAll: operation({
			description: 'Get the alerts of a repository, by default without the leaked secrets',
			request: 'GET /secret-scanning/alerts',
			fields: { hideSecret },
			options: filters,
			paging: byLink(),
			refine: withoutSecret,
			simplify,
			shape,
		}),
		getAllOrganization: inOrganization({
			name: 'Get Many of an Organization',
			action: 'Get many secret scanning alerts of an organization',
			description: 'Get the alerts of the repositories of an organization',
			request: 'GET /secret-scanning/alerts',
			fields: { hideSecret },
			options: filters,
			paging: byLink(),
			refine: withoutSecret,
			simplify: organizationSecretScanningAlertBrief,
			shape: organizationSecretScanningAlert,
		}),
		update: operation({
			collection: 'updateFields',
			description:
				'Resolve an alert with a resolution, reopen it, or assign a user; does not revoke the secret',
			request: 'PATCH /secret-scanning/alerts/{secretScanningAlertNumber}',
			fields: { secretScanningAlertNumber },
			options: {
				newResolution: choice(
					'Resolution',
					{
						false_positive: 'False Positive',
						revoked: 'Revoked',
						used_in_tests: 'Used in Tests',
						wont_fix: 'Won’t Fix',
					},
					{ description: 'Required to resolve an alert', apiName: 'resolution' },
				),
				newSecretAlertState: choice(
					'State',
					{ resolved: 'Resolved', open: 'Open' },
					{ description: 'Open reopens a resolved alert', apiName: 'state' },
				),
				newValidity: choice(
					'Validity',
					{ active: 'Active', inactive: 'Inactive' },
					{ description: 'Whether the secret still works', apiName: 'validity' },
				),
				resolutionComment: text('Resolution Comment', {
					description: 'Why the state changes. It cannot be changed afterwards.',
					apiName: 'resolution_comment',
					lines: 2,
				}),
				leakAssignee: text('Assignee', {
					description: 'Name of the user to assign, who needs write access to the repository',
					placeholder: 'e.g. octocat',
					apiName: 'assignee',
				}),
			},
			check: requireReason(
				{
					state: 'newSecretAlertState',
					reason: 'newResolution',
					comment: 'resolutionComment',
				},
				'Resolved',
			),
			// The service rejects the same resolution a second time.
			refine: (rows) => withoutSecret(rows, {}),
			simplify: updatedSecretScanningAlertBrief,
			shape: updatedSecretScanningAlert,
		}),
	},
});
