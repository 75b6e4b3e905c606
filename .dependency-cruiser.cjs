// Imports point down only, types included. `npm test` runs these rules.
// Order, from the top: test, tools, credentials, node files, services, google, and the layers of the
// engine.

/** Layers of the engine, from the lowest to the highest. A layer may import from those before it. */
const layers = [
	'util',
	'describe',
	'read',
	'plan',
	'errors',
	'limits',
	'http',
	'credentials',
	'(run|form)',
	'triggers',
];
const engine = (layer) => `^nodes/engine/${layer}/`;

const upward = layers.slice(0, -1).map((layer, index) => ({
	name: `engine-${layer.replace(/\W+/g, '-')}-imports-down`,
	comment: `engine/${layer} may only import from itself and the layers below it`,
	severity: 'error',
	from: { path: engine(layer) },
	to: { path: engine(`(${layers.slice(index + 1).join('|')})`) },
}));

module.exports = {
	forbidden: [
		{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
		...upward,
		...[
			['form', 'run'],
			['run', 'form'],
		].map(([from, to]) => ({
			name: 'run-and-form-are-independent',
			severity: 'error',
			from: { path: engine(from) },
			to: { path: engine(to) },
		})),
		{
			name: 'services-import-the-public-engine',
			comment:
				'Services import from engine/describe, from engine/index.ts and, in their credentials, from engine/credentials',
			severity: 'error',
			from: { path: '^(nodes/(?!engine/)|credentials/)' },
			to: {
				path: '^nodes/engine/',
				pathNot: '^nodes/engine/((describe|credentials)/)?index\\.ts$',
			},
		},
		{
			name: 'credentials-do-not-load-the-engine',
			comment: 'n8n loads all credentials when it starts',
			severity: 'error',
			from: { path: '^(nodes/[^/]+/credentials|nodes/google/.*|credentials/.*)\\.ts$' },
			to: { path: '^nodes/engine/index\\.ts$' },
		},
		{
			name: 'engine-does-not-import-its-public-entry',
			severity: 'error',
			from: { path: '^nodes/engine/' },
			to: { path: '^nodes/engine/index\\.ts$' },
		},
		{
			name: 'engine-knows-no-service',
			severity: 'error',
			from: { path: '^nodes/engine/' },
			to: { path: '^(nodes/(?!engine/)|credentials/|tools/|test/)' },
		},
		{
			name: 'services-are-independent',
			comment: 'Several services may share nodes/google, which imports no service',
			severity: 'error',
			from: { path: '^nodes/(?!engine/)([^/]+)/' },
			to: {
				path: '^(nodes/(?!(engine|google)/)|credentials/|tools/|test/)',
				pathNot: '^nodes/$1/',
			},
		},
		{
			name: 'nothing-imports-a-node-file',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { path: '\\.node\\.ts$' },
		},
		{
			name: 'credentials-import-descriptions-only',
			severity: 'error',
			from: { path: '^credentials/' },
			to: { path: '^(tools|test|credentials)/' },
		},
		{
			name: 'tools-import-no-tests',
			comment: 'The local services are part of `npm start`',
			severity: 'error',
			from: { path: '^tools/(?!openApi/test/)' },
			to: { path: '^test/(?!services/|bench/)' },
		},
		{
			name: 'local-services-share-no-code-with-nodes',
			comment: 'A local service that shares code with a node cannot find its mistakes',
			severity: 'error',
			from: { path: '^test/services/' },
			to: { path: '^(nodes|credentials)/' },
		},
		{ name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		// The imports of templates resolve only in what is generated from them.
		exclude: {
			path: '(^|/)(node_modules|dist|build)/|^tools/(openApi|packages)/template/',
		},
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'test/tsconfig.json' },
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'require', 'node', 'default'],
			extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
		},
	},
};
