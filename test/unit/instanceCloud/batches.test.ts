import { splitByQueryLength } from '../../../nodes/InstanceCloud/batches';

test.each([0, 1, 600])('%i targets are split into queries that fit into a URL', (count) => {
	const targets = Array.from({ length: count }, (_, index) =>
		index % 2 ? { name: `${'a'.repeat(60)}.b${index}` } : { uuid: crypto.randomUUID() },
	);
	const batches = splitByQueryLength(targets).map(([from, to]) => targets.slice(from, to));
	expect(batches.flat()).toEqual(targets);
	for (const batch of batches)
		expect(
			batch.map((target) => new URLSearchParams(Object.entries(target))).join('&').length,
		).toBeLessThan(6500);
});
