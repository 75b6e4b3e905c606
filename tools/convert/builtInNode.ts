/** Converts n8n's GitHub, Strava and Google Tasks nodes and their triggers. */
import {
	actionNodes,
	noteOf,
	triggerNodes,
	type ActionNode,
	type OutputFields,
	type Target,
	type Targets,
	type TriggerNode,
} from '../builtInNodes/counterparts';
import { credentialName, credentialsOf, replacementOf } from './credentials';
import { asText, isExpression, joined, textsIn } from './expressions';
import {
	builtInForm,
	packForm,
	type BuiltInForm,
	type Conditions,
	type PackForm,
	type PackParameter,
} from './forms';
import type { CredentialChoice } from './services';
import { convertValue, isEmpty, textOf } from './values';
import type { Remark, WorkflowNode } from './workflow';

/** Types of this pack. */
export const packPrefix = 'n8n-nodes-tenfold.';
/** Types of n8n. */
export const builtInPrefix = 'n8n-nodes-base.';

type Values = Readonly<Record<string, unknown>>;

/** A converted node, or why it stays as it was. */
export interface Conversion {
	/** Label of n8n's node. */
	readonly from: string;
	readonly node?: WorkflowNode;
	/** Label of the node and the operation of this pack. */
	readonly to?: string;
	readonly credential?: NeededCredential;
	readonly remarks: readonly Remark[];
	readonly offer?: string;
	/** What later nodes see of the output. */
	readonly output?: OutputFields | 'input' | 'callback';
}

export interface NeededCredential extends CredentialChoice {
	readonly label: string;
	/** Name of n8n's credential. */
	readonly name?: string;
	readonly host?: string;
}

/** Parameters that n8n adds to every tool. */
const toolParameters = ['toolDescription', 'descriptionType'];

/** Converts a node, or returns undefined if it is none of n8n's nodes with a counterpart. */
export function convertBuiltInNode(node: WorkflowNode): Conversion | undefined {
	if (!node.type.startsWith(builtInPrefix)) return undefined;
	const name = node.type.slice(builtInPrefix.length);
	const trigger = triggerNodes[name];
	if (trigger) return convertTrigger(node, trigger, builtInForm(name));
	const action = actionNodes[name.replace(/Tool$/, '')];
	return action && convertAction(node, action, builtInForm(name.replace(/Tool$/, '')));
}

