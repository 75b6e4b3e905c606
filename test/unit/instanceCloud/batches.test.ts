import fc from 'fast-check';
import { splitByQueryLength } from '../../../nodes/InstanceCloud/batches';
import { validNames } from './validNames';

test('targets are split into queries that fit into a URL, and none is lost', () => {
	fc.assert(
		fc.property(
			fc.array(
				fc.oneof(
					fc.uuid().map((uuid) => ({ uuid })),
					validNames.map((name) => ({ name })),
				),
				{ maxLength: 600 },
			),
			(targets) => {
				const ranges = splitByQueryLength(targets);
				expect(ranges.flatMap(([from, to]) => targets.slice(from, to))).toEqual(targets);
				for (const [from, to] of ranges)
					expect(
						targets
							.slice(from, to)
							.map((target) => new URLSearchParams(target).toString())
							.join('&').length,
					).toBeLessThan(6500);
			},
		),
		{ numRuns: 50 },
	);
});
