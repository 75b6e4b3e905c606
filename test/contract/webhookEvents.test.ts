// Compares the events of the webhook trigger with those that the provider publishes.
import { allEvents, isAvailable } from '../../nodes/CodeHosting/triggers/webhookEvents';
import { codeHosting } from '../../nodes/CodeHosting/service';
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
