import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRoot } from '../../../tools/system/paths';

const allowed = {
	'nodes/engine/describe/service.ts': 'export interface Service { name: string }',
	'nodes/engine/describe/index.ts': "export * from './service';",
	'nodes/engine/http/send.ts': "export type { Service } from '../describe';",
	'nodes/engine/index.ts': "export type { Service } from './http/send';",
	'nodes/google/credentials.ts': "export type { Service } from '../engine/describe';",
	'nodes/Weather/service.ts': "export type { Service } from '../engine';",
	'nodes/Weather/credentials.ts': "export type { Service } from '../google/credentials';",
	'nodes/Weather/Weather.node.ts': "export type { Service } from './service';",
	'credentials/WeatherApi.credentials.ts':
		"export type { Service } from '../nodes/Weather/service';",
	'tools/docs.ts': "export type { Service } from '../nodes/Weather/service';",
	'test/services/weather.ts': 'export const port = 0;',
	'test/unit/weather.test.ts':
		"import '../../nodes/Weather/service';\nimport '../services/weather';",
};

/** For each rule: a file that breaks the rule, the path that it imports, and its text. */
const forbidden: Array<[rule: string, from: string, to: string, text: string]> = [
	[
		'engine-describe-imports-down',
		'nodes/engine/describe/upward.ts',
		'nodes/engine/http/send.ts',
		"export type { Service } from '../http/send';",
	],
	[
		'services-import-the-public-engine',
		'nodes/Weather/rates.ts',
		'nodes/engine/http/send.ts',
		"import '../engine/http/send';",
	],
	[
		'credentials-do-not-load-the-engine',
		'nodes/Tides/credentials.ts',
		'nodes/engine/index.ts',
		"import '../engine';",
	],
	[
		'engine-does-not-import-its-public-entry',
		'nodes/engine/run/entry.ts',
		'nodes/engine/index.ts',
		"import '../index';",
	],
	[
		'engine-knows-no-service',
		'nodes/engine/triggers/weather.ts',
		'nodes/Weather/service.ts',
		"import '../../Weather/service';",
	],
	[
		'run-and-form-are-independent',
		'nodes/engine/form/limit.ts',
		'nodes/engine/run/output.ts',
		"import '../run/output';",
	],
	[
		'run-and-form-are-independent',
		'nodes/engine/run/lookups.ts',
		'nodes/engine/form/lookups.ts',
		"import '../form/lookups';",
	],
	[
		'services-are-independent',
		'nodes/Tides/service.ts',
		'nodes/Weather/service.ts',
		"import '../Weather/service';",
	],
	[
		'services-are-independent',
		'nodes/google/tides.ts',
		'nodes/Weather/service.ts',
		"import '../Weather/service';",
	],
	[
		'engine-knows-no-service',
		'nodes/engine/run/google.ts',
		'nodes/google/credentials.ts',
		"import '../../google/credentials';",
	],
	[
		'credentials-do-not-load-the-engine',
		'nodes/google/errors.ts',
		'nodes/engine/index.ts',
		"import '../engine';",
	],
	[
		'nothing-imports-a-node-file',
		'nodes/Weather/label.ts',
		'nodes/Weather/Weather.node.ts',
		"import './Weather.node';",
	],
	[
		'credentials-import-descriptions-only',
		'credentials/TidesApi.credentials.ts',
		'credentials/WeatherApi.credentials.ts',
		"import './WeatherApi.credentials';",
	],
	[
		'tools-import-no-tests',
		'tools/report.ts',
		'test/unit/weather.test.ts',
		"import '../test/unit/weather.test';",
	],
	[
		'local-services-share-no-code-with-nodes',
		'test/services/tides.ts',
		'nodes/Weather/service.ts',
		"import '../../nodes/Weather/service';",
	],
	['no-unresolvable', 'tools/typo.ts', './missing', "import './missing';"],
	['no-cycles', 'nodes/Weather/a.ts', 'nodes/Weather/b.ts', "import './b';"],
];

const alsoNeeded = {
	'nodes/Weather/b.ts': "import './a';",
	'nodes/engine/run/output.ts': 'export const rows = 0;',
	'nodes/engine/form/lookups.ts': 'export const rows = 0;',
	'test/tsconfig.json': '{ "include": [".."] }',
};

let violations: string[];

beforeAll(() => {
	const folder = mkdtempSync(join(tmpdir(), 'tenfold-layers-'));
	try {
		for (const [path, text] of [
			...Object.entries({ ...allowed, ...alsoNeeded }),
			...forbidden.map(([, from, , text]) => [from, text] as const),
		]) {
			mkdirSync(dirname(join(folder, path)), { recursive: true });
			writeFileSync(join(folder, path), text);
		}
		violations = violationsIn(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

/** The broken rules, as `rule: from -> to`. */
function violationsIn(folder: string): string[] {
	const { stdout, stderr } = spawnSync(
		process.execPath,
		[
			inRoot('node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
			'--config',
			inRoot('.dependency-cruiser.cjs'),
			'--output-type',
			'json',
			'nodes',
			'credentials',
			'tools',
			'test',
		],
		{ cwd: folder, encoding: 'utf8' },
	);
	if (stdout === '') throw new Error(stderr);
	const { summary } = JSON.parse(stdout) as {
		summary: { violations: Array<{ rule: { name: string }; from: string; to: string }> };
	};
	return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}

test.each(forbidden)('%s: reports %s -> %s', (rule, from, to) =>
	expect(violations).toContain(`${rule}: ${from} -> ${to}`),
);

test('reports only the forbidden imports', () => expect(violations).toHaveLength(forbidden.length));
