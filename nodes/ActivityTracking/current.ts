/** Which of the two interfaces the credential is for: the one of the specification, or the one that the public documentation shows today. */
import type { Call, OpenedBody } from '../engine/describe';

export const isCurrent = ({ connection }: Pick<Call<unknown>, 'connection'>): boolean =>
	connection.credential.interface === 'current';

/** A body as a form, which the current interface wants where it writes. */
export const formBody = (values: Record<string, string>) => async (): Promise<OpenedBody> =>
	await Promise.resolve({
		// n8n writes the form itself, and takes nothing that is written already.
		body: new URLSearchParams(values),
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
	});
