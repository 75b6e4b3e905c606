/** Reading over many pages, against the local service's own answers. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { readEfforts } from '../../../nodes/ActivityTracking/efforts';
import { readLeaderboard } from '../../../nodes/ActivityTracking/leaderboard';
import { activityTracking } from '../../../nodes/ActivityTracking/service';
import type { Call } from '../../../nodes/engine/call';
import { checked } from '../../../nodes/engine/check';
import { leaderboardResponse as leaderboardAnswer } from '../../services/activityTracking/leaderboard';
import type { Query } from '../../services/activityTracking/query';
import { createSeedData as newWorld } from '../../services/activityTracking/seedData';
import { fakeConnection } from '../engine/kit';

const { leaderboard, segmentEffort } = activityTracking.resources;
const texts = (query: IDataObject): Query =>
	Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));

test('a leaderboard has every entry once, whatever the limit, the context and its place', async () => {
	const world = newWorld();
	const own = world.athletes[0]!;
	// Three pages of the largest size: each brings the own entries along again.
	for (let index = world.athletes.length; index < 450; index++)
		world.athletes.push({
			...own,
			id: own.id + index,
			name: `Athlete ${index}`,
			gender: index % 2 ? 'F' : 'M',
		});
	const options = fc.record({
		most: fc.option(fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 190, max: 460 })), {
			nil: undefined,
		}),
		contextEntries: fc.nat(15),
		contextFirst: fc.boolean(),
		gender: fc.constantFrom(undefined, 'M', 'F'),
	});
	await fc.assert(
		fc.asyncProperty(options, async ({ most, contextEntries, contextFirst, gender }) => {
			const count = world.athletes.filter(
				(athlete) => gender === undefined || athlete.gender === gender,
			).length;
			const all = Array.from({ length: count }, (_, index) => index + 1);
			const call = {
				operation: leaderboard!.operations.getAll,
				connection: { credential: {} },
				input: { segmentId: '1', contextEntries, ...(gender ? { gender } : {}) },
				most,
				request: async (_: string, { query = {} }: { query?: IDataObject }) =>
					await Promise.resolve({
						status: 200,
						headers: {},
						body: leaderboardAnswer(world, own, true, texts(query), contextFirst),
					}),
			} as unknown as Call<object>;
			const rows = (await readLeaderboard(call)).map(({ json }) => json);
			const page = rows.filter(({ entry_type: type }) => type === 'page').map(({ rank }) => rank);
			const context = rows
				.filter(({ entry_type: type }) => type === 'context')
				.map(({ rank }) => rank);
			expect(page).toEqual(all.slice(0, most));
			expect(new Set([...page, ...context]).size).toBe(rows.length);
			const at = ownPlace(world, gender);
			const near =
				at < 0 ? [] : all.slice(Math.max(0, at - contextEntries), at + contextEntries + 1);
			expect(context).toEqual(near.filter((rank) => !page.includes(rank)));
		}),
	);
});

/** Place of the athlete among those that a filter leaves: fifteenth of all, and of their own gender behind seven others. */
function ownPlace({ athletes }: ReturnType<typeof newWorld>, gender?: string): number {
	const [own, ...others] = athletes;
	const order = [...others.slice(0, 14), own!, ...others.slice(14)].filter(
		(athlete) => gender === undefined || athlete.gender === gender,
	);
	return order.indexOf(own!);
}

/** Efforts of a service that gives pages, or ignores the number of the page. */
const efforts = async (
	count: number,
	isPaged: boolean,
	current: boolean,
	most?: number,
): Promise<unknown[]> => {
	const connection = fakeConnection(
		({ qs = {} }) => {
			const size = Number(qs.per_page);
			const from = isPaged ? (Number(qs.page ?? 1) - 1) * size : 0;
			return Array.from({ length: Math.max(0, Math.min(size, count - from)) }, (_, index) => ({
				id: String(from + index),
			}));
		},
		{ credential: { interface: current ? 'current' : 'specified' } },
	);
	const call = {
		operation: segmentEffort!.operations.getAll,
		connection,
		input: { segmentId: '1' },
		most,
	} as unknown as Call<{ segmentId: string }>;
	return (await readEfforts(call)).map(({ json }) => json.id);
};
const firstOf = (count: number) => Array.from({ length: count }, (_, index) => String(index));
const counts = fc.integer({ min: 0, max: 650 });
const limits = fc.option(fc.integer({ min: 1, max: 700 }), { nil: undefined });

test('efforts come once each and in order, in both forms of the interface', async () => {
	await fc.assert(
		fc.asyncProperty(counts, limits, fc.boolean(), async (count, most, current) => {
			expect(await efforts(count, true, current, most)).toEqual(
				firstOf(Math.min(count, most ?? count)),
			);
		}),
	);
});

test('a service that ignores the number of the page gives all there is, or says that it cannot', async () => {
	await fc.assert(
		fc.asyncProperty(counts, limits, async (count, most) => {
			const wanted = Math.min(count, most ?? count);
			const read = efforts(count, false, true, most);
			// A full page leaves open whether there is more.
			if (wanted > 200 || (wanted === 200 && most !== 200))
				await expect(read).rejects.toThrow('The service gives no more than 200 efforts at once');
			else expect(await read).toEqual(firstOf(wanted));
		}),
	);
});

test('an id is taken as it is exactly where it is one to nineteen digits', () => {
	const field = segmentEffort!.operations.get!.fields.effortId!;
	const digits = fc
		.array(fc.constantFrom(...'0123456789'), { minLength: 1, maxLength: 22 })
		.map((all) => all.join(''));
	fc.assert(
		fc.property(digits, (value) => {
			if (value.length <= 19) expect(checked(field, value)).toBe(value);
			else
				expect(() => checked(field, value)).toThrow('Segment Effort must be an id of digits alone');
		}),
	);
	for (const value of ['12/34', '..', '1e5', '-1', '12 34', 'starred'])
		expect(() => checked(field, value)).toThrow('Segment Effort must be an id of digits alone');
	expect(checked(field, ' 42 ')).toBe('42');
});
