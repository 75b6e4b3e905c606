/** Reads the values of the items of a run, once per item. */
import type { IDataObject, IExecuteFunctions, ResourceMapperField } from 'n8n-workflow';
import {
	allFieldsOf,
	collectionsPerItem,
	columnDescriptionSeparator,
	type Connection,
	defaultOf,
	emptyValuesClear,
	type Field,
	fieldsIn,
	hasManyFields,
	type InputContext,
	isHiddenFromAgents,
	isObject,
	limitFields,
	type Operation,
	outputFieldsField,
	PackError,
	readSafely,
	rejectForAgents,
	rejectsEmptyValues,
	type Result,
	resultOf,
	simplifyField,
	typedDate,
} from '../describe';
import {
	isUnset,
	readFlag,
	readInput,
	type ReadParameter,
	readValue,
	secretInputs,
} from './readInput';
import { enteredValue, locatorValue, validate } from './validate';

/** What the user entered for one item. */
export interface ItemValues {
	readonly input: IDataObject;
	/** Maximum number of rows, from Return All and Limit; undefined for all rows. */
	readonly maxRows?: number;
	readonly isSimplified: boolean;
	/** The fields that an AI agent gets. Empty for all of them. */
	readonly outputFields?: readonly string[];
	/** Values of secret fields. They are redacted like the secrets of the credential. */
	readonly secrets: readonly string[];
}

export interface ReaderSettings {
	readonly context: IExecuteFunctions;
	readonly connection: Pick<Connection, 'credential' | 'node' | 'service'>;
	readonly operation: Operation;
	readonly isAgent: boolean;
	/**
	 * How many items are read one after another. Reading single items between requests takes more
	 * processor time, but values that are read early may be outdated, such as the time in a write.
	 */
	readonly chunkSize: number;
}

/** The longest time for which items are read without a break, in milliseconds. */
const maxTurnMs = 5;

/** n8n's date field removes a typed date that it cannot read, such as 31/01/2026. */
const howToEnterDate = `n8n removes a typed date that it cannot read: select it in the calendar, or type it with the time, as in ${typedDate}`;

/** How to clear a date that an update can clear. */
const howToClearDate = 'To clear the date, enter the expression {{ [] }}.';

export class ItemReader {
	private readonly values = new Map<number, Result<ItemValues>>();
	/** Values of the parameters without expressions, which are read once. */
	private readonly fixedValues = new Map<string, unknown>();
	private readonly itemCount: number;
	/** Values from the credential for empty fields, by field name. */
	private readonly defaults?: IDataObject;
	private readonly inputContext: InputContext;
	/** About the dates and filters that the user added, but left empty. */
	private readonly emptyFieldHints: readonly string[];
	/** The first date that the user added but that is empty, if the version of the node rejects it. */
	private readonly rejectedDate?: EnteredField['field'];
	/** Whether the version of the node rejects an expression without a value, where it matters. */
	private readonly rejectsEmpty: boolean;
	/** Whether an empty result of an expression, or an empty date, clears a value in the service. */
	private readonly emptyClears: boolean;
	/** In how many items the expression in an optional field has no value, by label. */
	private readonly emptyExpressions = new Map<string, number>();
	private readonly optionalExpressions: readonly EnteredField[];

	constructor(private readonly settings: ReaderSettings) {
		const { context, connection } = settings;
		this.itemCount = context.getInputData().length;
		const { credential, service } = connection;
		this.defaults = service.defaults?.(credential);
		this.inputContext = {
			zone: context.getTimezone(),
			credential,
			acceptsUrlOf: (host) => service.acceptsUrlOf?.(host, credential) ?? true,
		};
		const { operation, isAgent } = settings;
		const entered = isAgent ? [] : enteredFields(operation, connection.node.parameters);
		this.optionalExpressions = entered.filter(
			({ field, value }) => !field.required && hasExpression(value),
		);
		this.emptyClears = emptyValuesClear(connection.node.typeVersion);
		this.rejectsEmpty = rejectsEmptyValues(connection.node.typeVersion, service);
		// Parameters outside of a collection or a resource mapper are empty by default.
		const empty = entered.filter(({ path, value }) => path.includes('.') && value === '');
		const isCleared = ({ clearable }: EnteredField['field']): boolean =>
			clearable === true && this.emptyClears;
		this.rejectedDate = this.rejectsEmpty
			? empty.find(({ field }) => field.kind === 'date' && !isCleared(field))?.field
			: undefined;
		this.emptyFieldHints = empty.flatMap(({ path, field }) => {
			const { kind, label } = field;
			if (kind !== 'date')
				return path.startsWith('filters.')
					? [`${label} is empty, so it does not filter the result.`]
					: [];
			if (isCleared(field))
				return [`${label} is empty, so the date is cleared. ${howToEnterDate}.`];
			return this.rejectsEmpty ? [] : [`${label} is empty, so it is not sent. ${howToEnterDate}.`];
		});
	}

