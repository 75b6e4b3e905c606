import { choice, operationsIn, resource, text, valueAt } from '../../engine/describe';
import { alertNumberIn, requireReason, dismissal } from '../alerts/fields';
import {
	codeScanningAlert as shape,
	codeScanningAlertBrief as simplify,
	organizationCodeScanningAlert,
	organizationCodeScanningAlertBrief,
} from '../alerts/shapes';
import { direction, organizationScope, repositoryScope, sortBy } from '../fields';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';

const permissions = [
	tokenScopes.codeScanningAlertsRead,
	tokenScopes.codeScanningAlertsWrite,
] as const;
const operation = operationsIn(repositoryScope, ...permissions);
const inOrganization = operationsIn(organizationScope, ...permissions);

const codeScanningAlertNumber = alertNumberIn('code-scanning', 'searchCodeScanningAlert', (alert) =>
	valueAt(alert, 'rule.description'),
);

const filters = {
	codeScanningAlertState: choice(
		'State',
		{ open: 'Open', dismissed: 'Dismissed', fixed: 'Fixed' },
		{ description: 'Only return alerts in this state', apiName: 'state' },
	),
	codeScanningSort: sortBy({ created: 'Created', updated: 'Updated' }),
	direction,
	toolName: text('Tool', {
		description: 'Only return alerts of this code scanning tool',
		placeholder: 'e.g. CodeQL',
		apiName: 'tool_name',
	}),
};

export const codeScanningAlert = resource('Code Scanning Alert', {
	default: 'getAll',
	operations: {
		get: operation({
			request: 'GET /code-scanning/alerts/{codeScanningAlertNumber}',
			fields: { codeScanningAlertNumber },
			simplify,
			shape,
		}),
		getAll: operation({
			description: 'Get the alerts of a repository about problems in its code',
			request: 'GET /code-scanning/alerts',
			options: {
				...filters,
				scannedReference: text('Reference', {
					description:
						'Branch to return the alerts of, or refs/pull/8/merge for a pull request. Default: the default branch.',
					placeholder: 'e.g. main',
					apiName: 'ref',
				}),
			},
			paging: byLink(),
			simplify,
			shape,
		}),
		getAllOrganization: inOrganization({
			name: 'Get Many of an Organization',
			action: 'Get many code scanning alerts of an organization',
			description: 'Get the alerts of the default branches of an organization',
			request: 'GET /code-scanning/alerts',
			options: {
				...filters,
				codeScanningAssignees: text('Assignees', {
					description:
						'Only return alerts that are assigned to one of these users, separated by commas. Use * for any user, and none for alerts without one.',
					placeholder: 'e.g. octocat, hubot',
					apiName: 'assignees',
				}),
				codeScanningSeverity: choice(
					'Severity',
					{
						critical: 'Critical',
						high: 'High',
						medium: 'Medium',
						low: 'Low',
						error: 'Error',
						warning: 'Warning',
						note: 'Note',
					},
					{ description: 'Only return alerts with this severity', apiName: 'severity' },
				),
			},
			paging: byLink(),
			simplify: organizationCodeScanningAlertBrief,
			shape: organizationCodeScanningAlert,
		}),
		update: operation({
			collection: 'updateFields',
			description: 'Dismiss an alert with a reason, reopen it, or assign users',
			request: 'PATCH /code-scanning/alerts/{codeScanningAlertNumber}',
			fields: { codeScanningAlertNumber },
			options: {
				...dismissal,
				codeScanningDismissedReason: choice(
					'Dismissed Reason',
					{
						'false positive': 'False Positive',
						mitigated: 'Mitigated',
						'used in tests': 'Used in Tests',
						"won't fix": 'Won’t Fix',
					},
					{ description: 'Required to dismiss an alert', apiName: 'dismissed_reason' },
				),
			},
			check: requireReason(
				{ state: 'alertState', reason: 'codeScanningDismissedReason', comment: 'dismissedComment' },
				'Dismissed',
			),
			idempotency: 'safe',
			simplify,
			shape,
		}),
	},
});
