// Compares the events of the webhook trigger with those that the provider publishes.
import {
	allEvents,
	eventChoices,
	everyEvent,
	isAvailable,
} from '../../nodes/CodeHosting/triggers/webhookEvents';
import { codeHosting } from '../../nodes/CodeHosting/service';
import { organizationEvents, repositoryEvents } from '../services/codeHosting/webhookEvents';
import { readDescription } from './kit/published/description';

const published = Object.entries(readDescription(codeHosting).extract.webhooks ?? {}).filter(
	([name]) => name !== 'ping',
);

test('the trigger has all events, with their actions', () => {
	expect(published.length).toBeGreaterThan(80);
	expect(allEvents).toEqual(
		Object.fromEntries(published.map(([name, { actions }]) => [name, actions])),
	);
});

test.each(['repository', 'organization'] as const)(
	'the trigger knows which events a webhook of a %s can receive',
	(source) => {
		expect(published.map(([name]) => [name, isAvailable(name, source)])).toEqual(
			published.map(([name, { webhooks }]) => [name, webhooks.includes(source)]),
		);
		expect(isAvailable('an_event_of_the_future', source)).toBe(true);
	},
);

test('the form lists each event once, and all events first', () => {
	const values = eventChoices.map(({ value }) => value);
	expect(values).toEqual([everyEvent, ...Object.keys(allEvents)]);
	expect(new Set(eventChoices.map(({ name }) => name)).size).toBe(values.length);
});

test('the local service knows the same events', () => {
	const events = published.map(([name]) => name);
	expect(repositoryEvents).toEqual(events.filter((name) => isAvailable(name, 'repository')).sort());
	expect([...repositoryEvents, ...organizationEvents].sort()).toEqual(
		events.filter((name) => isAvailable(name, 'organization')).sort(),
	);
});
