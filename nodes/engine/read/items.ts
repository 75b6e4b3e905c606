/** Reads the values of the items of a run, once per item. */
import type { IDataObject, ResourceMapperField } from 'n8n-workflow';
import type { Call, Field, Fields, InputContext, Operation, Result } from '../describe';
import {
	allFieldsOf,
	collectionsPerItem,
	columnDescriptionSeparator,
	defaultOf,
	emptyValuesClear,
	fieldsIn,
	hasManyFields,
	isHiddenFromAgents,
	isObject,
	limitFields,
	outputFieldsField,
	PackError,
	readSafely,
	rejectForAgents,
	rejectsEmptyValues,
	resultOf,
	simplifyField,
	typedDate,
} from '../describe';
import type { ReadParameter } from './readInput';
import { isUnset, readFlag, readInput, readValue, secretInputs } from './readInput';
import { enteredValue, locatorValue, validate } from './validate';

export interface ItemValues {
	readonly input: IDataObject;
	/** Undefined for all rows. */
	readonly maxRows?: number;
	readonly isSimplified: boolean;
	/** What an AI agent gets. Empty for all fields. */
	readonly outputFields?: readonly string[];
	/** Values of secret fields. They are redacted like the secrets of the credential. */
	readonly secrets: readonly string[];
}

type ReaderSettings = Pick<Call<unknown>, 'context' | 'connection' | 'operation' | 'isAgent'>;

export class ItemReader {
	/** Items that were read before their turn. */
	private readonly values = new Map<number, Result<ItemValues>>();
	private readonly itemCount: number;
	/** Values from the credential for empty fields, by field name. */
	private readonly defaults?: IDataObject;
	private readonly inputContext: InputContext;
	private readonly rejectsEmpty: boolean;
	private readonly emptyClears: boolean;
	private readonly addedFields: readonly AddedField[];
	/** In how many items an added field has no value, by the beginning of the hint. */
	private readonly withoutValue = new Map<string, number>();

	constructor(private readonly settings: ReaderSettings) {
		const { context, connection, operation, isAgent } = settings;
		this.itemCount = context.getInputData().length;
		const { credential, node, service } = connection;
		this.defaults = service.defaults?.(credential);
		this.inputContext = {
			zone: context.getTimezone(),
			credential,
			acceptsUrlOf: (host) => service.acceptsUrlOf?.(host, credential) ?? true,
		};
		this.addedFields = isAgent ? [] : addedFields(operation, node.parameters);
		this.emptyClears = emptyValuesClear(node.typeVersion);
		this.rejectsEmpty = rejectsEmptyValues(node.typeVersion, service);
	}

	/** Reads all items, for an operation that must see them together. */
	all(): ReadonlyArray<Result<ItemValues>> {
		return Array.from({ length: this.itemCount }, (_, item) => {
			const values = this.take(item);
			this.values.set(item, values);
			return values;
		});
	}

	/** The values of an item, or why they are invalid. An item is taken once. */
	take(item: number): Result<ItemValues> {
		const values = this.values.get(item) ?? resultOf(() => this.read(item));
		this.values.delete(item);
		return values;
	}

	/**
	 * Hints about added fields without a value: in any item of a list, which returns more than intended,
	 * or in all items, which is usually a typing error.
	 */
	hints(): string[] {
		const isList = this.settings.operation.paging !== undefined;
		return [...this.withoutValue]
			.filter(([, items]) => isList || items >= this.itemCount)
			.map(([problem]) => `${problem}. If you did not intend this, check the field.`);
	}

	reject(item: number, error: unknown): void {
		this.values.set(item, { error });
	}

