/** A report as text. */
import { adaptedNode, type Report } from './workflow';

/** For example `3 nodes converted, 1 node not converted`. */
export function summaryOf({ nodes }: Report): string {
	if (nodes.length === 0)
		return 'The workflow has no GitHub, Strava or Google Tasks node of n8n, and no HTTP Request node that calls a service of this pack. Nothing changed.';
	const kept = nodes.filter(({ to }) => to === undefined).length;
	const adapted = nodes.filter(({ to }) => to === adaptedNode).length;
	return [
		`${counted(nodes.length - kept - adapted, 'node')} converted`,
		...(adapted > 0 ? [`expressions of ${counted(adapted, 'node')} adapted`] : []),
		...(kept > 0 ? [`${counted(kept, 'node')} not converted`] : []),
	].join(', ');
}

const counted = (count: number, noun: string): string =>
	`${count} ${noun}${count === 1 ? '' : 's'}`;

/** One line per node, remark and credential. */
export function printReport(report: Report): string {
	return [
		`${summaryOf(report)}.`.replace(/\.\.$/, '.'),
		...report.nodes.flatMap(({ node, from, to, remarks, offer }) => [
			`  ${node}: ${from} -> ${to ?? 'not converted'}`,
			...remarks.map(({ what, todo }) => `    ${[what, todo].filter(Boolean).join(' ')}`),
			...(offer === undefined ? [] : [`    The same request as an operation: ${offer}`]),
		]),
		...(report.credentials.length > 0 ? ['Create these credentials:'] : []),
		...report.credentials.map(
			({ label, name, host, nodes }) =>
				`  ${label}${name === undefined ? '' : ` with the name ${name}`}${host === undefined ? '' : `, for ${host}`}: ${nodes.join(', ')}`,
		),
	].join('\n');
}
