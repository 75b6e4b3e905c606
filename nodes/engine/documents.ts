/** What else follows from a catalogue: codex, output schemas, tables of operations. Used by the build, not by the nodes. */
import type { IDataObject } from 'n8n-workflow';
import { isHiddenFromAgents } from './editor';
import { allFieldsOf } from './input';
import { decideRetry } from './retry';
import type { KnownError, Operation, Replay, Service, Shape } from './vocabulary';

const docs = 'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs';

/** `mediaGeneration` becomes `media-generation`: the name of a service's page. */
export const pageName = ({ name }: Service): string =>
	name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The codex that n8n's node panel searches. */
export const codexOf = (service: Service, node: string): IDataObject => ({
	node,
	nodeVersion: '1.0',
	codexVersion: '1.0',
	categories: [...service.codex.categories],
	alias: [...service.codex.aliases],
	resources: {
		primaryDocumentation: [{ url: `${docs}/${pageName(service)}.md` }],
		credentialDocumentation: [{ url: `${docs}/${pageName(service)}.md#credential` }],
	},
});

/** JSON schemas of the outputs by `resource/operation`, for operations whose shape is known. */
export function schemasOf(service: Service): Record<string, IDataObject> {
	return Object.fromEntries(
		operationsOf(service)
			.filter(({ operation }) => operation.shape !== undefined || operation.output === 'done')
			.map(({ resource, key, operation }) => [
				`${resource}/${key}`,
				{ ...jsonSchema(outputShape(operation)), version: 1 },
			]),
	);
}

function outputShape({ output, request, shape, simplify }: Operation): Shape {
	if (output === 'done')
		return request?.startsWith('DELETE') ? { deleted: 'boolean' } : { success: 'boolean' };
	if (!simplify || typeof shape !== 'object' || Array.isArray(shape)) return shape ?? 'any';
	const paths = Array.isArray(simplify)
		? (simplify as readonly string[]).map((key) => [key, key] as const)
		: Object.entries(simplify as Record<string, string>);
	const kept = paths.map(
		([name, path]) =>
			[
				name,
				path
					.split('.')
					.reduce<Shape | undefined>(
						(at, key) => (at as Record<string, Shape> | undefined)?.[key],
						shape,
					),
			] as const,
	);
	return Object.fromEntries(kept.filter(([, inner]) => inner !== undefined)) as Shape;
}

function jsonSchema(shape: Shape): IDataObject {
	if (shape === 'any') return {};
	if (typeof shape === 'string') return { type: shape };
	if (Array.isArray(shape))
		return { type: 'array', items: jsonSchema((shape as readonly [Shape])[0]) };
	return {
		type: 'object',
		properties: Object.fromEntries(
			Object.entries(shape).map(([key, inner]) => [key, jsonSchema(inner)]),
		),
	};
}

export interface Listed {
	readonly resource: string;
	readonly key: string;
	readonly resourceLabel: string;
	readonly operation: Operation;
}

/** All operations of a service, flat. */
export const operationsOf = (service: Service): Listed[] =>
	Object.entries(service.resources).flatMap(([resource, { label, operations }]) =>
		Object.entries(operations).map(([key, operation]) => ({
			resource,
			key,
			resourceLabel: label,
			operation,
		})),
	);

/** A column of the table that only some services have something for. */
interface Column {
	readonly title: string;
	cell(operation: Operation): string | undefined;
}

const columns: readonly Column[] = [
	{ title: 'Permission', cell: ({ scope }) => scope },
	{
		title: 'Also known as',
		cell: ({ alsoKnownAs: names }) => names?.map((name) => `\`${name}\``).join(', '),
	},
];

/** The table of operations of a page, in Markdown. */
export function operationTable(service: Service): string {
	const listed = operationsOf(service).sort((a, b) =>
		`${a.resourceLabel} ${a.operation.name}`.localeCompare(
			`${b.resourceLabel} ${b.operation.name}`,
		),
	);
	const more = columns.filter(({ cell }) =>
		listed.some(({ operation }) => cell(operation) !== undefined),
	);
	const rows = listed.map(({ resourceLabel, operation }) => {
		const fields = Object.values(allFieldsOf(operation)).map(({ label, required }) =>
			required ? `**${label}**` : label,
		);
		const request = operation.request ? `\`${operation.request}\`` : 'steps of its own';
		const cells = [
			resourceLabel,
			operation.name,
			operation.description ?? operation.action,
			request,
			fields.join(', '),
			repeated[operation.replay],
			...more.map(({ cell }) => cell(operation) ?? ''),
		];
		return `| ${cells.join(' | ')} |`;
	});
	const titles = [
		'Resource',
		'Operation',
		'What it does',
		'Request',
		'Fields',
		'Sent again after a fault',
		...more.map(({ title }) => title),
	];
	return [`| ${titles.join(' | ')} |`, `|${'---|'.repeat(titles.length)}`, ...rows].join('\n');
}

