/** Evaluates expressions in credentials as n8n does. */
import {
	type GenericValue,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IDataObject,
	type INodeTypes,
	Workflow,
} from 'n8n-workflow';

/** n8n evaluates the expressions in an empty workflow with one node. */
const workflow = new Workflow({
	nodes: [
		{ id: 'mock', name: 'Mock', type: 'mock', typeVersion: 1, position: [0, 0], parameters: {} },
	],
	connections: {},
	active: false,
	nodeTypes: {
		getByName: () => undefined,
		getByNameAndVersion: () => ({ description: { properties: [] } }),
		getKnownTypes: () => ({}),
	} as unknown as INodeTypes,
});
const node = workflow.getNode('Mock')!;

/** Evaluates the default of a property, which contains `$self`. */
export const evaluateProperty = (expression: string, credential: IDataObject): GenericValue =>
	workflow.expression.getComplexParameterValue(
		node,
		expression,
		'internal',
		{},
		undefined,
		expression,
		credential as ICredentialDataDecryptedObject,
	) as GenericValue;

/** Evaluates a value in the test of a credential, which contains `$credentials`. */
export const evaluateInTest = (expression: string, credential: IDataObject): unknown =>
	workflow.expression.getSimpleParameterValue(node, expression, 'internal', {
		$credentials: credential as ICredentialDataDecryptedObject,
	});

/** The credential with its hidden fields, whose expressions n8n evaluates when it reads it. */
export const withHiddenFields = (
	type: ICredentialType | undefined,
	data: IDataObject | undefined,
): IDataObject => ({
	...Object.fromEntries(
		(type?.properties ?? [])
			.filter(({ type: kind, default: initial }) => kind === 'hidden' && isExpression(initial))
			.map((field) => [field.name, evaluateProperty(field.default as string, data ?? {})]),
	),
	...data,
});

const isExpression = (value: unknown): boolean =>
	typeof value === 'string' && value.startsWith('=');