function convertAction(node: WorkflowNode, action: ActionNode, form: BuiltInForm): Conversion {
	const { typeVersion = 1, parameters: given = {} } = node;
	const values = shownParameters(form, typeVersion, given);
	const { resource, operation } = values;
	const key = `${String(resource)}:${String(operation)}`;
	const counterpart = action.operations[key];
	const from = counterpart ? `${form.label}, ${counterpart.label}` : form.label;
	const stays = (what: string, todo: string): Conversion => ({ from, remarks: [{ what, todo }] });
	if (isExpression(resource) || isExpression(operation))
		return stays(
			'The resource or the operation is an expression.',
			'Use one node per operation, and convert the workflow again.',
		);
	if (!counterpart)
		return stays(
			`n8n's ${form.label} node does not offer ${key}.`,
			'Choose another operation in the node, and convert the workflow again.',
		);
	if (isExpression(values.authentication))
		return stays(
			'Authentication is an expression.',
			'Choose one kind of authentication in the node, and convert the workflow again.',
		);
	const isTool = node.type.endsWith('Tool');
	const pack = packForm(action.counterpart);
	const targets = { ...action.parameters, ...counterpart.parameters };
	const credential = credentialFor(action.counterpart, node, values, form);
	const { sameOutput } = counterpart;
	const to = sameOutput ? 'apiRequest:send' : counterpart.to;
	const [packResource, packOperation] = to.split(':');
	const offered = pack.operations[to]!.parameters;
	const output = new ParameterWriter(isTool ? 'tool' : 'node', offered);
	const remarks: Remark[] = [];
	output.set('resource', packResource);
	output.set('operation', packOperation);
	if (sameOutput) requestParameters(sameOutput, values, output);
	else {
		for (const [name, value] of entriesOf(values, form)) {
			if (name === 'resource' || name === 'operation' || name === 'authentication') continue;
			remarks.push(...convertParameter(name, value, targets, values, offered, output));
		}
		for (const [name, value] of Object.entries(counterpart.fixed ?? {})) output.set(name, value);
	}
	if ('simplify' in offered) output.set('simplify', false);
	if (isTool && 'allowIrreversible' in offered) {
		output.set('allowIrreversible', true);
		remarks.push({
			what: "Allow Irreversible Operations is on, because the agent can already do this with n8n's node.",
		});
	}
	remarks.push(...unknownParameters(form, given, node));
	if (counterpart.remark) remarks.push({ what: counterpart.remark });
	return {
		from,
		to: `${pack.label}, ${pack.operations[to]!.label}`,
		credential: { ...credential, label: pack.credentials[credential.type]! },
		remarks,
		output:
			sameOutput || values[counterpart.outputIf ?? ''] === false ? undefined : counterpart.output,
		node: {
			...node,
			// n8n's node returns an empty item for an empty list without Return All.
			...(key === 'task:getAll' && !isTool && values.returnAll !== true
				? { alwaysOutputData: true }
				: {}),
			// n8n's node starts one run for all items, and By Callback supports one item.
			...(key === 'workflow:dispatchAndWait' ? { executeOnce: true } : {}),
			type: `${packPrefix}${action.counterpart}${isTool ? 'Tool' : ''}`,
			typeVersion: pack.version,
			parameters: {
				...ofTool(given),
				...(credential.authentication === pack.authentication
					? {}
					: { authentication: credential.authentication }),
				...output.parameters,
			},
			...credentialsOf(node, credential.replaces, credential),
		},
	};
}

function convertTrigger(node: WorkflowNode, trigger: TriggerNode, form: BuiltInForm): Conversion {
	const { typeVersion = 1, parameters: given = {} } = node;
	const from = form.label;
	const values = shownParameters(form, typeVersion, given);
	const stays = (what: string, todo: string): Conversion => ({ from, remarks: [{ what, todo }] });
	if (trigger.eventParameters.some((name) => isExpression(values[name])))
		return stays(
			'The events are an expression.',
			'Choose the events in the node, and convert the workflow again.',
		);
	if (isExpression(values.authentication))
		return stays(
			'Authentication is an expression.',
			'Choose one kind of authentication in the node, and convert the workflow again.',
		);
	const selected = selectedEvents(trigger, values);
	if (selected.notes.length > 0 && selected.events.length === 0)
		return stays(
			`There is no such event. ${selected.notes.join('. ')}.`,
			'Choose another event, and convert the workflow again.',
		);
	const pack = packForm(trigger.counterpart);
	const offered = pack.operations['']!.parameters;
	const output = new ParameterWriter('node', offered);
	const credential = credentialFor(trigger.counterpart, node, values, form);
	const remarks: Remark[] = [];
	for (const [name, value] of entriesOf(values, form)) {
		if (trigger.eventParameters.includes(name) || name === 'authentication') continue;
		remarks.push(...convertParameter(name, value, trigger.parameters, values, offered, output));
	}
	if (selected.events.length === 0)
		remarks.push({ what: 'No event is selected.', todo: 'Choose the events in the new node.' });
	else output.set('events', selected.events);
	if ('options.simplify' in offered) output.set('options.simplify', false);
	remarks.push(...unknownParameters(form, given, node));
	if (trigger.remark) remarks.push({ what: trigger.remark });
	return {
		from,
		to: pack.label,
		credential: { ...credential, label: pack.credentials[credential.type]! },
		remarks,
		output: trigger.output,
		node: {
			...node,
			type: `${packPrefix}${trigger.counterpart}`,
			typeVersion: pack.version,
			parameters: {
				...('authentication' in offered &&
				credential.authentication !== offered.authentication.default
					? { authentication: credential.authentication }
					: {}),
				...output.parameters,
			},
			...credentialsOf(node, credential.replaces, credential),
		},
	};
}

