import { buildSync } from 'esbuild';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import { inBuild } from '../../../tools/system/paths';
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

	it('run in a separate process, print their URLs, and exit on SIGTERM', async () => {
		// In the repository, where the services find the published descriptions.
		mkdirSync(inBuild(), { recursive: true });
		const folder = mkdtempSync(inBuild('services-'));
		const outfile = join(folder, 'main.cjs');
		buildSync({
			entryPoints: [join(__dirname, '../../services/main.ts')],
			bundle: true,
			platform: 'node',
			outfile,
		});
		const child = spawn(process.execPath, [outfile, '--port=0'], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
		const { mediaGeneration, codeHosting } = JSON.parse(line);
		const { status } = await axios.get(`${mediaGeneration.url}/_control/state`, { proxy: false });
		expect(status).toBe(200);
		// The description of the provider is found from the bundle.
		const described = await fetch(`${codeHosting.url}/user`);
		expect(described.status).toBe(401);
		child.kill('SIGTERM');
		expect(await once(child, 'exit')).toEqual([0, null]);
		rmSync(folder, { recursive: true });
	});
});
