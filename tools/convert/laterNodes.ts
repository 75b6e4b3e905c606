/**
 * What later nodes read of the output of a converted node whose fields have other names. Changes
 * their expressions, and reports what cannot be changed.
 */
import type { OutputFields } from '../builtInNodes/counterparts';
import { mapTexts, textsIn, withCode } from './expressions';
import type { Remark, Workflow, WorkflowNode } from './workflow';

/** Nodes of n8n that return their input items, so that `$json` after them is that of an earlier node. */
const passing =
	/^n8n-nodes-base\.(?:if|filter|switch|noOp|wait|limit|sort|removeDuplicates|splitInBatches|stopAndError)$/;
/** Nodes of n8n that use whole items, not only the fields in their expressions. */
const usingItems =
	/^n8n-nodes-base\.(?:code|function|functionItem|merge|aggregate|summarize|splitOut|itemLists|convertToFile|spreadsheetFile|respondToWebhook|executeWorkflow|dataTable)$/;

export interface LaterNodes {
	readonly workflow: Workflow;
	readonly remarks: readonly Remark[];
}

/**
 * Adapts the nodes that read the output of a node.
 * @param output `input`: n8n's node returned the data of its input item. `callback`: it returned what
 *   is now in the field `callback`
 */
export function adaptLaterNodes(
	workflow: Workflow,
	nodeName: string,
	output: OutputFields | 'input' | 'callback',
): LaterNodes {
	const after = nodesAfter(workflow, nodeName);
	const remarks = new Map<string, Remark>();
	const add = (remark: Remark): void => void remarks.set(remark.what, remark);
	const isWhole = typeof output === 'string';
	const before =
		output === 'callback' ? (item: string) => `${item}.callback` : itemBefore(workflow, nodeName);
	const renames =
		output === 'callback' || (!isWhole && Object.values(output).some((name) => name !== null));
	if (renames && workflow.pinData?.[nodeName] !== undefined)
		add({
			what: 'The pinned data of the node has the old fields.',
			todo: 'Unpin the data, and execute the node.',
		});
	const nodes = workflow.nodes.map((node) => {
		if (node.name === nodeName) return node;
		if (!after.has(node.name) && !references(node).includes(nodeName)) return node;
		const reads = [...(after.has(node.name) ? [current] : []), named(nodeName)];
		const code = codeIn(node);
		if (code !== undefined) for (const remark of codeRemarks(node, code, output)) add(remark);
		else if (isWhole && after.has(node.name) && (usingItems.test(node.type) || passesFields(node)))
			add(wholeItem(node));
		const parameters = mapTexts(node.parameters, (text) =>
			withCode(text, (expression) =>
				reads.reduce(
					(changed, read) =>
						isWhole
							? readBefore(changed, read, before, node, add)
							: readRenamed(changed, read, output, node, add),
					expression,
				),
			),
		) as WorkflowNode['parameters'];
		return JSON.stringify(parameters) === JSON.stringify(node.parameters)
			? node
			: { ...node, parameters };
	});
	return { workflow: { ...workflow, nodes }, remarks: [...remarks.values()] };
}

/** The texts of nodes that refer to other nodes, because a workflow can have many long ones. */
const known = new WeakMap<object, string>();

