/**
 * The credential's Interface setting: the interface in the specification, or the one in the current
 * public documentation.
 */
import type { Call, OpenedBody } from '../engine/describe';

export const usesPublicInterface = ({ connection }: Pick<Call<unknown>, 'connection'>): boolean =>
	connection.credential.interface === 'current';

/** Values of a form. Undefined values are left out. */
type FormValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** A form body, which the public interface requires for most writes. */
export const formBody = (values: FormValues) => async (): Promise<OpenedBody> =>
	await Promise.resolve({
		// n8n encodes the form itself and does not accept an encoded string.
		body: new URLSearchParams(toFormTexts(values)),
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
	});

/** The values as text. Flags become 0 and 1. */
export const toFormTexts = (values: FormValues): Record<string, string> =>
	Object.fromEntries(
		Object.entries(values).flatMap(([name, value]) =>
			value === undefined
				? []
				: [[name, String(typeof value === 'boolean' ? Number(value) : value)]],
		),
	);
