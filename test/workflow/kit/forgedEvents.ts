// Forged push events: genuine events that were tampered with. Events are not signed, so the forger
// can know the subscription and the athlete.

import type { RandomInteger } from './random';

/** A genuine event about an activity of the athlete. */
export type GenuineEvent = Readonly<Record<string, unknown>>;

/** Turns a genuine event into the body of a forged request. */
export type EventForgery = (event: GenuineEvent, random: RandomInteger) => string;

type Forgeries = Readonly<Record<string, EventForgery>>;

const withValues =
	(values: (random: RandomInteger, event: GenuineEvent) => object): EventForgery =>
	(event, random) =>
		JSON.stringify({ ...event, ...values(random, event) });

/** Replaces the JSON of one value, which JSON.stringify() may be unable to produce. */
const withRawValue =
	(key: string, rawValues: readonly string[]): EventForgery =>
	(event, random) =>
		JSON.stringify(event).replace(
			new RegExp(`"${key}":[^,}]+`),
			() => `"${key}":${rawValues[random(rawValues.length)]}`,
		);

const notAnId = [
	'NaN',
	'Infinity',
	'1e400',
	'-1',
	'0',
	'"0321934"',
	'0.5',
	'null',
	'true',
	'""',
	'" "',
	'"1/../../athlete"',
	'"321934?x=1"',
	'"３２１９３４"',
	'[]',
	'[321934,321935]',
	'{}',
	'{"toString":"321934"}',
	'99999999999999999999',
	'123456789012345678901234567890',
];
const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

/** The trigger can reject these without asking the service. */
export const malformedEvents: Forgeries = {
	'an empty body': () => '',
	'a body that is not an object': (event, random) =>
		['null', '1', '"text"', 'true', '[]', JSON.stringify([event])][random(6)]!,
	'truncated JSON': (event, random) => {
		const body = JSON.stringify(event);
		return body.slice(0, random(body.length - 1) + 1);
	},
	'JSON with a second value': (event) => `${JSON.stringify(event)}{}`,
	'a form': (event) => new URLSearchParams(event as Record<string, string>).toString(),
	'an invalid object ID': withRawValue('object_id', notAnId),
	'an invalid athlete ID': withRawValue('owner_id', notAnId),
	'an invalid subscription ID': withRawValue('subscription_id', notAnId),
	'a missing value': (event, random) => {
		const required = [
			'object_type',
			'object_id',
			'aspect_type',
			'owner_id',
			'event_time',
			'subscription_id',
		];
		return JSON.stringify({ ...event, [required[random(required.length)]!]: undefined });
	},
	'an unknown object type': withValues((random) => ({
		object_type: ['segment', 'ACTIVITY', '', null, {}, ...inherited][random(10)],
	})),
	'an unknown aspect': withValues((random) => ({
		aspect_type: ['created', 'CREATE', '', null, {}, ...inherited][random(10)],
	})),
	'values in the prototype': (event) => `{"__proto__":${JSON.stringify(event)}}`,
	'an invalid time': withRawValue('event_time', [
		...['"now"', 'null', '1.5', '1e400', '[1769846400]', '-1'],
		// Safe integers that are later than the last date in JavaScript.
		...['8640000000001', '9007199254740991'],
	]),
	'a time in a string': withValues((_, { event_time: time }) => ({ event_time: String(time) })),
	'an athlete that was not revoked': withValues((random) => ({
		object_type: 'athlete',
		updates: [{}, { authorized: 'true' }, { authorized: null }, 'authorized', null][random(5)],
	})),
};

/** The trigger can reject these, too: they do not match its subscription or its athlete. */
export const foreignEvents: Forgeries = {
	'another subscription': withValues((random, { subscription_id: id }) => ({
		subscription_id: Number(id) + 1 + random(1000),
	})),
	'another athlete': withValues((random, { owner_id: id }) => ({
		owner_id: Number(id) + 1 + random(1000),
	})),
};

/** Well-formed events that only the service can disprove. */
export const disprovedEvents: Forgeries = {
	'an unknown activity': withValues((random) => ({ object_id: 1_000_000 + random(1e9) })),
	'an activity with a huge ID': withValues((random) => ({
		object_id: `9${String(random(1e9)).padStart(18, '0')}`,
	})),
	'a deleted activity that still exists': withValues(() => ({ aspect_type: 'delete' })),
	'an update with another title': withValues((random) => ({
		aspect_type: 'update',
		updates: { title: `Forged ${random(1e6)}` },
	})),
	'an update with one wrong value': withValues((random, { updates }) => ({
		aspect_type: 'update',
		updates: {
			...(updates as object),
			...[{ type: 'Yoga' }, { private: 'true' }, { title: {} }][random(3)],
		},
	})),
	'a revocation while the access is valid': withValues(() => ({
		object_type: 'athlete',
		aspect_type: 'update',
		updates: { authorized: 'false' },
	})),
};

/** Updates that the service confirms, with keys that no service sends. */
export const updatesWithForeignKeys: Forgeries = {
	'inherited keys': (event, random) =>
		JSON.stringify({ ...event, aspect_type: 'update' }).replace(
			'"updates":{',
			`"updates":{"${inherited[random(inherited.length)]}":"forged",`,
		),
	'unknown keys': withValues((random, { updates }) => ({
		aspect_type: 'update',
		updates: { ...(updates as object), [`forged${random(99)}`]: { forged: [random(9)] } },
	})),
};
