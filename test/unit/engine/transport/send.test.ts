import type { IDataObject } from 'n8n-workflow';
import { planRequest } from '../../../../nodes/engine/request/buildRequest';
import { collectSecrets, createRedactor } from '../../../../nodes/engine/transport/redact';
import { send } from '../../../../nodes/engine/transport/send';
import { fakeConnection } from '../kit';

const plan = planRequest('GET /x');

describe('send', () => {
	it('redacts a secret that JSON escapes', async () => {
		const secret = 'pa"ss\\wörd';
		const connection = fakeConnection(() => ({ echo: `you sent ${secret}` }), {
			redact: createRedactor(collectSecrets({ password: secret })),
		});
		const { body } = await send(connection, plan, { replay: 'safe' });
		expect(JSON.stringify(body)).not.toContain(JSON.stringify(secret).slice(1, -1));
	});

	it('does not change a number that contains the digits of a secret', async () => {
		const connection = fakeConnection(() => ({ id: 912345 }), {
			redact: createRedactor(collectSecrets({ password: '1234' })),
		});
		expect((await send(connection, plan, { replay: 'safe' })).body).toEqual({ id: 912345 });
	});

	it("does not send the service's headers to another host after a redirect", async () => {
		const sentHeaders: IDataObject[] = [];
		const connection = fakeConnection(() => null, {
			headers: { 'x-key': 'sk-very-secret' },
			httpRequest: async (options) => {
				sentHeaders.push(options.headers as IDataObject);
				return await Promise.resolve(
					sentHeaders.length === 1
						? { statusCode: 302, headers: { location: 'https://elsewhere.test/' }, body: '' }
						: { statusCode: 200, headers: {}, body: '{}' },
				);
			},
		});
		await send(connection, plan, { replay: 'safe' });
		expect(sentHeaders[0]).toHaveProperty('x-key');
		expect(sentHeaders[1]).not.toHaveProperty('x-key');
	});
});
