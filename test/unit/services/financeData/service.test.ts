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

test('a new invoice is open and has a total, and exactly one invoice is overdue', async () => {
	const finance = await startFinanceService();
	const ask = async (method: string, path: string, data?: object) =>
		(
			await axios.request<Record<string, unknown>>({
				method,
				url: `${finance.url}/versioned/accounting/${path}`,
				data,
				params: { access_token: LOCAL_TOKENS.north },
				proxy: false,
				auth: { username: 'tenfold-client', password: 'tenfold-client-secret' },
				headers: { 'X-Rutter-Version': '2024-08-31' },
			})
		).data;
	const invoice = { line_items: [{ total_amount: 12.5 }, { total_amount: '7.5' }] };
	expect(await ask('POST', 'invoices', { invoice })).toMatchObject({
		invoice: { ...invoice, status: 'open', total_amount: 20, amount_due: 20 },
	});
	const today = new Date().toISOString().slice(0, 10);
	const { invoices } = (await ask('GET', 'invoices')) as {
		invoices: { document_number?: string; due_date?: string; amount_due: number }[];
	};
	const overdue = invoices.filter((one) => one.amount_due > 0 && (one.due_date ?? today) < today);
	expect(overdue.map(({ document_number: number }) => number)).toEqual(['INV-3']);
	expect(await ask('GET', 'company_info')).toMatchObject({ company_info: { name: 'North Books' } });
	await finance.close();
});

test.each([
	[
		'bill_payments',
		{ bill_payment: { linked_bills: [{ id: 'b', allocated_amount: 1 }] } },
		'bill_payment.linked_bills[0].id: The bill b does not exist in this connection.',
	],
	[
		'invoice_credit_applications',
		{ invoice_credit_application: { invoice_credit_memo_id: 'm' } },
		'invoice_credit_application.invoice_credit_memo_id: The invoice_credit_memo m does not exist in this connection.',
	],
	[
		'invoices',
		{ invoice: { customer_id: 'c', line_items: [] } },
		'invoice.customer_id: The customer c does not exist in this connection.',
	],
	[
		'expenses',
		{ expense: { line_items: [{ account_id: 'a' }] } },
		'expense.line_items[0].account_id: The account a does not exist in this connection.',
	],
	[
		'bills',
		{ bill: { vendor_id: 'v' } },
		'bill.vendor_id: The vendor v does not exist in this connection.',
	],
])(
	'a write to %s with the ID of a record that does not exist is rejected',
	async (path, data, message) => {
		const finance = await startFinanceService();
		const response = await axios.post(`${finance.url}/versioned/accounting/${path}`, data, {
			params: { access_token: LOCAL_TOKENS.north },
			proxy: false,
			validateStatus: () => true,
			auth: { username: 'tenfold-client', password: 'tenfold-client-secret' },
			headers: { 'X-Rutter-Version': '2024-08-31' },
		});
		expect(response.status).toBe(400);
		expect(response.data).toEqual({
			error_type: 'INVALID_REQUEST',
			error_code: 'VALIDATION_FAILED',
			error_message: message,
		});
		expect(finance.state.jobs).toEqual([]);
		await finance.close();
	},
);