	/** Reads all items, for an operation that must see them together. */
	all(): ReadonlyArray<Result<ItemValues>> {
		return Array.from({ length: this.itemCount }, (_, item) => this.peek(item));
	}

	/** The values of an item, or why they are invalid. An item is taken once. */
	take(item: number): Result<ItemValues> {
		if (!this.values.has(item)) {
			const until = performance.now() + maxTurnMs;
			const end = Math.min(item + this.settings.chunkSize, this.itemCount);
			for (let next = item; next < end && performance.now() < until; next++) this.peek(next);
		}
		const values = this.peek(item);
		this.values.delete(item);
		return values;
	}

	/**
	 * Hints about empty fields, and about fields that were not sent because their expressions have no
	 * value: in any item of a list, which returns more than intended, or in all items, which is usually
	 * a typing error.
	 */
	hints(): string[] {
		const isList = this.settings.operation.paging !== undefined;
		const unsent = [...this.emptyExpressions].filter(
			([, items]) => isList || items >= this.itemCount,
		);
		return [
			...this.emptyFieldHints,
			...unsent.map(
				([label]) =>
					`The expression in ${label} has no value, so ${label} is not sent. If you did not intend this, check the expression.`,
			),
		];
	}

	/** Replaces the values of an item that has not been taken by an error. */
	reject(item: number, error: unknown): void {
		this.values.set(item, { error });
	}

	private peek(item: number): Result<ItemValues> {
		const known = this.values.get(item);
		if (known) return known;
		const values = resultOf(() => this.read(item));
		this.values.set(item, values);
		return values;
	}

	private read(item: number): ItemValues {
		const { connection, operation, isAgent } = this.settings;
		if (isAgent) rejectForAgents(operation, connection.node.parameters);
		const read = this.parameterReader(item);
		const { rejectedDate } = this;
		if (rejectedDate !== undefined)
			throw new PackError(`${rejectedDate.label} is empty`, {
				field: rejectedDate.label,
				hint: `${howToEnterDate}. ${rejectedDate.clearable ? howToClearDate : 'If you do not need the field, remove it.'}`,
			});
		const isSimplified =
			operation.simplify !== undefined && readFlag(read, 'simplify', simplifyField.simplify, true);
		const input = readInput(operation, read, this.inputContext, this.defaults);
		for (const { path, field, hasValue } of this.optionalExpressions) {
			if (hasValue(input, read)) continue;
			const reason = this.rejectsEmpty ? this.reasonToReject(field, path, read) : undefined;
			if (reason !== undefined)
				throw new PackError(`The expression in ${field.label} has no value`, {
					field: field.label,
					hint: `No request was sent, because ${reason}`,
				});
			this.emptyExpressions.set(field.label, (this.emptyExpressions.get(field.label) ?? 0) + 1);
		}
		return {
			input,
			isSimplified,
			...(operation.paging ? { maxRows: rowLimit(read) } : {}),
			// n8n does not store an empty field, and throws if a form does not contain it.
			...(isAgent &&
			connection.node.parameters.outputFields !== undefined &&
			hasManyFields(operation)
				? { outputFields: readOutputFields(read) }
				: {}),
			secrets: secretInputs(operation, input),
		};
	}

	/** Why an expression without a value must not be sent. Completes "No request was sent, because". */
	private reasonToReject(
		{ rejectEmptyExpression: reason }: EnteredField['field'],
		path: string,
		read: ReadParameter,
	): string | undefined {
		if (reason !== undefined) return `${reason}. Check the expression, or remove it.`;
		const isUndefined = (readSafely(() => read(path)) ?? null) === null;
		return this.settings.operation.paging && isUndefined
			? "the list would not be filtered. Check the expression. If the value is optional, add ?? '' to the expression."
			: undefined;
	}

