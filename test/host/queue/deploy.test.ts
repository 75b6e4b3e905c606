// Compares deploy/ with the installed n8n and with the queue mode that the tests run.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ensureN8n, N8N_VERSION, type InstalledN8n } from '../../../tools/n8n/install';
import { packFolder } from '../../../tools/pack/pack';
import { inRoot, packageName } from '../../../tools/system/paths';
import { queueModeEnvironment } from '../../../tools/queue/queueMode';
import { queueServersEnvironment } from '../../../tools/queue/servers';

interface Service {
	image: string;
	command?: string | string[];
	build?: { args: Record<string, string> };
	environment?: Record<string, string>;
	deploy?: { replicas: number };
	depends_on?: Record<string, unknown>;
	volumes?: string[];
	healthcheck?: { start_period?: string };
	networks?: string[];
}
interface Compose {
	services: Record<string, Service>;
}

const file = (name: string): string => readFileSync(inRoot('deploy', name), 'utf8');
/** The configuration of the reverse proxy of the tests. */
const haproxy = readFileSync(inRoot('tools', 'queue', 'haproxy.cfg'), 'utf8');
/** Settings that differ between installations. */
const installationSpecific = /_(HOST|PORT|URL|KEY|PASSWORD)$/;

let installed: InstalledN8n;
let compose: Compose;
/** Services that run n8n, by name. */
let n8n: Array<[string, Service]>;
beforeAll(async () => {
	installed = await ensureN8n();
	// `yaml` is a dependency of n8n, so it is loaded from the n8n installation.
	const { parse } = createRequire(installed.bin)('yaml') as {
		parse(text: string, options: object): Compose;
	};
	compose = parse(file('compose.yaml'), { merge: true });
	n8n = Object.entries(compose.services).filter(
		([, { image }]) => image === compose.services.main!.image,
	);
});

/** Names of all environment variables that n8n's code reads. */
function knownVariables(): ReadonlySet<string> {
	const modules = join(installed.folder, 'node_modules');
	const folders = [
		join(modules, '@n8n', 'config', 'dist'),
		join(modules, 'n8n', 'dist'),
		join(modules, 'n8n-core', 'dist', 'binary-data'),
	];
	const sources = folders.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.js'))
			.map((name) => join(folder, name)),
	);
	return new Set(
		sources.flatMap((source) =>
			[
				...readFileSync(source, 'utf8').matchAll(
					/Env\)\('([A-Z0-9_]+)'|process\.env\.([A-Z0-9_]+)/g,
				),
			].map(([, decorated, read]) => decorated ?? read!),
		),
	);
}

test('n8n supports every environment variable that compose.yaml sets', () => {
	const names = knownVariables();
	expect(names.size).toBeGreaterThan(300);
	const used = new Set(n8n.flatMap(([, { environment = {} }]) => Object.keys(environment)));
	expect([...used].filter((name) => !names.has(name))).toEqual([]);
});

test('every n8n service sets the environment variables that the tests use in queue mode', () => {
	const expected = {
		...queueModeEnvironment('http://127.0.0.1'),
		...queueServersEnvironment(1, 2),
	};
	for (const [, { environment = {} }] of n8n) {
		for (const [name, value] of Object.entries(expected))
			expect([name, environment[name]]).toEqual([
				name,
				installationSpecific.test(name) ? expect.stringMatching(/./) : value,
			]);
	}
});

test('compose.yaml runs one main process, two webhook processors and three workers with the tested version of n8n', () => {
	expect(
		Object.fromEntries(
			n8n.map(([name, { command, deploy }]) => [name, [command, deploy?.replicas ?? 1]]),
		),
	).toEqual({
		main: ['start', 1],
		webhook: ['webhook', 2],
		'worker-1': ['worker --concurrency=10', 1],
		'worker-2': ['worker --concurrency=10', 1],
		'worker-3': ['worker --concurrency=10', 1],
	});
	for (const [, { image, build }] of n8n)
		expect([image, build?.args.N8N_VERSION]).toEqual([`n8n-tenfold:${N8N_VERSION}`, N8N_VERSION]);
	const dockerfile = file('Dockerfile');
	expect(dockerfile).toContain(`N8N_VERSION=${N8N_VERSION}`);
	expect(dockerfile).toContain(packFolder('/home/node', packageName));
	// A volume mounted over /home/node would hide the pack.
	for (const [, { volumes = [] }] of n8n)
		expect(volumes.filter((volume) => volume.includes('/home/node'))).toEqual([]);
});

