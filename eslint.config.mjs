// The rules of n8n's starter template for community nodes. tools/commands/scan.ts also lints the built package.
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import jest from 'eslint-plugin-jest';
import regexp from 'eslint-plugin-regexp';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
	globalIgnores(['dist/**', 'build/**', 'node_modules/**', 'tools/n8n/versions/*/node_modules/**']),
	{ files: ['**/*.ts'], extends: [tseslint.configs.recommended] },
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts', 'tools/**/*.ts'],
		// Tests are type-checked together with those in test/.
		ignores: ['tools/openApi/template/**', 'tools/openApi/test/**'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: {
				project: ['tsconfig.json', 'tools/tsconfig.json', 'tools/convert/page/tsconfig.json'],
				tsconfigRootDir: import.meta.dirname,
			},
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts', 'package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		rules: { 'no-console': 'error' },
	},
	{
		// Reject regular expressions that block n8n's event loop when a service returns a long text.
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
	{
		// A call with more than about 125,000 arguments throws a RangeError, and services decide how long a list is.
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector:
						'CallExpression[callee.property.name=/^(push|unshift|splice|concat|min|max|of|fromCharCode|fromCodePoint)$/] > SpreadElement',
					message: 'A list can have more entries than a call can have arguments. Use a loop.',
				},
			],
		},
	},
	{
		// A test without an assertion cannot fail.
		files: ['test/**/*.test.ts', 'tools/**/*.test.ts'],
		plugins: { jest },
		rules: {
			'jest/expect-expect': [
				'error',
				{
					assertFunctionNames: [
						...['expect', 'expect*', 'fc.assert'],
						// Functions of the host tests that throw if what they wait for does not happen.
						...['waitUntil', 'waitForAll', 'findAndAdd'],
					],
				},
			],
			'jest/no-disabled-tests': 'error',
			'jest/no-focused-tests': 'error',
			'jest/no-identical-title': 'error',
			'jest/valid-expect': 'error',
			'jest/valid-expect-in-promise': 'error',
		},
	},
	{ plugins: { 'n8n-nodes-base': n8nNodesBase } },
	{ files: ['**/*.json'], languageOptions: { parser: tseslint.parser } },
	{ files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// Disabled in n8n's template too. The first does not apply to community packages. The
			// second is replaced by credential-password-field.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// Disabled in n8n's template too: replaced by newer rules.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
