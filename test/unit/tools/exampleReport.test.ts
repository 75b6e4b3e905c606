import { exampleReport } from '../../../tools/sandbox/exampleReport';
import type { ExampleResult } from '../../../tools/sandbox/runExample';

const result = (workflow: string, message = 'ok'): ExampleResult => ({
	workflow,
	itemsOut: 2,
	ms: 1250,
	ok: message === 'ok',
	message,
});
const lastLine = (results: ExampleResult[]): string | undefined =>
	exampleReport(results).split('\n').at(-1);

test('the report ends with the totals', () => {
	const report = exampleReport([result('Prompts to images'), result('Orders')]).split('\n');
	expect(report).toEqual([
		'ok     1.3 s  Prompts to images: 2 items',
		'ok     1.3 s  Orders: 2 items',
		'',
		'All 2 workflows succeeded in 2.5 s.',
	]);
});

test('the last line names the workflows that failed', () => {
	expect(
		lastLine([result('A'), result('B', 'error in "Get": not found'), result('C', 'error')]),
	).toBe('1 of 3 workflows succeeded in 3.8 s. Failed: B, C');
});

test('without workflows, the report says that nothing was checked', () => {
	expect(lastLine([])).toMatch(/^No workflows found/);
});
