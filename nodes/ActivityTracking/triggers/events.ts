/** Events in the format that both triggers emit. Pure. */
import type { IDataObject } from 'n8n-workflow';
import { eventKeyOf, parseJson, simplifyRow } from '../../engine';
import { flag, isObject, ownValue, several, simplifyField, toText } from '../../engine/describe';
import { activityBrief } from '../shapes';

/** Labels of the events that users can select in the webhook trigger. */
const eventLabels = {
	activityCreated: 'Activity Created',
	activityUpdated: 'Activity Updated',
	activityDeleted: 'Activity Deleted',
	accessRevoked: 'Access Revoked',
} as const;
export type EventName = keyof typeof eventLabels;

export const form = {
	fields: {
		events: several('Events', eventLabels, {
			description:
				'Events that start the workflow. The service sends Activity Updated if the title, the type or the privacy changes.',
			required: true,
			default: ['activityCreated'],
		}),
	},
	options: {
		otherAthletes: flag('Include Other Athletes', {
			description:
				'Whether to also emit the events of other athletes who have connected to the application. The trigger cannot confirm these events with the credential: their items contain no activity, and confirmed is false. If you turn this on, the items of confirmed events contain confirmed, too.',
		}),
		replaceExisting: flag('Replace Existing Subscription', {
			description:
				'Whether to delete the existing push subscription of the application if it belongs to another URL. The workflow or app at this URL then receives no more events. The trigger does this only when you start the workflow, not when n8n restarts.',
			default: true,
		}),
		...simplifyField,
	},
};

/** The properties that the service reports when they change. */
const updateKeys = ['title', 'type', 'private', 'authorized'] as const;
export type Updates = Readonly<Partial<Record<(typeof updateKeys)[number], string>>>;

/** An event that the service pushes. It is not signed. */
export interface PushedEvent {
	readonly name: EventName;
	readonly objectId: string;
	readonly athleteId: string;
	readonly subscriptionId: string;
	/** Unix time in seconds. */
	readonly time: number;
	/** The changed properties, with their new values as text. */
	readonly updates: Updates;
}

const activityEvents: Readonly<Record<string, EventName>> = {
	create: 'activityCreated',
	update: 'activityUpdated',
	delete: 'activityDeleted',
};

/** The last date in JavaScript, as Unix time in seconds. */
const maxTime = 8_640_000_000_000;

/** No leading zeros: an event with such an ID would have another key than the genuine event. */
const idPattern = /^[1-9]\d{0,18}$/;

const wideIds = ['object_id', 'owner_id', 'subscription_id'];

/** Parses the body of a request. Returns undefined if it is not one of the documented events. */
export function parseEvent(body: Buffer): PushedEvent | undefined {
	const payload = parseObject(body);
	const [objectId, athleteId, subscriptionId] = wideIds.map((key) => toText(payload?.[key]));
	const { object_type: type, aspect_type: aspect, event_time: time } = payload ?? {};
	const updates = parseUpdates(payload?.updates);
	const name =
		type === 'activity'
			? ownValue(activityEvents, toText(aspect))
			: type === 'athlete' && updates.authorized === 'false'
				? 'accessRevoked'
				: undefined;
	const hasIds = [objectId, athleteId, subscriptionId].every((id) => idPattern.test(id!));
	if (name === undefined || !hasIds || !isTime(time)) return undefined;
	return {
		name,
		objectId: objectId!,
		athleteId: athleteId!,
		subscriptionId: subscriptionId!,
		time,
		updates,
	};
}

const isTime = (value: unknown): value is number =>
	Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxTime;

/** Ignores other properties, because the service does not confirm their values. */
const parseUpdates = (value: unknown): Updates =>
	isObject(value)
		? Object.fromEntries(
				updateKeys
					.filter((key) => Object.hasOwn(value, key))
					.map((key) => [key, toText(value[key])]),
			)
		: {};

function parseObject(body: Buffer): IDataObject | undefined {
	try {
		const value = parseJson(body.toString('utf8'), wideIds);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** The item of a pushed event. */
export const pushedItem = (
	eventKey: string,
	{ name, objectId, athleteId, time, updates }: PushedEvent,
	activity: IDataObject | undefined,
	simplify: boolean,
): IDataObject => ({
	eventKey,
	event: name,
	...(name === 'accessRevoked' ? {} : { activity_id: objectId }),
	athlete_id: athleteId,
	event_time: new Date(time * 1000).toISOString(),
	...(name === 'activityUpdated' ? { updates } : {}),
	...(activity === undefined ? {} : { activity: activityOutput(activity, simplify) }),
});

/** The item of an activity that a poll found. The time of its creation is not known. */
export function polledItem(activity: IDataObject, simplify: boolean): IDataObject {
	const objectId = toText(activity.id);
	const athleteId = athleteIdOf(activity);
	return {
		eventKey: activityEventKey('activityCreated', { objectId, athleteId }),
		event: 'activityCreated',
		activity_id: objectId,
		athlete_id: athleteId,
		activity: activityOutput(activity, simplify),
	};
}

export const athleteIdOf = ({ athlete }: IDataObject): string =>
	toText(isObject(athlete) ? athlete.id : undefined);

const activityOutput = (activity: IDataObject, simplify: boolean): IDataObject =>
	simplify ? simplifyRow({ json: activity }, activityBrief).json : activity;

/**
 * Deduplication key. The first creation of an activity has the same key in both triggers, without a
 * time. All other events can happen several times.
 */
export const activityEventKey = (
	name: EventName,
	{ objectId, athleteId, time }: { objectId: string; athleteId: string; time?: number | string },
): string => eventKeyOf(athleteId, objectId, name, ...(time === undefined ? [] : [time]));
