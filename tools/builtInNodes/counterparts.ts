/**
 * Reads counterparts.json: the operations, parameters and events of n8n's own nodes, and their
 * counterparts in this pack. Generates the tables of docs/from-built-in-nodes.md.
 * test/host/builtInNodes compares it with the installed n8n, test/contract/builtInNodes.test.ts with
 * this pack.
 */
import counterparts from './counterparts.json';

/**
 * How the values of a parameter are converted: `names` from entries such as `[{ label: 'bug' }]`,
 * `identity` from `{ name, email }`, `content` from a switch and the content of a file, `minutes` from
 * a limit such as `{ resumeAmount: 2, resumeUnit: 'hours' }`.
 */
export type ValueKind = 'names' | 'identity' | 'content' | 'minutes';

/**
 * Name of a parameter of this pack, such as `title` or `additionalFields.assignees`. With `note`, the
 * values are different. Without `to`, there is no such parameter, and `note` says why.
 */
export type Target =
	| string
	| {
			readonly to?: string;
			/** Default: that of the kind in `notes`. */
			readonly note?: string;
			readonly kind?: ValueKind;
			/** Values of this pack by n8n's value. Other values stay the same. */
			readonly values?: Readonly<Record<string, string>>;
			/** Value of a parameter without `to` for which nothing changes. Default: false. */
			readonly unchanged?: boolean;
	  };

export type Targets = Readonly<Record<string, Target>>;

/**
 * What later nodes see of the fields that n8n's node returns: the name of the field in this pack, or
 * JavaScript with `{item}` for the item, or null if there is no such field. Omits equal fields.
 */
export type OutputFields = Readonly<Record<string, string | null>>;

interface ListedOperation {
	/** n8n's labels of the resource and the operation. Default: the words of the key. */
	readonly label?: string;
	/** Resource and operation of this pack. Default: the same as in n8n. */
	readonly to?: string;
	/** By the names of n8n's parameters. Omits the parameters of {@link ActionNode.parameters}. */
	readonly parameters?: Targets;
	readonly difference?: string;
	/** Further parameters of this pack that a converted node needs, to return the same. */
	readonly fixed?: Readonly<Record<string, string | boolean | number>>;
	/**
	 * Differences of the output without Simplify. `input`: n8n's node returns the data of its input
	 * item. `callback`: n8n's node returns what the new node returns in the field `callback`.
	 */
	readonly output?: OutputFields | 'input' | 'callback';
	/** n8n's parameter without which the output is the same. */
	readonly outputIf?: string;
	/**
	 * A request with n8n's parameters in braces. A converted node sends it with API Request: Send,
	 * because the operation returns something else.
	 */
	readonly sameOutput?: string;
	/** What the report about a converted node says. */
	readonly remark?: string;
}

export type OperationCounterpart = ListedOperation & {
	readonly label: string;
	readonly to: string;
};

interface BuiltInNode {
	readonly label: string;
	/** Name of the node of this pack. */
	readonly counterpart: string;
}

export interface ActionNode extends BuiltInNode {
	/** Parameters that have the same counterpart in all operations. */
	readonly parameters: Targets;
	/** By n8n's resource and operation. */
	readonly operations: Readonly<Record<string, OperationCounterpart>>;
}

export interface TriggerNode extends BuiltInNode {
	/** Parameters of n8n's node that select events. */
	readonly eventParameters: readonly string[];
	/** The other parameters. */
	readonly parameters: Targets;
	readonly difference: string;
	/** Differences of the output without Simplify. */
	readonly output?: OutputFields;
	/** What the report about a converted node says. */
	readonly remark?: string;
	/**
	 * Values of the parameter `events` of this pack, by n8n's event. Omits events with the same name.
	 * An event of several parameters has the form `activity:create`.
	 */
	readonly events: Readonly<Record<string, readonly string[] | { readonly note: string }>>;
}

/** `pullRequest:getAll` becomes "Pull Request: Get Many". */
const labelOf = (key: string): string =>
	key
		.replace(/:getAll$/, ':getMany')
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/^\w|:\w/g, (start) => start.toUpperCase())
		.replace(':', ': ');

/** What is different in all values of a kind. */
const notes: Readonly<Partial<Record<ValueKind, string>>> = counterparts.notes;

export const noteOf = (target: Target): string | undefined =>
	typeof target === 'string' ? undefined : (target.note ?? notes[target.kind!]);

type ListedNode = Omit<ActionNode, 'operations'> & {
	readonly operations: Readonly<Record<string, ListedOperation>>;
};

/** By the name of n8n's node. */
export const actionNodes: Readonly<Record<string, ActionNode>> = Object.fromEntries(
	Object.entries<ListedNode>(counterparts.actionNodes as Record<string, ListedNode>).map(
		([name, node]) => {
			const operations = Object.entries(node.operations).map(([key, operation]) => [
				key,
				{ label: labelOf(key), to: key, ...operation },
			]);
			return [
				name,
				{ ...node, operations: Object.fromEntries(operations) as ActionNode['operations'] },
			];
		},
	),
);

/** By the name of n8n's trigger. */
export const triggerNodes: Readonly<Record<string, TriggerNode>> = counterparts.triggerNodes;
