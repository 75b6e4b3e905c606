import { actionNodes, triggerNodes } from '../../../../tools/builtInNodes/counterparts';
import { convertBuiltInNode, shownParameters } from '../../../../tools/convert/builtInNode';
import { builtInForm, type BuiltInParameter } from '../../../../tools/convert/forms';
import { testCases } from './cases';

const converted = (type: string, parameters: object = {}, more: object = {}) =>
	convertBuiltInNode({
		name: 'Node',
		type: `n8n-nodes-base.${type}`,
		typeVersion: 1.1,
		parameters: parameters as Record<string, unknown>,
		...more,
	})!;

testCases('nodes.yaml', ({ type = '', version = 1.1, given, more }) =>
	converted(type, given, { typeVersion: version, ...more }),
);

test.each(['create', 'get', 'getAll', 'update'])(
	"later nodes read the due date as a time, as in n8n's node: %s",
	(operation) => {
		const { due } = converted('googleTasks', { operation }).output as Record<string, string>;
		const read = (item: object): unknown =>
			new Function('item', `return ${due!.replaceAll('{item}', 'item')}`)(item);
		expect(read({ due: '2026-12-05' })).toBe('2026-12-05T00:00:00.000Z');
		expect(read({})).toBeUndefined();
	},
);

describe('nothing is dropped silently', () => {
	/** Values that differ from every default, in the form that n8n stores them. */
	const sample = ({ name: parameter, default: preset, entries }: BuiltInParameter): unknown => {
		if (parameter === 'options' && entries?.includes('limitWaitTime'))
			return { limitWaitTime: { values: { resumeAmount: 77, resumeUnit: 'minutes' } } };
		if (['labels', 'assignees'].includes(parameter)) return [{ [entries![0]!]: 'marker' }];
		if (entries) return Object.fromEntries(entries.map((entry) => [entry, sampleEntry(entry)]));
		if (parameter === 'keys') return ['marker'];
		if (parameter === 'inputs') return '{"a":"marker"}';
		if (typeof preset === 'boolean') return !preset;
		return typeof preset === 'number' ? 77 : 'marker';
	};
	const sampleEntry = (entry: string): unknown => {
		if (entry === 'author' || entry === 'committer') return { name: 'marker', email: 'marker' };
		if (entry === 'branch') return { branch: 'marker' };
		if (entry === 'labels') return [{ label: 'marker' }];
		if (entry === 'assignees') return [{ assignee: 'marker' }];
		return 'marker';
	};
	const own = ['resource', 'operation', 'authentication'];

	const actions = Object.entries(actionNodes).flatMap(([type, { operations }]) =>
		Object.keys(operations).map((key) => [type, key] as const),
	);

	test.each(actions)(
		'%s %s: every parameter is mapped, or the report says why not',
		(type, key) => {
			const form = builtInForm(type);
			const [resource, operation] = key.split(':');
			for (const version of form.versions) {
				const base = converted(type, { resource, operation }, { typeVersion: version });
				const shown = shownParameters(form, version, { resource, operation });
				for (const parameter of form.parameters) {
					if (!(parameter.name in shown) || own.includes(parameter.name)) continue;
					const all = sample(parameter) as Record<string, unknown>;
					const values =
						parameter.entries && !Array.isArray(all)
							? Object.keys(all).map((entry) => ({ [entry]: all[entry] }))
							: [all];
					for (const value of values) {
						const given = { resource, operation, [parameter.name]: value };
						const result = converted(type, given, { typeVersion: version });
						const isSeen =
							JSON.stringify(result.node) !== JSON.stringify(base.node) ||
							result.remarks.length > base.remarks.length;
						expect([parameter.name, value, isSeen]).toEqual([parameter.name, value, true]);
					}
				}
			}
		},
	);

	test.each(Object.keys(triggerNodes))('%s', (type) => {
		const form = builtInForm(type);
		const base = JSON.stringify(converted(type));
		const unseen = form.parameters.filter(
			(parameter) =>
				parameter.name !== 'authentication' &&
				JSON.stringify(
					converted(type, {
						[parameter.name]:
							parameter.name === 'object'
								? 'activity'
								: parameter.name === 'event'
									? 'create'
									: parameter.name === 'events'
										? ['push']
										: sample(parameter),
					}),
				) === base,
		);
		expect(unseen.map((parameter) => parameter.name)).toEqual([]);
	});
});
