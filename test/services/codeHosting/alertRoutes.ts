// Dependabot, code scanning and secret scanning alerts.

import { apiError, notFound, validationError } from './errors';
import { USER } from './model';
import {
	CursorResponse,
	documented,
	PageResponse,
	repositoryResponse,
	userResponse,
} from './responses';
import { organizationOf, type ApiRequest, type Context, type Routes } from './router';

type Alert = Record<string, unknown> & { number: number; state: string };
type Kind = 'dependabot' | 'code-scanning' | 'secret-scanning';

const alertPath = (kind: Kind): string => `/repos/:owner/:repo/${kind}/alerts`;

const alertOf = (kind: Kind, values: Alert): Alert =>
	documented.record(`GET ${alertPath(kind)}/:alert_number`, {
		...values,
		dismissed_at: null,
		dismissed_by: null,
		dismissed_reason: null,
		dismissed_comment: null,
		fixed_at: null,
	});

const dependabotAlert = (number: number, name: string, severity: string): Alert => {
	const dependency = { package: { ecosystem: 'npm', name }, manifest_path: 'package-lock.json' };
	const documentedAlert = alertOf('dependabot', { number, state: 'open' });
	const withSeverity = (key: string): object => ({ ...(documentedAlert[key] as object), severity });
	return {
		...documentedAlert,
		dependency: { ...dependency, scope: 'runtime', relationship: 'direct' },
		security_advisory: withSeverity('security_advisory'),
		security_vulnerability: {
			...withSeverity('security_vulnerability'),
			package: dependency.package,
		},
	};
};

const secretAlert = (number: number, secret: string): Alert => ({
	...documented.record(`GET ${alertPath('secret-scanning')}/:alert_number`, {}),
	number,
	state: 'open',
	resolution: null,
	resolved_at: null,
	resolved_by: null,
	resolution_comment: null,
	secret,
});

const separated = (values: string | undefined): string[] | undefined =>
	values?.split(',').map((value) => value.trim());

const matches = (allowed: string | undefined, value: unknown): boolean =>
	separated(allowed)?.includes(String(value)) ?? true;

export function alertRoutes({ clock, store }: Context): Routes {
	const alerts: Record<Kind, Alert[]> = {
		dependabot: [
			dependabotAlert(200, 'lodash', 'critical'),
			dependabotAlert(199, 'minimist', 'critical'),
			// Two full pages.
			...Array.from({ length: 198 }, (_, index) => dependabotAlert(198 - index, 'semver', 'low')),
		],
		'code-scanning': [1, 2].map((number) => alertOf('code-scanning', { number, state: 'open' })),
		'secret-scanning': [secretAlert(1, 'leaked-secret-1'), secretAlert(2, 'leaked-secret-2')],
	};

	const includes: Record<Kind, (alert: Alert, query: ApiRequest['query']) => boolean> = {
		dependabot: ({ dependency, security_vulnerability: vulnerability }, query) => {
			const { name, ecosystem } = (dependency as { package: Record<string, string> }).package;
			const { severity } = vulnerability as { severity: string };
			return (
				matches(query.severity, severity) &&
				matches(query.package, name) &&
				matches(query.ecosystem, ecosystem)
			);
		},
		'code-scanning': ({ tool }, query) => matches(query.tool_name, (tool as { name: string }).name),
		'secret-scanning': ({ secret_type: type, resolution }, query) =>
			matches(query.secret_type, type) && matches(query.resolution, resolution),
	};

	const found = (kind: Kind, { query }: ApiRequest): Alert[] =>
		alerts[kind].filter(
			(alert) => matches(query.state, alert.state) && includes[kind](alert, query),
		);

	const hideSecret = ({ query }: ApiRequest, { secret, ...alert }: Alert): object =>
		query.hide_secret === 'true' || secret === undefined ? alert : { ...alert, secret };

	const one = (kind: Kind, { params }: ApiRequest): Alert => {
		const alert = alerts[kind].find(({ number }) => String(number) === params.alertNumber);
		if (!alert) throw notFound();
		return alert;
	};

	/** Dependabot alerts are only paginated with cursors. */
	const page = (kind: Kind, req: ApiRequest, rows: readonly object[]) => {
		if (kind !== 'dependabot') return new PageResponse(rows);
		if (req.query.page !== undefined)
			throw apiError(400, 'Pagination using the `page` parameter is not supported.');
		return new CursorResponse(rows);
	};

	const dismiss = (alert: Alert, body: ApiRequest['body']): void => {
		const { state = alert.state, dismissed_reason: reason = null, assignees } = body;
		if ((state === 'dismissed') !== (reason !== null) && body.state !== undefined)
			throw validationError('dismissed_reason', 'is required to dismiss an alert, and only then');
		const isDismissed = body.state === 'dismissed';
		if (body.state !== undefined)
			Object.assign(alert, {
				state,
				dismissed_reason: reason,
				dismissed_comment: body.dismissed_comment ?? null,
				dismissed_at: isDismissed ? new Date(clock.now()).toISOString() : null,
				dismissed_by: isDismissed ? userResponse(USER.login) : null,
			});
		if (assignees !== undefined) alert.assignees = (assignees as string[]).map(userResponse);
	};

	const resolve = (alert: Alert, body: ApiRequest['body']): void => {
		if (body.state === 'resolved' && body.resolution === undefined)
			throw validationError('resolution', 'is required to resolve an alert');
		const isResolved = body.state === 'resolved';
		Object.assign(alert, body, {
			resolution: isResolved ? body.resolution : null,
			resolved_at: isResolved ? new Date(clock.now()).toISOString() : null,
			resolved_by: isResolved ? userResponse(USER.login) : null,
		});
	};

	const routesOf = (
		kind: Kind,
		change: (alert: Alert, body: ApiRequest['body']) => void,
	): Routes => ({
		// The first repository has all alerts.
		[`GET ${alertPath(kind)}`]: (req) =>
			page(
				kind,
				req,
				req.repo === store.repositories[0]
					? found(kind, req).map((alert) => hideSecret(req, alert))
					: [],
			),
		[`GET /orgs/:org/${kind}/alerts`]: (req) => {
			organizationOf(req);
			const repository = repositoryResponse(store.repositories[0]!);
			return page(
				kind,
				req,
				found(kind, req).map((alert) => ({ ...hideSecret(req, alert), repository })),
			);
		},
		[`GET ${alertPath(kind)}/:alertNumber`]: (req) => hideSecret(req, one(kind, req)),
		[`PATCH ${alertPath(kind)}/:alertNumber`]: (req) => {
			const alert = one(kind, req);
			change(alert, req.body);
			return alert;
		},
	});

	return {
		...routesOf('dependabot', dismiss),
		...routesOf('code-scanning', dismiss),
		...routesOf('secret-scanning', resolve),
	};
}