	private read(item: number): ItemValues {
		const { connection, operation, isAgent } = this.settings;
		if (isAgent) rejectForAgents(operation, connection.node.parameters);
		const read = this.parameterReader(item);
		const isSimplified =
			operation.simplify !== undefined && readFlag(read, 'simplify', simplifyField.simplify, true);
		const input = readInput(operation, read, this.inputContext, this.defaults);
		for (const added of this.addedFields) this.checkAdded(added, input, read);
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

	/** Counts a field without a value. @throws PackError if the user must correct it */
	private checkAdded(
		{ path, field, isExpression, hasValue }: AddedField,
		input: IDataObject,
		read: ReadParameter,
	): void {
		const { label, kind, clearable } = field;
		const isEmptyDate = kind === 'date' && !isExpression;
		if (!isEmptyDate && hasValue(input, read)) return;
		if (isEmptyDate && this.rejectsEmpty && !(clearable && this.emptyClears))
			throw new PackError(`${label} is empty`, {
				field: label,
				hint: `n8n removes a typed date that it cannot read: select it in the calendar, or type it with the time, as in ${typedDate}. ${clearable ? 'To clear the date, enter the expression {{ [] }}.' : 'If you do not need the field, remove it.'}`,
			});
		const reason =
			isExpression && this.rejectsEmpty ? this.reasonToReject(field, path, read) : undefined;
		if (reason !== undefined)
			throw new PackError(`The expression in ${label} has no value`, {
				field: label,
				hint: `No request was sent, because ${reason}`,
			});
		const isCleared = isEmptyDate && clearable && this.emptyClears;
		const problem = `${label} has no value${isCleared ? ', so the date is cleared' : ''}`;
		this.withoutValue.set(problem, (this.withoutValue.get(problem) ?? 0) + 1);
	}

	/** Why an expression without a value must not be sent. Completes "No request was sent, because". */
	private reasonToReject(
		{ rejectEmptyExpression: reason }: AddedField['field'],
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
		const isNotForAgent = (path: string): boolean =>
			isAgent && isHiddenFromAgents(fieldAt(path) ?? {});
		/** Models leave fields empty or pass null as text. Expressions can be empty without intent. */
		const withoutClearing = (path: string, value: unknown): unknown =>
			typeof value === 'string' &&
			((isAgent && value === 'null') ||
				(value.trim() === '' &&
					fieldAt(path)?.clearable === true &&
					(isAgent || (!value && !this.emptyClears && hasExpression(enteredAt(parameters, path))))))
				? null
				: value;
		return (name, fallback = null) => {
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
			return withoutClearing(name, value);
		};
	}
}

const collectionNames: ReadonlySet<string> = new Set(collectionsPerItem);

function readOutputFields(read: ReadParameter): string[] {
	const field = outputFieldsField.outputFields;
	return validate(field, readValue(read, 'outputFields', field) ?? '') as string[];
}

/** Whether a parameter contains an expression that is not empty. */
const hasExpression = (value: unknown): boolean =>
	typeof value === 'string' && value.startsWith('=') && value.trim().length > 1;

/** A parameter before expressions. Its collection can be an expression, too. */
const enteredAt = (parameters: IDataObject, path: string): unknown =>
	locatorValue(
		path.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : at), parameters),
	);

/** An optional field or column that contains an expression, or that the user added but left empty. */
interface AddedField {
	/** Where n8n stores the value. */
	readonly path: string;
	readonly field: Pick<Field, 'label' | 'kind' | 'clearable' | 'rejectEmptyExpression'>;
	readonly isExpression: boolean;
	/** Whether the input of an item contains a value. */
	readonly hasValue: (input: IDataObject, read: ReadParameter) => boolean;
}

const addedFields = (operation: Operation, parameters: IDataObject): AddedField[] => [
	...addedIn('', operation.fields, parameters),
	...collectionsPerItem.flatMap((name) =>
		addedIn(`${name}.`, fieldsIn(operation, name), parameters[name]),
	),
];

const addedIn = (at: string, fields: Fields, values: unknown): AddedField[] =>
	Object.entries(fields).flatMap(([name, field]): AddedField[] => {
		if (!isObject(values) || !(name in values)) return [];
		if (field.kind === 'columns') return addedColumns(name, at + name, values[name]);
		const path = at + name;
		const value = locatorValue(values[name]);
		const isExpression = hasExpression(value);
		// A hidden field can still have a value. A parameter outside of a collection is empty by default.
		if (field.show || field.required || !(isExpression || (value === '' && at !== ''))) return [];
		// Evaluates the expression again only if it has no value, or if `prepare` moved it.
		const hasValue = (input: IDataObject, read: ReadParameter): boolean =>
			input[name] !== undefined ||
			!isUnset(
				field,
				readSafely(() => read(path)),
			);
		return [{ path, field, isExpression, hasValue }];
	});

/** Those of the columns that a resource mapper shows. */
function addedColumns(name: string, at: string, mapper: unknown): AddedField[] {
	if (!isObject(mapper) || !Array.isArray(mapper.schema)) return [];
	const valueIn = (columns: unknown, id: string): unknown =>
		(isObject(columns) ? columns[id] : undefined) ?? '';
	return (mapper.schema as ResourceMapperField[]).flatMap(
		({ id, displayName, type, required, removed }) => {
			const value = valueIn(mapper.value, id);
			const isExpression = hasExpression(value);
			const kind = type === 'dateTime' ? 'date' : 'text';
			// The mapper adds some columns itself.
			const isEmptyDate = value === '' && kind === 'date';
			if (removed || required || !(isExpression || isEmptyDate)) return [];
			const label = displayName.split(columnDescriptionSeparator)[0]!;
			return {
				path: `${at}.value.${id}`,
				field: { label, kind },
				isExpression,
				hasValue: (input) => valueIn(input[name], id) !== '',
			};
		},
	);
}

function rowLimit(read: ReadParameter): number | undefined {
	const { returnAll, limit } = limitFields;
	if (readFlag(read, 'returnAll', returnAll, false)) return undefined;
	return validate(limit, readValue(read, 'limit', limit, defaultOf(limit))) as number;
}
