// Starts the slowest test files first. Otherwise, one of them could start when all others have
// finished, and a fresh clone has no record of how long each file takes.
const { sep } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that take longest, slowest first. `npm test` prints the ten slowest files at its end. */
const slowest = [
	'host/editor/editor',
	'host/queue/queueMode',
	'host/editor/connect',
	'host/queue/events',
	'host/editor/',
	'host/queue/',
	'host/load/',
	'host/services/activityTracking',
	'host/examples/',
	'host/services/codeHosting',
	'host/services/callbacks',
	'workflow/publishedResponses',
	'workflow/retries',
	'workflow/faults/',
	'workflow/fuzz',
	'workflow/codeHosting.test',
	'contract/published',
];

module.exports = class extends Sequencer {
	sort(tests) {
		const rank = ({ path }) => {
			const found = slowest.findIndex((part) =>
				path.split(sep).join('/').includes(`/test/${part}`),
			);
			return found < 0 ? slowest.length : found;
		};
		return super.sort(tests).sort((a, b) => rank(a) - rank(b));
	}
};
