/** Fields that Dependabot, code scanning and secret scanning alerts share. */
import {
	choice,
	id,
	list,
	type LocatorRow,
	numbered,
	type Paging,
	text,
	toText,
} from '../../engine/describe';
import type { IDataObject } from 'n8n-workflow';
import { pagedLookup, repositoryPath } from '../fields';
import { byLink } from '../paging';

/**
 * @param path of the alerts in the API and in the web interface
 * @param titleOf what an alert is about, for the list
 */
export const alertNumberIn = <const M extends string>(
	path: string,
	listMethod: M,
	titleOf: (alert: IDataObject) => unknown,
	paging: Paging = byLink(),
) =>
	id('Alert Number', {
		urlExample: `https://github.com/octo-org/hello-world/security/${path}/5`,
		...numbered,
		description: 'Number of the alert',
		urlPattern: `/${path}/(?:alerts/)?([0-9]+)`,
		listMethod,
		lookup: pagedLookup(
			`GET ${repositoryPath}/${path}/alerts?per_page=100`,
			undefined,
			(alert): LocatorRow => ({
				name: `#${toText(alert.number)} · ${toText(titleOf(alert))} · ${toText(alert.state)}`,
				value: toText(alert.number),
			}),
			{ paging },
		),
	});

export const alertAssignee = text('Assignee', {
	description:
		'Only return alerts that are assigned to this user. Use * for any user, and none for alerts without one.',
	placeholder: 'e.g. octocat',
	apiName: 'assignee',
});

/** Dependabot and code scanning alerts are dismissed with a reason. */
export const dismissal = {
	alertState: choice(
		'State',
		{ dismissed: 'Dismissed', open: 'Open' },
		{ description: 'Open reopens a dismissed alert', apiName: 'state' },
	),
	alertAssignees: list('Assignees', {
		description: 'Names of all assigned users, separated by commas. An empty list removes all.',
		placeholder: 'e.g. octocat, hubot',
		apiName: 'assignees',
		clearable: true,
	}),
	dismissedComment: text('Dismissed Comment', {
		description: 'Why the alert is dismissed, in up to 280 characters',
		apiName: 'dismissed_comment',
		maxLength: 280,
		lines: 2,
	}),
};

/**
 * A check of an update: the service requires a reason to close an alert, rejects one otherwise, and
 * ignores a comment without a state.
 * @param names of the fields
 * @param closed label of the state of a closed alert
 */
export const requireReason =
	<const F extends string>(
		names: { readonly state: F; readonly reason: F; readonly comment: F },
		closed: 'Dismissed' | 'Resolved',
	) =>
	(input: { readonly [K in F]?: unknown }): { field: F; problem: string } | undefined => {
		const [state, reason, comment] = [names.state, names.reason, names.comment].map(
			(name) => input[name],
		);
		const isClosed = state === closed.toLowerCase();
		if (isClosed && reason === undefined)
			return { field: names.reason, problem: `is required if State is ${closed}` };
		if (!isClosed && reason !== undefined)
			return { field: names.reason, problem: `can only be set if State is ${closed}` };
		if (state === undefined && comment !== undefined)
			return { field: names.comment, problem: 'can only be set together with State' };
		return undefined;
	};
