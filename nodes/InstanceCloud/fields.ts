/** Fields that several resources share. */
import type { IDataObject } from 'n8n-workflow';
import {
	choice,
	flag,
	id,
	integer,
	json,
	list,
	rows,
	several,
	text,
	value,
} from '../engine/describe';
import { byLastUuid } from './requests';
import { nameComplaint, referenceComplaint, targetOf } from './targets';

const reference = 'By its UUID or its name';

/** An object that exists: chosen from a list, or given by UUID or name. */
export const existing = (
	label: string,
	path: string,
	dataName: string,
	more: { wire?: string; description?: string } = {},
) =>
	id(label, {
		wire: 'uuid',
		description: `${reference}. A name is looked up in global scope.`,
		placeholder: 'e.g. 9f0c4c1e-3a58-4f6e-9a39-2a0c1f7b2d10 or my-app',
		rule: referenceComplaint,
		lookup: {
			request: `GET /${path}`,
			rows: `data.${dataName}`,
			row: ({ uuid, name, state }) => ({
				name: [name ?? uuid, state].filter(Boolean).join(' · '),
				value: String(uuid),
			}),
			paging: byLastUuid(dataName),
		},
		...more,
	});

export const instanceId = existing('Instance', 'instances', 'instances');
export const templateId = existing('Instance Template', 'instances/templates', 'instances');
export const checkpointId = existing('Checkpoint', 'instances/checkpoints', 'instances');
export const serviceId = existing('Service', 'services', 'service_groups');
export const certificateId = existing('Certificate', 'certificates', 'certificates');
export const volumeId = existing('Volume', 'volumes', 'volumes');
export const volumeTemplateId = existing('Volume Template', 'volumes/templates', 'volumes');

/** The name of an object to be made. */
export const newName = (label: string, wire = 'name') =>
	text(label, {
		wire,
		description:
			'Letters, digits and hyphens, with dots between labels; sent in lower case. The service makes one up unless it is given.',
		placeholder: 'e.g. my-app',
		rule: nameComplaint,
	});

/** Another object that an option names, by UUID or name; `targetOf` makes the object that is sent. */
export const other = (label: string, wire: string, description: string) =>
	text(label, { wire, description: `${description}, by UUID or name`, rule: referenceComplaint });

/** Numbers that count something; negative ones are refused, and what is left unset is not sent. */
export const count = (label: string, more: { wire?: string; description: string }) =>
	integer(label, { rule: (number) => (number < 0 ? 'must not be negative' : undefined), ...more });

export const tags = list('Tags', { description: 'Words of your own, separated by commas' });

/** Options of every Get Many. */
export const listOptions = {
	details: flag('Details', {
		description: 'Whether all facts come along; unless set, the service decides',
	}),
	order: choice(
		'Order',
		{ asc: 'Ascending', desc: 'Descending' },
		{ description: 'In which direction to sort' },
	),
	sortby: choice('Sort By', { create_time: 'Creation Time' }, { description: 'What to sort by' }),
};
export const taggedListOptions = { ...listOptions, tags };
export const { details } = listOptions;

/** What an update changes; each resource has its own. */
export const property = (values: readonly string[], standard = 'tags') =>
	choice('Property', values, {
		wire: 'prop',
		required: true,
		default: standard,
		description: 'What to change',
	});

/** What an update does with the property. */
export const change = choice(
	'Change',
	{ set: 'Set', add: 'Add', del: 'Delete' },
	{
		wire: 'op',
		required: true,
		default: 'set',
		description:
			'Whether the value replaces the property, is added to it, or is taken away from it',
	},
);
export const propertyValue = value('Value', {
	wire: 'value',
	description:
		'The new value: a text, or JSON for numbers, lists and objects, for example 512, true, ["a", "b"] or {"KEY": "value"}',
	placeholder: 'e.g. 512',
});

/** Properties whose value is a text, even where it reads like a number. */
const textual = new Set(['image', 'hostname', 'sched_priority', 'quota_policy']);

/** An update with the value as what its property holds. */
export function withValue(parts: IDataObject): IDataObject {
	const { value: given, prop } = parts;
	if (typeof given !== 'string' || textual.has(String(prop))) return parts;
	return { ...parts, value: jsonOrText(given) as IDataObject[string] };
}

function jsonOrText(given: string): unknown {
	try {
		return JSON.parse(given);
	} catch {
		return given;
	}
}

/** Services that are published; keys are those of the interface. */
export const publishedPorts = (wire: string, required?: true) =>
	rows('Services', {
		wire,
		description: 'Ports that are published to the network',
		...(required ? { required } : {}),
		row: {
			destination_port: count('Destination Port', {
				description: 'The port inside; 0 leaves it to the service, which takes the same',
			}),
			handlers: several('Handlers', ['http', 'redirect', 'tls'], {
				description: 'What is done with connections',
			}),
			ip: text('IP Address', { description: 'Unless the service chooses one' }),
			port: integer('Port', {
				required: true,
				default: 443,
				minimum: 1,
				maximum: 65535,
				description: 'The port outside',
			}),
			protocol: choice('Protocol', ['tcp', 'udp'], { description: 'Unless the service chooses' }),
		},
	});

/** Rows of the form without what was left at "unset": 0, no, and empty lists. */
export const filled = (given: unknown): IDataObject[] =>
	((given ?? []) as IDataObject[]).map((row) =>
		Object.fromEntries(
			Object.entries(row).filter(
				([, cell]) => cell !== 0 && cell !== false && !(Array.isArray(cell) && cell.length === 0),
			),
		),
	);

/** A part of a body that is made anew; nothing where it would be empty. */
export const unlessEmpty = <T extends object>(key: string, part: T): IDataObject =>
	Object.keys(part).length === 0 ? {} : { [key]: part as unknown as IDataObject };

/** `service_group.uuid` of the form to `service_group: {uuid}` or `{name}`, wherever it stands. */
export function withTargets(body: IDataObject, ...keys: readonly string[]): IDataObject {
	const result = { ...body };
	for (const key of keys) {
		const part = result[key] as IDataObject | undefined;
		if (typeof part?.uuid !== 'string') continue;
		const { uuid, ...rest } = part;
		result[key] = { ...targetOf(uuid), ...rest };
	}
	return result;
}

export const jsonOption = (label: string, description: string, wire?: string) =>
	json(label, { description, ...(wire ? { wire } : {}) });

export const seconds = count('Timeout (Seconds)', {
	wire: 'timeout_s',
	description: 'Seconds that the service may take',
});
export const autokill = jsonOption(
	'Autokill',
	'When it is deleted by itself, for example {"time_ms": 3600000}',
);
export const waitTimeout = count('Wait for Start (Ms)', {
	wire: 'wait_timeout_ms',
	description: 'Milliseconds to wait until it runs before the service answers',
});
