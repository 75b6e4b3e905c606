import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { parse } from 'yaml';
import { LOCAL_IDS } from '../../services/financeData/service';
import { resourceLocator } from '../kit/testN8n';
import { fromAi } from './aiAgent';

export interface ToolCase {
	readonly resource: string;
	readonly operation: string;
	/**
	 * Parameters of the node.
	 * @param json type of JSON parameters in the `$fromAI` expressions: an object or a string
	 */
	parameters(json: 'json' | 'string'): IDataObject;
	/** Arguments of the model's tool call. */
	readonly call: IDataObject;
	/** Text that the tool's result contains. */
	readonly result: string;
}

const read = (json: 'json' | 'string') =>
	parse(
		readFileSync(join(__dirname, 'toolCases.yaml'), 'utf8')
			.replaceAll('<json>', json)
			.replaceAll('<customer>', LOCAL_IDS.customer),
	) as Readonly<Record<string, Omit<ToolCase, 'parameters'> & { parameters: IDataObject }>>;

/** Converts the short forms of expressions and resource locators in the table to values of n8n. */
const filledIn = (parameters: IDataObject): IDataObject =>
	JSON.parse(JSON.stringify(parameters), (_, value: { ai?: string[]; locator?: string } | null) =>
		value?.ai
			? fromAi(...(value.ai as [string, string, string?]))
			: value?.locator === undefined
				? value
				: resourceLocator(value.locator),
	) as IDataObject;

export const toolCases: Readonly<Record<string, ToolCase>> = Object.fromEntries(
	Object.entries(read('json')).map(([name, stored]) => [
		name,
		{ ...stored, parameters: (json) => filledIn(read(json)[name]!.parameters) },
	]),
);
