/**
 * Every operation of all ten services with values that no field was made for. One field at a time is spoilt: the value is
 * either refused with its field named, or the request on the wire is the one that a good value makes, but for the value.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { allFieldsOf } from '../../nodes/engine/describe';
import type { NamedOperation } from '../contract/kit/pack';
import type { RunningService } from '../services/list';
import {
	impatient,
	movedTo,
	runAny,
	samplesOf,
	stageOf,
	subjects,
	type Subject,
} from './kit/anyNode';
import { frameDifferences, sentOf, textOf, textsOf, type Sent } from './kit/compare';
import { json, startHostile, type Hostile } from './kit/hostile';
import { nasty } from './kit/nasty';
import type { RunResult, Stage } from './kit/executor';

/** Values a field of an operation; the seed is fixed where every run has to find the same. */
const trials = process.env.TENFOLD_LONG ? 60 : 2;
const seed = process.env.TENFOLD_LONG ? Date.now() : 7;

/** Something that most operations take for the end of what they asked for. */
const answer = {
	id: 'made-up',
	name: 'projects/p/locations/l/operations/o',
	done: true,
	status: 'completed',
	response: { id: 'made-up' },
};
const options = { timeout: 2000, attempts: 1 };

let hostile: Hostile;
let local: RunningService;
let stage: Stage;

interface Outcome extends RunResult {
	readonly sent: readonly Sent[];
	readonly refused?: { message: string; context?: IDataObject; stack?: string };
}

async function outcome(
	{ service }: Subject,
	found: NamedOperation,
	values: IDataObject,
): Promise<Outcome> {
	hostile.seen.length = 0;
	const result = await runAny(service, stage, found, [values], { ...options, ...impatient(found) });
	const refused = (result.error ??
		(result.items[0] as { error?: unknown } | undefined)?.error) as Outcome['refused'];
	return { ...result, refused, sent: hostile.seen.map(sentOf) };
}

/** Settings that decide what is sent, and paths that a person gives on purpose: only host and headers are kept then. */
const steers = ({ operation }: NamedOperation, name: string): boolean => {
	const field = allFieldsOf(operation)[name]!;
	return (
		['choice', 'choices', 'flag', 'columns', 'rows', 'file'].includes(field.kind) ||
		/path|method/i.test(name) ||
		field.resourceName !== undefined
	);
};

const texts = new Set(['text', 'secret', 'id', 'value']);

function wrongIn(
	found: NamedOperation,
	name: string,
	value: unknown,
	before: Outcome,
	{ sent, refused }: Outcome,
): string[] {
	const field = allFieldsOf(found.operation)[name]!;
	const labels = Object.values(allFieldsOf(found.operation)).map(({ label }) => label);
	if (sent.length < before.sent.length) {
		if (!refused)
			return sent.length === 0
				? [`nothing was sent, and nothing was said (${JSON.stringify(sent)})`]
				: [];
		const says = `${refused.message} ${String(refused.context?.parameter ?? '')}`;
		return labels.some((label) => says.toLowerCase().includes(label.toLowerCase()))
			? []
			: [`refused without naming a field: ${refused.message}`];
	}
	const wrong = sent.slice(0, before.sent.length).flatMap((one, at) => {
		const frame = frameDifferences(before.sent[at]!, one, value);
		return steers(found, name)
			? frame.filter((difference) => /^(host|headers)/.test(difference))
			: frame;
	});
	const isSame = JSON.stringify(sent) === JSON.stringify(before.sent);
	if (
		wrong.length > 0 ||
		isSame ||
		steers(found, name) ||
		!texts.has(field.kind) ||
		typeof value !== 'string' ||
		value.trim() === ''
	)
		return wrong;
	const all = sent.flatMap(textsOf);
	return all.some((text) => text.includes(value) || text.includes(textOf(value)))
		? []
		: [
				`${JSON.stringify(value).slice(0, 100)} is not what was sent: ${JSON.stringify(sent).slice(0, 600)}`,
			];
}

describe.each(subjects.map((subject) => [subject.service.label, subject] as const))(
	'%s',
	(_, subject) => {
		beforeAll(async () => {
			local = await subject.start();
			hostile = await startHostile();
			hostile.answer = json(answer);
			stage = stageOf(subject.service, movedTo(hostile.url, local.credential));
		});
		afterAll(async () => {
			await hostile.close();
			await local.close();
		});

		test.each(subject.operations)(
			'$id refuses a value with its field named, or sends it as it is meant',
			async (found) => {
				const values = samplesOf(subject.service, found);
				const names = Object.entries(allFieldsOf(found.operation))
					.filter(([name, { kind }]) => kind !== 'file' && values[name] !== undefined)
					.map(([name]) => name);
				if (names.length === 0) return;
				const before = await outcome(subject, found, values);
				expect({
					sent: before.sent.length > 0,
					refused: before.sent.length > 0 ? undefined : before.refused?.message,
				}).toEqual({ sent: true, refused: undefined });
				await fc.assert(
					fc.asyncProperty(fc.constantFrom(...names), nasty, async (name, make) => {
						const value = make();
						const after = await outcome(subject, found, {
							...values,
							[name]: value as IDataObject[string],
						});
						const wrong = wrongIn(found, name, value, before, after).map(
							(one) => `${name}: ${one}`,
						);
						expect(wrong).toEqual([]);
					}),
					{
						seed,
						numRuns: Math.min(names.length, 8) * trials,
						endOnFailure: !process.env.TENFOLD_LONG,
					},
				);
				expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
			},
		);
	},
);
