import { readErrorInfo } from '../../nodes/engine/transport/errorInfo';
import { createRedactor } from '../../nodes/engine/transport/redact';
import { services } from './kit/pack';

const secret = 'sk-very-secret-0123456789';
const redact = createRedactor([secret]);

/**
 * Positions of the secret in the text, just below a limit of 300, 500, 1000 and 2000 characters.
 * Truncating the text to such a limit before redacting it would leave a part of the secret.
 */
const lengthsBefore = [280, 490, 985, 1990];

test.each(services.map((service) => [service.label, service] as const))(
	'%s: a secret in a long error text is redacted before the text is truncated',
	(_, service) => {
		for (const length of lengthsBefore) {
			const text = `${'x'.repeat(length)}${secret}`;
			const bodies = [
				{ message: text, detail: text, error: text },
				{ error: { message: text, code: text, status: text } },
				{ error_code: text, error_message: text, error_metadata: { human_readable: text } },
				{ status: 'error', errors: [{ message: text, field: text }], data: [] },
				{ detail: [{ loc: ['body', text], msg: text }] },
			];
			for (const body of bodies) {
				const info = readErrorInfo({ service, redact } as never, body, {
					status: 400,
					headers: {},
				});
				expect(JSON.stringify(info)).not.toContain('sk-');
			}
		}
	},
);
