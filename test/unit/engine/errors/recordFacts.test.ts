import { recordFacts } from '../../../../nodes/engine/errors/responseErrors';

const unchanged = (text: string): string => text;

test('the innermost record is named; it and the records that contain it are to be checked', () => {
	const owner = { label: 'Owner', value: 'octo' };
	const repository = { label: 'Repository Name', value: 'hello', byName: true };
	expect(recordFacts([owner, repository, { label: 'Run ID', value: '7' }], unchanged)).toEqual({
		record: 'Run 7',
		recordCheck: 'Check its ID, Owner octo and Repository hello',
	});
	expect(recordFacts([owner, repository], unchanged)).toEqual({
		record: 'Repository hello',
		recordCheck: 'Check its name and Owner octo',
	});
	expect(recordFacts([owner], unchanged).recordCheck).toBe('Check its ID');
	const issue = { label: 'Issue Number', value: '1120', byNumber: true };
	expect(recordFacts([owner, issue], unchanged)).toEqual({
		record: 'Issue 1120',
		recordCheck: 'Check its number (the number, not the `id`) and Owner octo',
	});
	expect([recordFacts([], unchanged), recordFacts(undefined, unchanged)]).toEqual([{}, {}]);
});

test('a value is redacted before it is shortened', () => {
	const secret = `${'x'.repeat(99)}-secret`;
	const redact = (text: string): string => text.replaceAll(secret, '***');
	expect(recordFacts([{ label: 'Token', value: secret }], redact).record).toBe('Token ***');
	expect(
		recordFacts([{ label: 'Token', value: 'y'.repeat(500) }], redact).record!.length,
	).toBeLessThan(120);
});