	private parameterReader(item: number): ReadParameter {
		const { connection, context, operation, isAgent } = this.settings;
		const { parameters } = connection.node;
		const fields = allFieldsOf(operation);
		const fieldAt = (path: string): Field | undefined => fields[path.split('.').at(-1)!];
		const isNotForAgent = (path: string): boolean => {
			const field = fieldAt(path);
			return isAgent && field !== undefined && isHiddenFromAgents(field);
		};
		/** Models leave fields empty, and expressions can have an empty result without intent. */
		const withoutClearing = (path: string, value: unknown): unknown =>
			typeof value === 'string' &&
			value.trim() === '' &&
			fieldAt(path)?.clearable === true &&
			(isAgent || (value === '' && !this.emptyClears && hasExpression(enteredAt(parameters, path))))
				? null
				: value;
		return (name, fallback = null) => {
			if (this.fixedValues.has(name)) return this.fixedValues.get(name);
			// n8n throws if the form of the tool does not contain the parameter.
			if (isNotForAgent(name)) return fallback;
			// It also throws for parameters of other node versions and for hidden collections.
			const { since, promotedIn } = fields[name] ?? {};
			const mayBeHidden =
				since !== undefined || promotedIn !== undefined || collectionNames.has(name);
			if (mayBeHidden && parameters[name] === undefined) return fallback;
			const value = enteredValue(context.getNodeParameter(name, item, fallback));
			// An expression without a value is an error. It does not select the default.
			if (value === '' && promotedIn !== undefined && hasExpression(parameters[name])) return null;
			// n8n keeps hidden values if the operation of the tool is an expression.
			if (isObject(value) && collectionNames.has(name))
				return Object.fromEntries(
					Object.entries(value)
						.filter(([key]) => !isNotForAgent(key))
						.map(([key, one]) => [key, withoutClearing(`${name}.${key}`, one)]),
				);
			if (withoutClearing(name, value) === null) return null;
			// Objects are not kept, because an operation could change them.
			if (typeof value !== 'object' && isFixed(parameters[name])) this.fixedValues.set(name, value);
			return value;
		};
	}
}

const collectionNames: ReadonlySet<string> = new Set(collectionsPerItem);

function readOutputFields(read: ReadParameter): string[] {
	const field = outputFieldsField.outputFields;
	const value = readValue(read, 'outputFields', field, '');
	return value === '' ? [] : (validate(field, value) as string[]);
}

/** Whether a parameter contains an expression that is not empty. */
const hasExpression = (value: unknown): boolean =>
	typeof value === 'string' && value.startsWith('=') && value.trim().length > 1;

/** A parameter before expressions. Its collection can be an expression, too. */
const enteredAt = (parameters: IDataObject, path: string): unknown =>
	locatorValue(
		path.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : at), parameters),
	);

/** Whether a parameter contains no expression, so that its value is the same for all items. */
const isFixed = (value: unknown): boolean =>
	typeof value === 'string'
		? !hasExpression(value)
		: typeof value === 'object' && value !== null
			? Object.values(value).every(isFixed)
			: value !== undefined;

/** A field or a column of a resource mapper, as the user entered it. */
interface EnteredField {
	/** Where n8n stores the value. */
	readonly path: string;
	readonly field: Pick<
		Field,
		'label' | 'kind' | 'required' | 'clearable' | 'rejectEmptyExpression'
	>;
	/** The value before expressions. */
	readonly value: unknown;
	/** Whether the input of an item contains a value. */
	readonly hasValue: (input: IDataObject, read: ReadParameter) => boolean;
}

const enteredFields = (operation: Operation, parameters: IDataObject): EnteredField[] =>
	[
		{ at: '', fields: operation.fields, values: parameters },
		...collectionsPerItem.map((collection) => ({
			at: `${collection}.`,
			fields: fieldsIn(operation, collection),
			values: parameters[collection],
		})),
	].flatMap(({ at, fields, values }) =>
		Object.entries(fields).flatMap(([name, field]): EnteredField[] => {
			if (!isObject(values) || !(name in values)) return [];
			const path = at + name;
			if (field.kind === 'columns') return enteredColumns(name, path, values[name]);
			// A hidden field can still have a value.
			if (field.show) return [];
			const value = locatorValue(values[name]);
			// Evaluates the expression again only if it has no value, or if `prepare` moved it.
			const hasValue = (input: IDataObject, read: ReadParameter): boolean =>
				input[name] !== undefined ||
				!isUnset(
					field,
					readSafely(() => read(path)),
				);
			return [{ path, field, value, hasValue }];
		}),
	);

/** The columns that a resource mapper shows. */
function enteredColumns(name: string, at: string, mapper: unknown): EnteredField[] {
	if (!isObject(mapper) || !Array.isArray(mapper.schema)) return [];
	const valueIn = (columns: unknown, id: string): unknown =>
		(isObject(columns) ? columns[id] : undefined) ?? '';
	return (mapper.schema as ResourceMapperField[])
		.filter(({ removed }) => removed !== true)
		.map(({ id, displayName, type, required }) => ({
			path: `${at}.value.${id}`,
			field: {
				label: displayName.split(columnDescriptionSeparator)[0]!,
				kind: type === 'dateTime' ? 'date' : 'text',
				required,
			},
			value: valueIn(mapper.value, id),
			hasValue: (input) => valueIn(input[name], id) !== '',
		}));
}

function rowLimit(read: ReadParameter): number | undefined {
	const { returnAll, limit } = limitFields;
	if (readFlag(read, 'returnAll', returnAll, false)) return undefined;
	return validate(limit, readValue(read, 'limit', limit, defaultOf(limit))) as number;
}
