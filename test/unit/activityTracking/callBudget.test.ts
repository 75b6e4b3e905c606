import { CallBudget } from '../../../nodes/ActivityTracking/triggers/confirmEvent';

let now: number;
beforeEach(() => {
	now = 0;
});

const windows = [
	{ requests: 2, perMs: 1000 },
	{ requests: 5, perMs: 10_000 },
];
/** How many of ten calls the budget allows. */
const allowed = (budget: CallBudget, scope = 'a') =>
	Array.from({ length: 10 }, () => budget.spend(scope)).filter(Boolean).length;

test('allows a number of calls in each window', () => {
	const budget = new CallBudget(windows, () => now);
	const calls = [0, 999, 1000, 2000, 3000, 10_000].map((time) => {
		now = time;
		return allowed(budget);
	});
	expect(calls).toEqual([2, 0, 2, 1, 0, 2]);
});

test('each scope has its own budget', () => {
	const budget = new CallBudget(windows, () => now);
	expect([allowed(budget), allowed(budget, 'b'), allowed(budget)]).toEqual([2, 2, 0]);
});
