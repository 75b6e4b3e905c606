/** Shapes of Dependabot, code scanning and secret scanning alerts, see `shapes.ts`. */
import { pathsOf, shapeOf } from '../../engine/describe';
import { minimalUser as user } from '../accounts/shapes';
import { repositoryAt } from '../shapes';

/** Alerts of an organization contain their repository. */
const inRepository = { repository: shapeOf('id:integer name full_name owner.login html_url') };
const parents = repositoryAt('repository', 'full_name');

const dismissal = {
	...shapeOf('created_at updated_at fixed_at dismissed_at'),
	dismissed_by: user,
	...shapeOf('dismissed_reason dismissed_comment'),
	assignees: [user],
	...shapeOf('url html_url'),
} as const;
const dismissalBrief = pathsOf(`
	created_at updated_at fixed_at dismissed_at dismissed_by=dismissed_by.login dismissed_reason
	dismissed_comment html_url
`);

export const dependabotAlert = {
	...shapeOf(`
		number:integer state dependency.package.ecosystem dependency.package.name
		dependency.manifest_path dependency.scope security_advisory.ghsa_id security_advisory.cve_id
		security_advisory.summary security_advisory.description security_advisory.severity
		security_advisory.cvss.score:number security_vulnerability.severity
		security_vulnerability.vulnerable_version_range
		security_vulnerability.first_patched_version.identifier auto_dismissed_at
	`),
	...dismissal,
} as const;
export const dependabotAlertBrief = {
	...pathsOf(`
		number state severity=security_vulnerability.severity package=dependency.package.name
		ecosystem=dependency.package.ecosystem manifest_path=dependency.manifest_path
		scope=dependency.scope summary=security_advisory.summary ghsa_id=security_advisory.ghsa_id
		cve_id=security_advisory.cve_id cvss_score=security_advisory.cvss.score
		vulnerable_versions=security_vulnerability.vulnerable_version_range
		first_patched_version=security_vulnerability.first_patched_version.identifier
	`),
	...dismissalBrief,
};
export const organizationDependabotAlert = { ...dependabotAlert, ...inRepository } as const;
export const organizationDependabotAlertBrief = { ...dependabotAlertBrief, ...parents };

export const codeScanningAlert = {
	...shapeOf(`
		number:integer state rule.id rule.name rule.severity rule.security_severity_level
		rule.description tool.name tool.version most_recent_instance.ref
		most_recent_instance.commit_sha most_recent_instance.message.text
		most_recent_instance.location.path most_recent_instance.location.start_line:integer
		most_recent_instance.location.end_line:integer
	`),
	...dismissal,
} as const;
export const codeScanningAlertBrief = {
	...pathsOf(`
		number state rule=rule.id description=rule.description severity=rule.severity
		security_severity=rule.security_severity_level tool=tool.name
		message=most_recent_instance.message.text path=most_recent_instance.location.path
		start_line=most_recent_instance.location.start_line
		end_line=most_recent_instance.location.end_line ref=most_recent_instance.ref
		commit_sha=most_recent_instance.commit_sha
	`),
	...dismissalBrief,
};
export const organizationCodeScanningAlert = { ...codeScanningAlert, ...inRepository } as const;
export const organizationCodeScanningAlertBrief = { ...codeScanningAlertBrief, ...parents };

export const updatedSecretScanningAlert = {
	...shapeOf(`
		number:integer state secret_type secret_type_display_name provider validity
		publicly_leaked:boolean multi_repo:boolean resolution resolved_at
	`),
	resolved_by: user,
	...shapeOf(`
		resolution_comment push_protection_bypassed:boolean first_location_detected:object
		has_more_locations:boolean
	`),
	assigned_to: user,
	...shapeOf('created_at updated_at url html_url'),
} as const;
export const updatedSecretScanningAlertBrief = pathsOf(`
	number state secret_type secret_type_display_name provider validity publicly_leaked multi_repo
	resolution resolution_comment resolved_at resolved_by=resolved_by.login push_protection_bypassed
	assigned_to=assigned_to.login created_at updated_at html_url
`);
export const secretScanningAlert = { ...updatedSecretScanningAlert, secret: 'string' } as const;
export const secretScanningAlertBrief = { ...updatedSecretScanningAlertBrief, secret: 'secret' };
export const organizationSecretScanningAlert = { ...secretScanningAlert, ...inRepository } as const;
export const organizationSecretScanningAlertBrief = { ...secretScanningAlertBrief, ...parents };
