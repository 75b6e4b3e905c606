/**
 * The credential's Interface setting: the interface in the specification, or the one in the current
 * public documentation.
 */
import type { Call, OpenedBody } from '../engine/describe';

export const usesPublicInterface = ({ connection }: Pick<Call<unknown>, 'connection'>): boolean =>
	connection.credential.interface === 'current';

/** A form body, which the public interface requires for writes. */
export const formBody = (values: Record<string, string>) => async (): Promise<OpenedBody> =>
	await Promise.resolve({
		// n8n encodes the form itself and does not accept an encoded string.
		body: new URLSearchParams(values),
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
	});