/** The events of this pack, and the notes about those that it does not have. */
function selectedEvents(
	{ eventParameters, events }: TriggerNode,
	values: Values,
): { events: string[]; notes: string[] } {
	const names =
		eventParameters.length === 1
			? [values[eventParameters[0]!]].flat().map(String)
			: eventsMatching(
					eventParameters.map((name) => String(values[name])),
					Object.keys(events),
				);
	const selected = new Set<string>();
	const notes: string[] = [];
	for (const name of names) {
		const counterpart = events[name] ?? [name];
		if ('note' in counterpart) notes.push(counterpart.note);
		else for (const one of counterpart) selected.add(one);
	}
	return { events: [...selected], notes };
}

/** Events such as `activity:create` that match the parameters, in which `*` stands for all. */
const eventsMatching = (parameters: readonly string[], events: readonly string[]): string[] =>
	parameters.every((value) => value === '*')
		? ['*']
		: events
				.map((event) => event.split(':'))
				.filter(
					(parts) =>
						parts.length === parameters.length &&
						parts.every((part, index) => ['*', part].includes(parameters[index]!)),
				)
				.map((parts) => parts.join(':'));

/** Parameters of a tool that n8n adds itself. */
export const ofTool = (given: Values): Values =>
	Object.fromEntries(Object.entries(given).filter(([name]) => toolParameters.includes(name)));

function credentialFor(
	counterpart: string,
	{ credentials = {} }: WorkflowNode,
	{ authentication }: Values,
	{ label }: BuiltInForm,
): CredentialChoice & { replaces: string; name?: string } {
	const byAuthentication: Readonly<Record<string, string>> = {
		accessToken: 'githubApi',
		oAuth2: 'githubOAuth2Api',
		githubAppApi: 'githubAppApi',
	};
	const replaces =
		authentication === undefined
			? label.startsWith('Strava')
				? 'stravaOAuth2Api'
				: 'googleTasksOAuth2Api'
			: byAuthentication[asText(authentication)]!;
	const node = counterpart.replace(/(?:Webhook)?Trigger$/, '');
	return {
		...replacementOf(node, replaces)!,
		replaces,
		name: credentialName(credentials[replaces]),
	};
}

/** The parameters that n8n shows for the operation, with their default values. */
export function shownParameters(form: BuiltInForm, version: number, given: Values): Values {
	const shown: Record<string, unknown> = {};
	for (const { name, default: preset, show, hide } of form.parameters) {
		const valueOf = (other: string): unknown =>
			other === '@version' ? version : (shown[other] ?? given[other]);
		if (!(show === undefined || matches(show, valueOf, 'every'))) continue;
		if (hide !== undefined && matches(hide, valueOf, 'some')) continue;
		shown[name] = given[name] ?? preset;
	}
	return shown;
}

interface Comparison {
	readonly _cnd: Readonly<Record<string, number>>;
}

/** Whether the conditions match. n8n shows a parameter if a condition compares an expression. */
const matches = (
	conditions: Conditions,
	valueOf: (name: string) => unknown,
	all: 'every' | 'some',
): boolean =>
	Object.entries(conditions)[all](([name, accepted]) => {
		const value = valueOf(name);
		return (
			(all === 'every' && isExpression(value)) ||
			accepted.some((one) =>
				typeof one === 'object' && one !== null
					? compares((one as Comparison)._cnd, value as number)
					: one === value,
			)
		);
	});

const compares = ({ gte, lte }: Comparison['_cnd'], value: number): boolean =>
	(gte === undefined || value >= gte) && (lte === undefined || value <= lte);

