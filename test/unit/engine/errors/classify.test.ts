import type { Classification } from '../../../../nodes/engine/describe';
import { classify, requestIdOf } from '../../../../nodes/engine/errors/classify';
import { createRedactor } from '../../../../nodes/engine/errors/redact';

const secret = 'sk-very-secret';
const redact = createRedactor([secret]);

const infoOf = (info: Classification): Classification =>
	classify({ service: { classify: () => info, errors: {} }, redact } as never, {
		status: 400,
		headers: {},
		body: {},
	});

describe.each([
	['a code', 100, (code: string) => infoOf({ code }).code],
	['a message', 2000, (text: string) => infoOf({ text }).text],
	['a detail', 2000, (detail: string) => infoOf({ facts: { detail } }).facts?.detail],
	[
		'the name of a detail',
		100,
		(name: string) => Object.keys(infoOf({ facts: { [name]: 1 } }).facts ?? {})[0],
	],
	['a request ID', 100, (id: string) => requestIdOf({ redact }, { 'x-request-id': id })],
] as const)('%s', (_, maxLength, read) => {
	test(`is truncated to ${maxLength} characters after secrets are redacted`, () => {
		// Without redaction, the end of the text would be the beginning of the secret.
		const start = 'x'.repeat(maxLength - 10);
		expect(read(`${start}${secret}${'y'.repeat(9000)}`)).toBe(`${start}[secret]yy…`);
	});
});
