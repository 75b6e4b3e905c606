import axios from 'axios';
import { LOCAL_TOKENS, startFinanceService } from '../../../services/financeData/service';
import { frozenClock } from '../../../services/kit/clock';

// A workflow test relies on this limit to show that the node stays below it.
test('only 500 requests are allowed in 10 seconds', async () => {
	const finance = await startFinanceService({ clock: frozenClock() });
	const read = async () =>
		await axios.get(`${finance.url}/versioned/store`, {
			params: { access_token: LOCAL_TOKENS.north },
			proxy: false,
			validateStatus: () => true,
			auth: { username: 'tenfold-client', password: 'tenfold-client-secret' },
			headers: { 'X-Rutter-Version': '2024-08-31' },
		});
	const statuses: number[] = [];
	for (let index = 0; index < 505; index++) statuses.push((await read()).status);
	expect(statuses.filter((status) => status === 429)).toHaveLength(5);
	await finance.clock.advance(10_001);
	expect((await read()).status).toBe(200);
	await finance.close();
});
