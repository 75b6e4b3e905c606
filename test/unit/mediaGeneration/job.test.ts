import { isFinal } from '../../../nodes/MediaGeneration/job';

test.each([
	[{ status: 'running' }, false],
	[{ status: 'completed' }, false],
	// The files are attached shortly after the status changes.
	[{ status: 'completed', outputs: [] }, false],
	[{ status: 'completed', outputs: [{ url: 'https://files.example.com/1' }] }, true],
	[{ status: 'failed', outputs: [] }, true],
	[{ status: 'canceled' }, true],
	[{ status: 'stalled' }, false],
])('whether the job %j is final: %j', (job, final) => expect(isFinal(job)).toBe(final));

test('a stalled job is final if the user has decided so', () =>
	expect(isFinal({ status: 'stalled' }, true)).toBe(true));
