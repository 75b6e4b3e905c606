import { choice, flag, operationsIn, resource, text, valueAt } from '../../engine/describe';
import { alertAssignee, alertNumberIn, requireReason, dismissal } from '../alerts/fields';
import {
	dependabotAlert as shape,
	dependabotAlertBrief as simplify,
	organizationDependabotAlert,
	organizationDependabotAlertBrief,
} from '../alerts/shapes';
import { direction, organizationScope, repositoryScope, sortBy } from '../fields';
import { byLinkCursor } from '../paging';
import { tokenScopes } from '../tokenScopes';

const permissions = [tokenScopes.dependabotAlertsRead, tokenScopes.dependabotAlertsWrite] as const;
const operation = operationsIn(repositoryScope, ...permissions);
const inOrganization = operationsIn(organizationScope, ...permissions);

const dependabotAlertNumber = alertNumberIn(
	'dependabot',
	'searchDependabotAlert',
	(alert) => valueAt(alert, 'security_advisory.summary'),
	byLinkCursor(),
);

const severalValues = 'With an expression, also several values, separated by commas.';

const filters = {
	alertAssignee,
	alertSeverity: choice(
		'Severity',
		{ critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' },
		{
			description: `Only return alerts with this severity. ${severalValues}`,
			apiName: 'severity',
			acceptsOther: true,
		},
	),
	classification: choice(
		'Classification',
		{ general: 'Vulnerability', malware: 'Malware' },
		{ description: `Only return alerts of this kind. ${severalValues}`, acceptsOther: true },
	),
	dependabotAlertState: choice(
		'State',
		{ open: 'Open', dismissed: 'Dismissed', auto_dismissed: 'Auto-Dismissed', fixed: 'Fixed' },
		{
			description: `Only return alerts in this state. ${severalValues}`,
			apiName: 'state',
			acceptsOther: true,
		},
	),
	dependabotSort: sortBy({
		created: 'Created',
		updated: 'Updated',
		epss_percentage: 'Exploit Probability',
	}),
	dependencyScope: choice(
		'Dependency Scope',
		{ runtime: 'Runtime', development: 'Development' },
		{
			description: 'Only return alerts for dependencies that are used at this time',
			apiName: 'scope',
		},
	),
	direction,
	ecosystems: text('Ecosystems', {
		description:
			'Only return alerts for packages of these ecosystems, separated by commas: composer, go, maven, npm, nuget, pip, pub, rubygems or rust',
		placeholder: 'e.g. npm, pip',
		apiName: 'ecosystem',
	}),
	exploitProbability: text('Exploit Probability', {
		description:
			'Only return alerts with this probability of being exploited (EPSS), from 0 to 1, such as >0.5 or 0.1..0.5',
		placeholder: 'e.g. >0.5',
		apiName: 'epss_percentage',
	}),
	packageNames: text('Packages', {
		description: 'Only return alerts for these packages, separated by commas',
		placeholder: 'e.g. lodash, minimist',
		apiName: 'package',
	}),
	patchAvailable: flag('Patch Available', {
		description: 'Whether to only return alerts that a patched version fixes',
		apiName: 'has',
		queryFlag: 'patch',
		collection: 'filters',
	}),
	relationship: choice(
		'Relationship',
		{ direct: 'Direct', transitive: 'Transitive' },
		{
			description: `Only return alerts for dependencies with this relationship to the project. ${severalValues}`,
			acceptsOther: true,
		},
	),
};

export const dependabotAlert = resource('Dependabot Alert', {
	default: 'getAll',
	operations: {
		get: operation({
			action: 'Get an alert on a dependency',
			request: 'GET /dependabot/alerts/{dependabotAlertNumber}',
			fields: { dependabotAlertNumber },
			simplify,
			shape,
		}),
		getAll: operation({
			action: 'Get many alerts on dependencies',
			description: 'Get the alerts of a repository about vulnerable dependencies',
			request: 'GET /dependabot/alerts',
			options: {
				...filters,
				manifestPaths: text('Manifests', {
					description: 'Only return alerts for these manifest paths, separated by commas',
					placeholder: 'e.g. package-lock.json',
					apiName: 'manifest',
				}),
			},
			paging: byLinkCursor(),
			simplify,
			shape,
		}),
		getAllOrganization: inOrganization({
			name: 'Get Many of an Organization',
			action: 'Get many alerts on dependencies of an organization',
			description: 'Get the alerts of the repositories of an organization',
			request: 'GET /dependabot/alerts',
			options: filters,
			paging: byLinkCursor(),
			simplify: organizationDependabotAlertBrief,
			shape: organizationDependabotAlert,
		}),
		update: operation({
			action: 'Update an alert on a dependency',
			collection: 'updateFields',
			description: 'Dismiss an alert with a reason, reopen it, or assign users',
			request: 'PATCH /dependabot/alerts/{dependabotAlertNumber}',
			fields: { dependabotAlertNumber },
			options: {
				...dismissal,
				dependabotDismissedReason: choice(
					'Dismissed Reason',
					{
						fix_started: 'A Fix Has Started',
						inaccurate: 'Inaccurate',
						no_bandwidth: 'No Bandwidth to Fix',
						not_used: 'Vulnerable Code Is Not Used',
						tolerable_risk: 'Tolerable Risk',
					},
					{ description: 'Required to dismiss an alert', apiName: 'dismissed_reason' },
				),
			},
			check: requireReason(
				{ state: 'alertState', reason: 'dependabotDismissedReason', comment: 'dismissedComment' },
				'Dismissed',
			),
			idempotency: 'safe',
			simplify,
			shape,
		}),
	},
});
