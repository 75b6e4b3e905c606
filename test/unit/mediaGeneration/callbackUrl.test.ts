import type { Call } from '../../../nodes/engine/describe';
import { resolveCallbackUrl } from '../../../nodes/MediaGeneration/waitByCallback';
import { thrownError } from '../engine/kit';

const resolve = (callbackUrl: string): string | undefined => {
	const input = { callbackUrl };
	const connection = { address: { url: 'https://media.example.com' } };
	return resolveCallbackUrl(
		{ input, itemCount: 1, connection } as unknown as Call<never>,
		{
			...input,
			wait: 'none',
		} as never,
	);
};

test('a callback URL that is a URI is sent', () =>
	expect(resolve('https://example.com/done?a=%C3%A4')).toBe('https://example.com/done?a=%C3%A4'));

test.each(['https://example.com/a b', 'https://example.com/ä', 'https://example.com/{id}'])(
	'a callback URL that is no URI is rejected: %s',
	(url) => expect(thrownError(() => resolve(url)).message).toContain('without spaces'),
);
