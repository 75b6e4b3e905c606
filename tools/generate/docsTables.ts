/** Tables of the docs pages, generated from the service descriptions. */
import {
	allFieldsOf,
	type Collection,
	collectionLabels,
	describeOperation,
	effectNote,
	type Field,
	type Fields,
	fieldsIn,
	type Idempotency,
	isHiddenFromAgents,
	type KnownError,
	isOfferedToAgents,
	type Operation,
	promotedOptions,
	type Service,
	withdrawalIn,
} from '../../nodes/engine/describe';
import { actionOf } from '../../nodes/engine/errors/classify';
import { decideRetry } from '../../nodes/engine/http/retry';
import methodNames from './methodNames.json';
import { markdownTable } from './markdown';
import { type Listed, operationsOf, pageName } from './operationList';

/** A column that is included only if a service has values for it. */
type Column = readonly [title: string, cell: (listed: Listed) => string | undefined];

const columnsOf = ({ name }: Service): readonly Column[] => [
	['Permission', ({ operation }) => operation.permission],
	[
		'Also known as',
		({ resource, key }) => methodNamesOf(name, `${resource}.${key}`)?.map(inCode).join(', '),
	],
];

/**
 * Methods of the client library that correspond to an operation.
 * @param id `resource.operation`
 */
export const methodNamesOf = (service: string, id: string): string[] | undefined =>
	(methodNames as Record<string, Record<string, string>>)[service]?.[id]?.split(' ');

const inCode = (text: string): string => `\`${text}\``;

export function operationTable(service: Service): string {
	const listed = operationsOf(service).sort((a, b) =>
		`${a.resourceLabel} ${a.operation.name}`.localeCompare(
			`${b.resourceLabel} ${b.operation.name}`,
		),
	);
	const more = columnsOf(service).filter(([, cell]) => listed.some(cell));
	const rows = listed.map((one) => {
		const { resourceLabel, operation } = one;
		const request = operation.request ? `\`${operation.request}\`` : 'varies';
		return [
			resourceLabel,
			operation.name,
			describeOperation(operation, service.providers),
			request,
			fieldsText(operation),
			retryTexts[operation.idempotency],
			...more.map(([, cell]) => cell(one) ?? ''),
		];
	});
	const titles = [
		'Resource',
		'Operation',
		'What it does',
		'Request',
		'Fields',
		'Retried',
		...more.map(([title]) => title),
	];
	return markdownTable(titles, rows);
}

/** Fields of the form, followed by those in its collections: `**ID**, Name; *Filters*: Status`. */
function fieldsText(operation: Operation): string {
	const labels = (fields: Fields): string =>
		Object.values(fields)
			.map(({ label, required }) => (required ? `**${label}**` : label))
			.join(', ');
	const first = promotedOptions(operation);
	const collections = Object.entries(collectionLabels).map(([name, label]) => {
		const fields = Object.entries(fieldsIn(operation, name as Collection));
		const listed = labels(Object.fromEntries(fields.filter(([field]) => !(field in first))));
		return listed && `*${label}*: ${listed}`;
	});
	return [labels({ ...first, ...operation.fields }), ...collections].filter(Boolean).join('; ');
}

/** Markdown table of the operations and fields that each node offers to AI agents. */
export function agentTable(services: readonly Service[]): string {
	const rows = [...services]
		.sort((a, b) => a.label.localeCompare(b.label))
		.map((service) => {
			const all = operationsOf(service);
			const notOffered = all.filter(
				({ operation }) => !isOfferedToAgents(operation, service.providers),
			);
			const fields = all
				.filter((one) => !notOffered.includes(one))
				.flatMap(({ operation }) => Object.values(allFieldsOf(operation)));
			const offered = fields.filter((field) => !isHiddenFromAgents(field)).map(labelOf);
			const hidden = fields.filter(isHiddenFromAgents).map(labelOf);
			return [
				`[${service.label}](${pageName(service)}.md)`,
				`${all.length - notOffered.length} of ${all.length}`,
				listByResource(
					all.filter((one) => !notOffered.includes(one) && effectNote(one.operation) !== undefined),
				),
				[listByResource(notOffered), ...listWithdrawn(service)].filter(Boolean).join('; '),
				[...new Set(hidden)]
					.filter((label) => !offered.includes(label))
					.sort((a, b) => a.localeCompare(b))
					.join(', '),
			];
		});
	return markdownTable(
		[
			'Node',
			'Operations offered',
			'Only with Allow Irreversible Operations',
			'Not offered',
			'Fields not offered',
		],
		rows,
	);
}