test('each worker has its own task runners, which reach nothing else', () => {
	const { services } = compose;
	const workers = Object.keys(services).filter((name) => name.startsWith('worker-'));
	for (const name of workers) {
		const { image, environment, networks } = services[name.replace('worker', 'runners')]!;
		expect([image, networks]).toEqual([`n8nio/runners:${N8N_VERSION}`, ['runners']]);
		expect(environment).toEqual({
			N8N_RUNNERS_AUTH_TOKEN: services[name]!.environment!.N8N_RUNNERS_AUTH_TOKEN!.replace(
				/:.*/,
				'}',
			),
			N8N_RUNNERS_TASK_BROKER_URI: `http://${name}:5679`,
			N8N_RUNNERS_TASK_TIMEOUT: services[name]!.environment!.N8N_RUNNERS_TASK_TIMEOUT,
			GENERIC_TIMEZONE: services[name]!.environment!.GENERIC_TIMEZONE,
		});
	}
	const inRunners = Object.entries(services).filter(([, { networks = [] }]) =>
		networks.includes('runners'),
	);
	expect(inRunners.map(([name]) => name.replace(/-\d$/, ''))).toEqual([
		...workers.map(() => 'worker'),
		...workers.map(() => 'runners'),
	]);
});

test('n8n supports the version of PostgreSQL without a warning', () => {
	const { getPostgresVersionWarning } = createRequire(installed.bin)(
		join(
			dirname(require.resolve('@n8n/db', { paths: [installed.bin] })),
			'connection',
			'postgres-version-policy.js',
		),
	) as { getPostgresVersionWarning(version: string): string | null };
	expect(getPostgresVersionWarning('15.12')).toContain('not supported');
	const [, version = ''] = /^postgres:(.+)$/.exec(compose.services.postgres!.image) ?? [];
	expect(version).not.toBe('');
	expect(getPostgresVersionWarning(version)).toBeNull();
});

test('a health check does not fail while n8n migrates an empty database', () => {
	for (const [, { healthcheck }] of n8n) expect(healthcheck?.start_period).toBe('15m');
});

test('the Caddyfile sends the same paths to the webhook processors as the reverse proxy of the tests', () => {
	const [, paths = ''] = /@processors path (.+)/.exec(file('Caddyfile')) ?? [];
	expect(haproxy).toContain(`path_beg ${paths.replaceAll('*', '')} }`);
	for (const [, upstream] of file('Caddyfile').matchAll(
		/(?:dynamic a|reverse_proxy) (\w+)[ :]5678/g,
	))
		expect(Object.keys(compose.services)).toContain(upstream);
});

test('the Caddyfile and the reverse proxy of the tests recognize the response of a starting n8n', () => {
	const server = readFileSync(
		join(dirname(installed.bin), '..', 'dist', 'abstract-server.js'),
		'utf8',
	);
	const [, text = ''] = /res\.send\('(n8n is starting up[^']*)'\)/.exec(server) ?? [];
	// As Express derives it, see the npm package etag.
	const hash = createHash('sha1').update(text).digest('base64').slice(0, 27);
	const etag = `W/"${text.length.toString(16)}-${hash}"`;
	expect(file('Caddyfile')).toContain(`header Etag \`${etag}\``);
	expect(haproxy).toContain(`res.hdr(etag) ${etag.replaceAll('"', '\\"')} }`);
});

test('.env.example lists exactly the variables that compose.yaml uses', () => {
	const example = [...file('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)]
		.map(([, name]) => name!)
		.sort();
	expect(example).toEqual(
		[
			...new Set([...file('compose.yaml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name!)),
		].sort(),
	);
});

test('every image has a pinned version, and every depends_on entry names a service', () => {
	for (const { image, depends_on: dependencies = {} } of Object.values(compose.services)) {
		expect(image).toMatch(/:\d+\.\d+(\.\d+)?$/);
		expect(Object.keys(compose.services)).toEqual(
			expect.arrayContaining(Object.keys(dependencies)),
		);
	}
});
