// The counterparts of n8n's own nodes exist in this pack, and the page about them is up to date.
import { readFileSync } from 'node:fs';
import {
	actionNodes,
	triggerNodes,
	type Target,
	type Targets,
} from '../../tools/builtInNodes/counterparts';
import { eventsOf, operationsOf, parametersOf } from '../../tools/builtInNodes/form';
import { builtInNodesPage, withBuiltInNodes } from '../../tools/builtInNodes/tables';
import { inRoot } from '../../tools/system/paths';
import { nodes } from './kit/pack';

const descriptionOf = (name: string) =>
	nodes.find(({ description }) => description.name === name)!.description;

const nameOf = (target: Target): string | undefined =>
	typeof target === 'string' ? target : target.to;

const unknownTargets = (targets: Targets, known: ReadonlyMap<string, unknown>): string[] =>
	Object.values(targets)
		.map(nameOf)
		.filter((name): name is string => name !== undefined && !known.has(name));

test.each(Object.entries(actionNodes))(
	'%s: the operations and parameters of the counterpart exist',
	(_name, { counterpart, operations, parameters }) => {
		const description = descriptionOf(counterpart);
		const known = operationsOf(description);
		const all = new Map([...known.keys()].flatMap((key) => [...parametersOf(description, key)]));
		expect([
			...unknownTargets(parameters, all),
			...Object.entries(operations).flatMap(([operation, { to, parameters: own = {} }]) =>
				known.has(to)
					? unknownTargets(own, parametersOf(description, to)).map(
							(name) => `${operation}: ${name}`,
						)
					: [`${operation}: ${to}`],
			),
		]).toEqual([]);
	},
);

test.each(Object.entries(triggerNodes))(
	'%s: the parameters and events of the counterpart exist',
	(_name, { counterpart, events, parameters }) => {
		const description = descriptionOf(counterpart);
		const offered = eventsOf(description, ['events']);
		const used = Object.values(events).flatMap((target) => ('note' in target ? [] : target));
		expect(unknownTargets(parameters, parametersOf(description))).toEqual([]);
		expect(used.filter((event) => !offered.includes(event))).toEqual([]);
	},
);

test(`${builtInNodesPage} has up-to-date tables`, () => {
	const text = readFileSync(inRoot(builtInNodesPage), 'utf8');
	// If this fails, run: npm run docs
	expect(text).toBe(
		withBuiltInNodes(
			text,
			nodes.map(({ description }) => description),
		),
	);
});