function references({ parameters = {} }: WorkflowNode): string {
	const found =
		known.get(parameters) ??
		textsIn(parameters)
			.filter((text) => /[$_]\(|[$_]node\b|[$_]items\b/.test(text))
			.join('\n');
	known.set(parameters, found);
	return found;
}

/** How an expression reads an item of the node directly before. */
const current = String.raw`\$json|\$input\.(?:item|first\(\)|last\(\))\.json`;

/** How an expression reads an item of a node by its name. */
const named = (name: string): string => {
	const quoted = ['"', "'", '`'].map((quote) => quote + escaped(name) + quote).join('|');
	return String.raw`\$\((?:${quoted})\)\.(?:item|first\(\)|last\(\)|all\(\)\[[^\]]*\])\.json|\$node\[(?:${quoted})\]\.json|\$items\((?:${quoted})\)\[[^\]]*\]\.json`;
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The name of a field, as in `.name`, `?.name` and `["name"]`. */
const field = String.raw`(?:\??\.([A-Za-z_$][\w$]*)|(?:\?\.)?\[\s*['"]([^'"]+)['"]\s*\])`;

function readRenamed(
	code: string,
	read: string,
	output: OutputFields,
	node: WorkflowNode,
	add: (remark: Remark) => void,
): string {
	return code.replace(
		new RegExp(`(?<![\\w$.])(${read})(?:${field})?`, 'g'),
		(whole, item: string, dotted?: string, bracketed?: string) => {
			const name = dotted ?? bracketed;
			if (name === undefined) {
				add(wholeItem(node));
				return whole;
			}
			const renamed = Object.hasOwn(output, name) ? output[name] : undefined;
			if (renamed === undefined) return whole;
			if (renamed === null) {
				add({
					what: `${node.name} reads ${name}, which the node does not return.`,
					todo: 'Change the expression.',
				});
				return whole;
			}
			return renamed.includes('{item}') ? renamed.replaceAll('{item}', item) : `${item}.${renamed}`;
		},
	);
}

/** Replaces the output of the node by that of the node before, which n8n's node passes on. */
function readBefore(
	code: string,
	read: string,
	before: ((item: string) => string) | undefined,
	node: WorkflowNode,
	add: (remark: Remark) => void,
): string {
	// The error of a failed item comes from the node itself.
	return code.replace(
		new RegExp(`(?<![\\w$.])(?:${read})(?!\\??\\.error\\b|\\[['"]error['"]\\])`, 'g'),
		(item) => {
			if (before) return before(item);
			add(wholeItem(node));
			return item;
		},
	);
}

/** JavaScript of the item that a node gets, or undefined if it gets items of several nodes. */
function itemBefore(workflow: Workflow, name: string): ((item: string) => string) | undefined {
	const [source, ...others] = sourcesOf(workflow, name);
	if (source === undefined || others.length > 0) return undefined;
	const { onError, continueOnFail } = workflow.nodes.find((node) => node.name === name)!;
	const fails = onError === 'continueRegularOutput' || continueOnFail === true;
	return (item) => {
		const access = /\.(?:first|last)\(\)\.json$/.exec(item)?.[0] ?? '.item.json';
		const passed = `$('${source.replace(/['\\]/g, '\\$&')}')${access}`;
		return fails ? `(${item}.error ? ${item} : ${passed})` : passed;
	};
}

const wholeItem = ({ name }: WorkflowNode): Remark => ({
	what: `${name} uses the whole item, which has other fields than in n8n's node.`,
	todo: `Execute the node, and adapt ${name} to its output.`,
});

const codeIn = ({ parameters = {} }: WorkflowNode): string | undefined =>
	[parameters.jsCode, parameters.pythonCode, parameters.functionCode].find(
		(code): code is string => typeof code === 'string',
	);

function codeRemarks(node: WorkflowNode, code: string, output: OutputFields | string): Remark[] {
	if (typeof output === 'string') return [wholeItem(node)];
	return Object.entries(output)
		.filter(([name]) => new RegExp(`\\b${escaped(name)}\\b`).test(code))
		.map(([name, renamed]) => ({
			what: `The code in ${node.name} uses ${name}, which is different in the new node.`,
			todo:
				renamed === null
					? `Remove ${name} from the code.`
					: `Replace it by ${renamed.replaceAll('{item}', 'item.json')}.`,
		}));
}

/** Whether an Edit Fields node keeps the fields of its input. */
const passesFields = ({ type, parameters = {} }: WorkflowNode): boolean =>
	type === 'n8n-nodes-base.set' &&
	(parameters.includeOtherFields === true || parameters.keepOnlySet === false);

const targetsOf = ({ connections = {} }: Workflow, name: string): string[] =>
	(connections[name]?.main ?? []).flatMap((targets) => (targets ?? []).map(({ node }) => node));

const sourcesOf = (workflow: Workflow, name: string): string[] =>
	Object.keys(workflow.connections ?? {}).filter((source) =>
		targetsOf(workflow, source).includes(name),
	);

/** The nodes whose input items are those of a node, also after nodes that pass items on. */
function nodesAfter(workflow: Workflow, name: string): Set<string> {
	const found = new Set<string>();
	const passed = new Set([name]);
	const types = new Map(workflow.nodes.map((node) => [node.name, node.type]));
	for (const source of passed)
		for (const target of targetsOf(workflow, source)) {
			found.add(target);
			if (passing.test(types.get(target) ?? '')) passed.add(target);
		}
	return found;
}

/** The texts of n8n's errors that workflows compare. */
const notFound = 'The resource you are requesting could not be found';
const otherErrors =
	/Your request is invalid or could not be processed|Bad request - please check your parameters|Authorization failed - please check|Forbidden - perhaps check|too many requests/i;

/**
 * Adapts comparisons with the text of n8n's error for a record that does not exist. The nodes of this
 * pack name the record.
 */
export function adaptErrorTexts(workflow: Workflow): {
	readonly workflow: Workflow;
	readonly remarks: ReadonlyMap<string, Remark>;
} {
	const remarks = new Map<string, Remark>();
	const nodes = workflow.nodes.map((node) => {
		if (node.type.endsWith('.stickyNote')) return node;
		const texts = textsIn(node.parameters);
		const isChecked = texts.some((text) => /could not be found/i.test(text));
		if (!isChecked && !texts.some((text) => otherErrors.test(text))) return node;
		const parameters = (
			isChecked
				? mapTexts(node.parameters, (text) => withCode(text, withNotFound))
				: node.parameters
		) as WorkflowNode['parameters'];
		const isChanged = JSON.stringify(parameters) !== JSON.stringify(node.parameters);
		remarks.set(
			node.name,
			isChanged
				? {
						what: 'It now recognizes the error of the new node, which says what was not found.',
					}
				: {
						what: "It compares an error with the text of n8n's node. The texts of the new node are different.",
						todo: 'Compare with a part of the new text, for example not found.',
					},
		);
		return isChanged ? { ...node, parameters } : node;
	});
	return { workflow: { ...workflow, nodes }, remarks };
}

const withNotFound = (code: string): string =>
	code.includes('could not find/i')
		? code
		: code.replace(
				/(?<![\w$.])(\$json|\$input\.item\.json|\$\((?:'[^']*'|"[^"]*")\)\.item\.json)\??\.error\b(?!\s*[.[])/g,
				(whole) => `(/not found|could not find/i.test(${whole}) ? '${notFound}' : ${whole})`,
			);