/** What AI agents see of each node, in Markdown. */
export function agentTable(services: readonly Service[]): string {
	const rows = [...services]
		.sort((a, b) => a.label.localeCompare(b.label))
		.map((service) => {
			const all = operationsOf(service);
			const kept = all.filter(({ operation }) => operation.agents === false);
			const hidden = all
				.filter((one) => !kept.includes(one))
				.flatMap(({ operation }) =>
					Object.values(allFieldsOf(operation))
						.filter(isHiddenFromAgents)
						.map(({ label }) => label),
				);
			const cells = [
				`[${service.label}](${pageName(service)}.md)`,
				`${all.length - kept.length} of ${all.length}`,
				keptBack(kept),
				[...new Set(hidden)].sort((a, b) => a.localeCompare(b)).join(', '),
			];
			return `| ${cells.join(' | ')} |`;
		});
	return [
		'| Node | Operations offered | Not offered | Fields not offered |',
		'|---|---|---|---|',
		...rows,
	].join('\n');
}

/** `Instance: Delete, Delete Template; Volume: Delete` */
function keptBack(listed: readonly Listed[]): string {
	const labels = [...new Set(listed.map(({ resourceLabel }) => resourceLabel))].sort((a, b) =>
		a.localeCompare(b),
	);
	return labels
		.map(
			(label) =>
				`${label}: ${listed
					.filter(({ resourceLabel }) => resourceLabel === label)
					.map(({ operation }) => operation.name)
					.join(', ')}`,
		)
		.join('; ');
}

const repeated = {
	safe: 'yes',
	keyed: 'yes, under its idempotency key',
	never: 'only where nothing was done',
} as const;

/** Operations that have a column of their own in the table of records. */
const usual = {
	getAll: 'Get Many',
	get: 'Get',
	create: 'Create',
	update: 'Update',
	delete: 'Delete',
} as const;

/** The table of a page that says which operations each resource has, in Markdown: for services with many resources of one kind. */
export function resourceTable({ resources }: Service): string {
	const rows = Object.values(resources).map(({ label, operations }) => {
		const more = Object.entries(operations)
			.filter(([key]) => !(key in usual))
			.map(([, { name }]) => name);
		const paths = Object.values(operations).flatMap(({ request }) =>
			request ? [request.split(' ', 2)[1]!.replace(/\/\{\w+\}$/, '')] : [],
		);
		const shortest = paths.sort((a, b) => a.length - b.length)[0];
		const cells = [
			label,
			shortest === undefined ? '' : `\`${shortest}\``,
			...Object.keys(usual).map((key) => (key in operations ? '✓' : '')),
			more.join(', '),
		];
		return `| ${cells.join(' | ')} |`;
	});
	const titles = ['Resource', 'Path', ...Object.values(usual), 'More'];
	return [
		`| ${titles.join(' | ')} |`,
		`|${'---|'.repeat(titles.length)}`,
		...rows.sort((a, b) => a.localeCompare(b)),
	].join('\n');
}

/** The table of a page that says what each error code means and what to do, in Markdown. */
export function errorTable({ errors }: Service): string {
	const rows = Object.entries(errors).map(([code, known]) => {
		const [message, hint] = [known.message, known.hint].map((words) =>
			typeof words === 'function' ? words({}) : words,
		);
		return `| \`${code}\` | ${message} | ${hint} | ${sentAgain(code, known)} |`;
	});
	return [
		'| Code | What happened | What to do | Sent again by the node |',
		'|---|---|---|---|',
		...rows,
	].join('\n');
}

/** When the node itself sends a request again that was refused with this code. */
function sentAgain(code: string, known: KnownError): string {
	const status = /^\d{3}$/.test(code) ? Number(code) : undefined;
	const goes = (replay: Replay): boolean =>
		'retryInMs' in
		decideRetry({ status, known }, replay, 1, { attempts: 4, backOffMs: 1, maximumWaitMs: 1000 });
	return goes('never') ? 'yes' : goes('safe') ? 'where that does nothing twice' : 'no';
}
