import axios from 'axios';
import { localServices, startLocalServices } from '../../services/list';

describe('the local test services', () => {
	it('start together, each with a credential for its URL', async () => {
		const { services, close } = await startLocalServices({ firstPort: 0 });
		expect(Object.keys(services)).toEqual(localServices.map(({ name }) => name));
		for (const { url, credential } of Object.values(services))
			expect(new URL(credential.data.baseUrl ?? '').origin).toBe(new URL(url).origin);
		await close();
	});

	it('have a token without a comment that expires soon, as the examples look for', async () => {
		const { services, close } = await startLocalServices({ firstPort: 0 });
		const { data } = services.workspaceToken!.credential;
		const { data: body } = await axios.get<{ token_infos: Array<Record<string, unknown>> }>(
			`${data.baseUrl}/api/2.0/token/list`,
			{ headers: { authorization: `Bearer ${data.token}` }, proxy: false },
		);
		await close();
		const found = body.token_infos.filter(
			({ comment, expiry_time: expiry }) =>
				!comment && Number(expiry) < Date.now() + 14 * 24 * 60 * 60 * 1000,
		);
		expect(found).toHaveLength(1);
	});
});
