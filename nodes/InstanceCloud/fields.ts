/** Fields shared by several resources. */
import {
	choice,
	type Field,
	flag,
	id,
	integer,
	json,
	list,
	rows,
	several,
	text,
	toText,
	toTitleCase,
	value,
} from '../engine/describe';
import { byLastUuid } from './pagination';
import { nameProblem, referenceProblem } from './targets';

/**
 * An existing object: chosen from a list, or given by UUID or name.
 * @param path path of the list
 * @param listName name of the list in the response; default: the first segment of the path
 */
export const existing = (
	label: string,
	listMethod: string,
	path: string,
	{
		listName = path.split('/')[0]!,
		...more
	}: { listName?: string; apiName?: string; description?: string } = {},
) =>
	id(label, {
		apiName: 'uuid',
		description: 'UUID or name. A name is looked up in global scope.',
		placeholder: 'e.g. 9f0c4c1e-3a58-4f6e-9a39-2a0c1f7b2d10 or my-app',
		rule: referenceProblem,
		listMethod,
		lookup: {
			request: `GET /${path}`,
			rows: `data.${listName}`,
			row: ({ uuid, name, state }) => ({
				name: [name ?? uuid, state].map(toText).filter(Boolean).join(' · '),
				value: toText(uuid),
			}),
			paging: byLastUuid(listName),
		},
		...more,
	});

export const instanceId = existing('Instance', 'searchInstance', 'instances');
export const templateId = existing(
	'Instance Template',
	'searchInstanceTemplate',
	'instances/templates',
);
export const checkpointId = existing('Checkpoint', 'searchCheckpoint', 'instances/checkpoints');
export const serviceId = existing('Service', 'searchService', 'services', {
	listName: 'service_groups',
});
export const certificateId = existing('Certificate', 'searchCertificate', 'certificates');
export const volumeId = existing('Volume', 'searchVolume', 'volumes');
export const volumeTemplateId = existing(
	'Volume Template',
	'searchVolumeTemplate',
	'volumes/templates',
);

/** The name of an object to create. */
export const newName = (label: string, apiName = 'name') =>
	text(label, {
		apiName,
		description:
			'Letters, digits and hyphens, with dots between labels. Sent in lowercase. If empty, the service generates a name.',
		placeholder: 'e.g. my-app',
		rule: nameProblem,
	});

/** A reference to another object. `withTargets` converts it to `{uuid}` or `{name}`. */
export const reference = (label: string, apiName: string, description: string) =>
	text(label, { apiName, description: `${description}, by UUID or name`, rule: referenceProblem });

export const nonNegative = (
	label: string,
	more: Partial<Pick<Field, 'apiName' | 'default' | 'collection' | 'hint'>> & {
		description: string;
	},
) =>
	integer(label, { rule: (number) => (number < 0 ? 'must not be negative' : undefined), ...more });

export const jsonOption = (label: string, description: string, apiName?: string) =>
	json(label, { description, ...(apiName ? { apiName } : {}) });

export const jsonListOption = (...given: Parameters<typeof jsonOption>) =>
	({ ...jsonOption(...given), acceptsList: true }) as const;

export const tags = list('Tags', {
	placeholder: 'e.g. dev, team-a',
	description: 'Custom tags, separated by commas',
});

/** Options of every Get Many. */
export const listOptions = {
	details: flag('Details', {
		description: 'Whether to return all details. If not set, the service decides.',
		collection: 'options',
	}),
	order: choice(
		'Sort Order',
		{ asc: 'Ascending', desc: 'Descending' },
		{ description: 'The sort direction', collection: 'options' },
	),
	sortby: choice(
		'Sort By',
		{ create_time: 'Creation Time' },
		{ description: 'What to sort by', collection: 'options' },
	),
};
export const taggedListOptions = { ...listOptions, tags };
export const { details } = listOptions;

/** Labels of properties whose names are abbreviations or contain a unit. */
const propertyLabels: Readonly<Record<string, string>> = {
	args: 'Arguments',
	env: 'Environment Variables',
	memory_mb: 'Memory (MB)',
	roms: 'ROMs',
	sched_priority: 'Scheduling Priority',
	size_mb: 'Size (MB)',
	vcpus: 'Virtual CPUs',
};

/** The property to update. Each resource has its own list of properties. */
export const property = (values: readonly string[], defaultValue = 'tags') =>
	choice(
		'Property',
		Object.fromEntries(values.map((value) => [value, propertyLabels[value] ?? toTitleCase(value)])),
		{
			apiName: 'prop',
			required: true,
			default: defaultValue,
			description: 'The property to change',
		},
	);

export const change = choice(
	'Change',
	{ set: 'Set', add: 'Add', del: 'Delete' },
	{
		apiName: 'op',
		required: true,
		default: 'set',
		description:
			'Whether to replace the property with the value, add the value to it, or remove the value from it',
	},
);
export const propertyValue = value('Value', {
	apiName: 'value',
	description:
		'The new value: text, or JSON for numbers, lists and objects, for example 512, true, ["a", "b"] or {"KEY": "value"}',
	placeholder: 'e.g. 512',
});

/** Rows of published ports. The keys match the API. */
export const publishedPorts = (apiName: string, required?: true) =>
	rows('Services', {
		apiName,
		description: 'Ports to publish to the network',
		...(required ? { required } : {}),
		row: {
			port: integer('Port', {
				required: true,
				default: 443,
				minimum: 1,
				maximum: 65535,
				description: 'The public port',
			}),
			destination_port: nonNegative('Destination Port', {
				description: 'Port inside the instance. If 0, the service uses the same port.',
			}),
			handlers: several('Handlers', ['http', 'redirect', 'tls'], {
				description: 'How to handle connections',
			}),
			protocol: choice('Protocol', ['tcp', 'udp'], {
				description: 'If not set, the service chooses one',
			}),
			ip: text('IP Address', { description: 'If empty, the service chooses one' }),
		},
	});

export const softLimit = (apiName: string) =>
	nonNegative('Soft Limit', {
		apiName,
		description: 'Number of connections at which another instance is woken up',
	});
export const hardLimit = (apiName: string) =>
	nonNegative('Hard Limit', {
		apiName,
		description: 'Maximum number of concurrent connections',
		default: 100,
	});

export const timeoutSeconds = nonNegative('Timeout (Seconds)', {
	apiName: 'timeout_s',
	default: 60,
	description: 'Maximum number of seconds that the service may take for the operation',
	collection: 'options',
});
export const autokill = jsonOption(
	'Autokill',
	'When to delete the object automatically, for example {"time_ms": 3600000}',
);
export const waitTimeout = nonNegative('Wait for Start (Milliseconds)', {
	apiName: 'wait_timeout_ms',
	description: 'Milliseconds that the service waits for the instance to start before it responds',
	collection: 'options',
});