/** The parameters, and in place of a collection its entries with names such as `options.author`. */
function* entriesOf(values: Values, form: BuiltInForm): Generator<[string, unknown]> {
	for (const [name, value] of Object.entries(values)) {
		const isCollection = form.parameters.some(
			(parameter) => parameter.name === name && parameter.entries !== undefined,
		);
		if (!isCollection) yield [name, value];
		else if (Array.isArray(value)) yield [`${name}.${entryOf(form, name)}`, value];
		else if (typeof value === 'object' && value !== null)
			for (const [entry, inner] of Object.entries(value)) yield [`${name}.${entry}`, inner];
		else if (!isEmpty(value)) yield [name, value];
	}
}

/** The only entry of a collection with several values, such as `label` of `labels`. */
const entryOf = (form: BuiltInForm, name: string): string =>
	form.parameters.find((parameter) => parameter.name === name)!.entries![0]!;

function convertParameter(
	name: string,
	value: unknown,
	targets: Targets,
	all: Values,
	offered: Readonly<Record<string, PackParameter>>,
	output: ParameterWriter,
): Remark[] {
	const target: Target | undefined = targets[name];
	if (target === undefined)
		return isEmpty(value)
			? []
			: [
					{
						what: `The parameter ${name} is not converted, because n8n's node has no such parameter for this operation.`,
					},
				];
	const { to, unchanged = false } = typeof target === 'string' ? { to: target } : target;
	if (to === undefined)
		return isEmpty(value) || value === unchanged
			? []
			: [{ what: `${name} is omitted: ${noteOf(target)!.replaceAll('**', '')}` }];
	const inner = unwrapped(name, value);
	const isKept =
		to.startsWith('updateFields.') && inner === '' && !name.startsWith('updateFields.');
	if (isEmpty(inner) && !isKept) return [];
	output.set(to, convertValue(target, inner, offered[to]!, all));
	return [];
}

/** `additionalParameters.branch` of n8n's GitHub node is `{ branch }`. */
const unwrapped = (name: string, value: unknown): unknown =>
	name === 'additionalParameters.branch' ? (value as Values | null)?.branch : value;

const unknownParameters = (form: BuiltInForm, given: Values, { type }: WorkflowNode): Remark[] =>
	Object.keys(given)
		.filter((name) => !form.parameters.some((parameter) => parameter.name === name))
		.filter((name) => !(type.endsWith('Tool') && toolParameters.includes(name)))
		.filter((name) => textsIn(given[name]).some((text) => text !== ''))
		.map((name) => ({
			what: `The parameter ${name} is omitted, because n8n's node does not read it.`,
		}));

/** Writes a request such as `GET /path/{name}?query={name}` to the parameters of API Request: Send. */
function requestParameters(request: string, values: Values, output: ParameterWriter): void {
	const [, target] = request.split(' ') as [string, string];
	const filled = (template: string): string =>
		joined(
			...template
				.split(/\{(\w+)\}/)
				.map((part, index) => (index % 2 === 0 ? part : textOf(part, values[part]))),
		);
	const [path, query] = target.split('?') as [string, string | undefined];
	output.set('requestUrl', filled(path));
	if (query !== undefined)
		output.set('requestQuery', {
			rows: query.split('&').map((pair) => {
				const [name, value] = pair.split('=') as [string, string];
				return { name, value: filled(value) };
			}),
		});
}

/** Collects the parameters of a converted node, without those that have their default value. */
export class ParameterWriter {
	readonly parameters: Record<string, unknown> = {};

	constructor(
		private readonly kind: 'node' | 'tool',
		private readonly offered: PackForm['operations'][string]['parameters'],
	) {}

	/** @param path such as `title` or `options.author` */
	set(path: string, value: unknown): void {
		const { tools, default: preset = '' } = this.offered[path] ?? {};
		if (tools === 'never' && this.kind === 'tool') return;
		const [name, entry] = path.split('.') as [string, string | undefined];
		if (entry !== undefined)
			this.parameters[name] = { ...(this.parameters[name] as Values | undefined), [entry]: value };
		else if (path in this.offered && JSON.stringify(value) === JSON.stringify(preset))
			delete this.parameters[name];
		else this.parameters[name] = value;
	}
}
