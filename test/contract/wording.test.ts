// Articles, spellings, and the names of n8n's versions for publishing a workflow, in all texts that
// users read: forms, errors, docs and examples.
import { globSync, readFileSync } from 'node:fs';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import * as ts from 'typescript';
import { inRoot } from '../../tools/system/paths';
import { allParameters } from './kit/form';
import { credentials, nodes } from './kit/pack';
import { testEach } from './kit/testEach';
import { otherSpellings, versionSpecificWords, wrongArticles } from './kit/textStyle';

const problemsIn = (text: string): string[] => [
	...wrongArticles(text),
	...otherSpellings(text),
	...text.split('\n').flatMap(versionSpecificWords),
];

const textsOf = ({ displayName, description, hint, placeholder, options }: INodeProperties) => [
	displayName,
	description,
	hint,
	placeholder,
	...((options ?? []) as INodePropertyOptions[]).flatMap((option) => [
		option.name,
		option.description,
		option.action,
	]),
];

test.each([
	...nodes.map(({ name, description }) => [name, description.properties] as const),
	...credentials.map(({ type }) => [type.name, type.properties] as const),
])('the form of %s', (_, properties) => {
	const texts = allParameters(properties).flatMap(([, parameter]) => textsOf(parameter));
	expect(texts.flatMap((text) => problemsIn(text ?? ''))).toEqual([]);
});

const filesIn = (...patterns: string[]): Array<{ id: string }> =>
	patterns
		.flatMap((pattern) => globSync(pattern, { cwd: inRoot('.') }))
		.sort()
		.map((id) => ({ id }));

const textOf = (file: string): string => readFileSync(inRoot(file), 'utf8');

/** All nodes of the syntax tree of a source file. */
function syntaxNodes(file: string): ts.Node[] {
	const found: ts.Node[] = [];
	const visit = (node: ts.Node): void => {
		found.push(node);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true));
	return found;
}

testEach(filesIn('nodes/**/*.ts', 'credentials/*.ts'), 'the texts in the code', ({ id: file }) => {
	const tree = syntaxNodes(file);
	const literals = tree.filter(
		(node) =>
			ts.isStringLiteralLike(node) ||
			ts.isTemplateHead(node) ||
			ts.isTemplateMiddleOrTemplateTail(node),
	);
	expect(literals.flatMap(({ text }) => problemsIn(text))).toEqual([]);
	// The article of a variable word depends on the word. Use withArticle.
	const beforeExpressions = tree.filter(
		(node) => ts.isTemplateHead(node) || ts.isTemplateMiddle(node),
	);
	expect(beforeExpressions.filter(({ text }) => /(?:^|\W)an? $/i.test(text))).toEqual([]);
});

testEach(
	filesIn('docs/*.md', 'deploy/*.md', 'nodes/*/README.md', '*.md', 'examples/*.json'),
	'the docs and the examples',
	({ id: file }) => {
		expect(problemsIn(textOf(file))).toEqual([]);
	},
);