/** The operations that providers have removed: `with Strava: Leaderboard: Get Many`. */
const listWithdrawn = (service: Service): string[] =>
	service.providers.list.flatMap(({ key, label }) => {
		const withdrawn = operationsOf(service).filter(({ operation }) =>
			withdrawalIn(operation.missingIn, key),
		);
		return withdrawn.length > 0 ? [`with ${label}: ${listByResource(withdrawn)}`] : [];
	});

const labelOf = ({ label }: Field): string => label;

/** Lists operations by resource: `Instance: Delete, Delete Template; Volume: Delete`. */
function listByResource(listed: readonly Listed[]): string {
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

const retryTexts = {
	safe: 'yes',
	keyed: 'yes, with the same idempotency key',
	none: 'only if nothing was processed',
} as const;

/** Operations that have their own column in the resource table. */
const columnOperations = {
	getAll: 'Get Many',
	get: 'Get',
	create: 'Create',
	update: 'Update',
	delete: 'Delete',
} as const;

/** Markdown table of the operations of each resource, for services with many similar resources. */
export function resourceTable({ resources }: Service): string {
	const rows = Object.values(resources).map(({ label, operations }) => {
		const more = Object.entries(operations)
			.filter(([key]) => !(key in columnOperations))
			.map(([, { name }]) => name);
		const paths = Object.values(operations).flatMap(({ request }) =>
			request ? [request.split(' ', 2)[1]!.replace(/\/\{\w+\}$/, '')] : [],
		);
		const shortest = paths.sort((a, b) => a.length - b.length)[0];
		return [
			label,
			shortest === undefined ? '' : `\`${shortest}\``,
			...Object.keys(columnOperations).map((key) => (key in operations ? '✓' : '')),
			more.join(', '),
		];
	});
	const titles = ['Resource', 'Path', ...Object.values(columnOperations), 'More'];
	return markdownTable(
		titles,
		rows.sort(([a], [b]) => a!.localeCompare(b!)),
	);
}

/** Markdown table of the known errors: what each error code means and what to do. */
export function errorTable({ errors, label }: Service): string {
	const facts = { provider: label };
	const rows = Object.entries(errors).map(([code, known]) => {
		const message = typeof known.message === 'function' ? known.message(facts) : known.message;
		// A hint that depends on the method is more detailed for writes, so the table shows that one.
		const hint = typeof known.hint === 'function' ? known.hint(facts, 'POST') : known.hint;
		return [`\`${code}\``, message, hint, retriedCases(code, known)];
	});
	return markdownTable(['Code', 'What happened', 'What to do', 'Retried by the node'], rows);
}

/** In which cases the node retries a request that failed with this error code. */
function retriedCases(code: string, known: KnownError): string {
	const status = /^\d{3}$/.test(code) ? Number(code) : 400;
	const action = known.action ?? actionOf(status);
	const isRetried = (idempotency: Idempotency): boolean =>
		'retryInMs' in
		decideRetry({ status, action, mayHaveBeenProcessed: false }, idempotency, 1, {
			attempts: 4,
			backOffMs: 1,
			maximumWaitMs: 1000,
		});
	return isRetried('none') ? 'yes' : isRetried('safe') ? 'reads and repeatable writes' : 'no';
}
