// Rules for community nodes that n8n has documented, but not yet published in its ESLint plugin:
// packages/@n8n/eslint-plugin-community-nodes/docs/rules in n8n-io/n8n, read on 2026-11-26 (newest
// document: icon-contrast at 18926aea). npm run lint runs all rules of the published plugin.
import type { INodeTypeDescription } from 'n8n-workflow';

export interface CheckedPackage {
	readonly keywords: readonly string[];
	readonly license: string;
	readonly repository: object;
	readonly nodes: ReadonlyArray<{
		readonly name: string;
		readonly description: INodeTypeDescription;
	}>;
	/** Name of the class and value of the field `name`. */
	readonly credentials: ReadonlyArray<readonly [className: string, name: string]>;
	readonly codex: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

interface Parameter {
	readonly name: string;
	readonly type: string;
	readonly hint?: string;
	readonly options?: ReadonlyArray<{ readonly name: string; readonly value?: unknown }>;
}

/** A check that returns what violates the rule, or how the rule is met otherwise. */
type Rule = string | ((checked: CheckedPackage) => readonly string[]);

const categories = [
	...['Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting'],
	...['Marketing & Content', 'Miscellaneous', 'Productivity', 'Sales', 'Utility'],
];

const invalidCategories = ({ codex }: CheckedPackage): string[] =>
	codex.flatMap((one) => one.categories as string[]).filter((name) => !categories.includes(name));

const withOptions = (checked: CheckedPackage): Parameter[] =>
	parametersOf(checked).filter(
		({ type, options }) => options !== undefined && /^(multiO|o)ptions$/.test(type),
	);

const starterRule = 'eslint-plugin-n8n-nodes-base checks the same, and npm run lint runs it';

export const newerRules: Readonly<Record<string, Rule>> = {
	'cred-class-name-field-conventions': ({ credentials }) =>
		credentials.map(([, name]) => name).filter((name) => !/^[a-z]\w*Api$/.test(name)),
	'cred-class-name-suffix': ({ credentials }) =>
		credentials.map(([className]) => className).filter((name) => !name.endsWith('Api')),
	'cred-filename-against-convention': starterRule,
	'hint-max-length': (checked) =>
		parametersOf(checked).flatMap(({ name, hint = '' }) => (hint.length > 120 ? [name] : [])),
	'icon-contrast': 'Not checked. Each icon has a version for the light and the dark theme',
	'no-ai-codex-category': invalidCategories,
	'no-asterisk-in-option-names': (checked) =>
		withOptions(checked)
			.flatMap(({ options }) => options!.map(({ name }) => name))
			.filter((name) => name.includes('*')),
	'no-codex-subcategories': ({ codex }) =>
		codex.flatMap((one) => ('subcategories' in one ? ['subcategories'] : [])),
	'no-duplicate-param-options': (checked) =>
		withOptions(checked).flatMap(({ name, options }) =>
			(['name', 'value'] as const).every(
				(key) => new Set(options!.map((option) => option[key])).size === options!.length,
			)
				? []
				: [name],
		),
	'no-hardcoded-ids': 'Node files contain no requests',
	'no-logic-or-flow-nodes': invalidCategories,
	'no-monorepo': ({ repository }) => ('directory' in repository ? ['directory'] : []),
	'node-class-description-name-camelcase': ({ nodes }) =>
		nodes
			.map(({ description: { name } }) => name)
			.filter((name) => !/^[a-z][A-Za-z0-9]*$/.test(name)),
	'node-class-description-non-core-color': ({ nodes }) =>
		nodes.flatMap(({ name, description: { defaults } }) => (defaults.color ? [name] : [])),
	'node-filename-against-convention': ({ nodes }) =>
		nodes.flatMap(({ name, description }) =>
			name.toLowerCase().startsWith(description.name[0]!) &&
			name.slice(1) === description.name.slice(1)
				? []
				: [name],
		),
	'node-operation-error-itemindex': 'Node files throw no errors. The engine adds the item index',
	'non-required-fields-in-collection':
		'Not met by 7 to 15 fields per package. Saved workflows contain the place of a field',
	'open-ended-node-fields': 'JSON is one of two ways to enter the same fields',
	'options-sorted-alphabetically': starterRule,
	'prefer-declarative-style': 'Operations paginate, batch, wait or stream',
	'require-community-node-keyword': ({ keywords }) =>
		keywords.includes('n8n-community-node-package') ? [] : ['keywords'],
	'require-continue-on-fail': 'Each execute() passes this.continueOnFail() to the engine',
	'require-mit-license': ({ license }) => (license === 'MIT' ? [] : [license]),
	'require-param-default': (checked) =>
		parametersOf(checked).flatMap((one) => ('default' in one ? [] : [one.name])),
	'single-credential-per-node': ({ nodes }) =>
		nodes.flatMap(({ name, description: { credentials = [] } }) => {
			const shown = credentials.flatMap(({ displayOptions }) =>
				(displayOptions?.show?.authentication ?? []).map(String),
			);
			return credentials.length < 2 || new Set(shown).size === credentials.length ? [] : [name];
		}),
	'valid-codex-categories': invalidCategories,
	'valid-node-categories': invalidCategories,
};

/** What violates a rule, as `rule: finding`. */
export const violationsOf = (checked: CheckedPackage): string[] =>
	Object.entries(newerRules).flatMap(([name, rule]) =>
		typeof rule === 'string' ? [] : rule(checked).map((finding) => `${name}: ${finding}`),
	);

/** All parameters of the nodes, at any depth. */
function parametersOf({ nodes }: CheckedPackage): Parameter[] {
	const found: Parameter[] = [];
	const visit = (value: unknown): void => {
		if (typeof value !== 'object' || value === null) return;
		if ('displayName' in value && 'type' in value && 'name' in value)
			found.push(value as unknown as Parameter);
		// Modes of a resource locator are no parameters.
		for (const [key, inner] of Object.entries(value)) if (key !== 'modes') visit(inner);
	};
	for (const { description } of nodes) visit(description.properties);
	return found;
}
