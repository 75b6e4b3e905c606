// What the conversion of workflows knows about this pack is up to date. If a test fails, run:
// npm run docs
import { readFileSync } from 'node:fs';
import { actionNodes, triggerNodes } from '../../tools/builtInNodes/counterparts';
import { builtInForm, packForm, packNodes } from '../../tools/convert/forms';
import { packFormsFile, packFormsOf, printForms } from '../../tools/convert/generateForms';
import { tokenCredential } from '../../tools/convert/credentials';
import { inRoot } from '../../tools/system/paths';
import { credentials, nodes } from './kit/pack';

const { convertPage } = jest.requireActual<{ convertPage: () => Promise<string> }>(
	'../../tools/convert/page/buildPage.cjs',
);

test(`${packFormsFile} is up to date`, () => {
	const labels = Object.fromEntries(credentials.map(({ type }) => [type.name, type.displayName]));
	expect(readFileSync(inRoot(packFormsFile), 'utf8')).toBe(printForms(packFormsOf(nodes, labels)));
});

test('docs/convert.html is up to date, and references nothing else', async () => {
	const page = readFileSync(inRoot('docs', 'convert.html'), 'utf8');
	expect(page).toBe(await convertPage());
	expect(page).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="(?!data:)/);
});

test('every parameter of a counterpart is one that the conversion can set', () => {
	const unknown = Object.values(actionNodes).flatMap(({ counterpart, operations, parameters }) =>
		Object.entries(operations).flatMap(([key, { to, parameters: own = {}, fixed = {} }]) => {
			const offered = packForm(counterpart).operations[to]!.parameters;
			const targets = Object.entries({ ...own, ...fixed });
			return targets
				.map(([name, target]) =>
					name in fixed
						? name
						: typeof target === 'string'
							? target
							: (target as { to?: string }).to,
				)
				.filter((name) => name !== undefined && !(name in offered))
				.map((name) => `${key} ${name}`)
				.concat(Object.keys(parameters).length === 0 ? [`${key} has no common parameters`] : []);
		}),
	);
	expect(unknown).toEqual([]);
});

test('every node that has an API Request has a credential for a token', () => {
	const known = credentials.map(({ type }) => type.name);
	const types = packNodes()
		.filter((name) => name !== 'mediaGeneration')
		.map((name) => tokenCredential(name).type);
	expect(types.filter((type) => !known.includes(type))).toEqual([]);
});

test('the conversion knows the form of every node of n8n with a counterpart', () => {
	const names = Object.keys({ ...actionNodes, ...triggerNodes });
	expect(names.filter((name) => builtInForm(name).parameters.length === 0)).toEqual([]);
});
