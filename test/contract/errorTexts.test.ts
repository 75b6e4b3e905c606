import { maxTextLength } from '../../nodes/engine/errors/classify';
import { services } from './kit/pack';

/** Text that the engine truncates directly before the secret. */
const text = `${'x'.repeat(maxTextLength)}sk-very-secret-0123456789`;

/** Error bodies in the formats of the services. */
const bodies = [
	{ message: text, detail: text, error: text },
	{ error: { message: text, code: text, status: text } },
	{ error_code: text, error_message: text, error_metadata: { human_readable: text } },
	{ status: 'error', errors: [{ message: text, field: text }], data: [] },
	{ detail: [{ loc: ['body', text], msg: text }] },
];

// The engine redacts secrets before it truncates a text. If a service truncated the text first, the
// beginning of a secret could remain.
test.each(services.map((service) => [service.label, service] as const))(
	'%s: classify returns error texts completely',
	(_, service) => {
		const texts = bodies
			.map((body) => service.classify({ body, status: 400, headers: {} }))
			.flatMap((info) => [info.code, info.text, ...Object.values(info.facts ?? {})])
			.filter((value) => JSON.stringify(value)?.includes('xxx'));
		expect(texts).not.toEqual([]);
		for (const value of texts) expect(JSON.stringify(value)).toContain(text);
	},
);
