/** deploy/ holds what the tests of queue mode run: held against the installed n8n, and against those tests' own shape. */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { forProcessors } from '../../../tools/queue/reverseProxy';
import { ensureHost, HOST_VERSION, type Host } from '../../../tools/n8n/install';
import { packFolder } from '../../../tools/pack/pack';
import { inRoot, packageName } from '../../../tools/system/paths';
import { queueEnvironment } from '../../../tools/queue/queueMode';
import { serversEnvironment } from '../../../tools/queue/servers';

interface Service {
	image: string;
	command?: string | string[];
	build?: { args: Record<string, string> };
	environment?: Record<string, string>;
	deploy?: { replicas: number };
	depends_on?: Record<string, unknown>;
	volumes?: string[];
}
interface Compose {
	services: Record<string, Service>;
}

const file = (name: string): string => readFileSync(inRoot('deploy', name), 'utf8');
/** Settings whose values differ from place to place. */
const isOfThePlace = /_(HOST|PORT|URL|KEY|PASSWORD)$/;

let host: Host;
let compose: Compose;
/** The processes of n8n, by the command that they run. */
let n8n: Array<[string, Service]>;
beforeAll(async () => {
	host = await ensureHost();
	// n8n brings a reader of YAML with it.
	const { parse } = createRequire(host.bin)('yaml') as {
		parse(text: string, options: object): Compose;
	};
	compose = parse(file('compose.yaml'), { merge: true });
	n8n = Object.entries(compose.services).filter(
		([, { image }]) => image === compose.services.main!.image,
	);
}, 600_000);

/** Every name in quotes in the code of n8n that reads its settings. */
function known(): ReadonlySet<string> {
	const modules = join(host.folder, 'node_modules');
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

test('n8n knows every setting that its processes are given', () => {
	const names = known();
	expect(names.size).toBeGreaterThan(300);
	const given = new Set(n8n.flatMap(([, { environment = {} }]) => Object.keys(environment)));
	expect([...given].filter((name) => !names.has(name))).toEqual([]);
});

test('its processes share what the tests give theirs', () => {
	const ours = { ...queueEnvironment('http://127.0.0.1'), ...serversEnvironment(1, 2) };
	for (const [, { environment = {} }] of n8n) {
		for (const [name, value] of Object.entries(ours))
			expect([name, environment[name]]).toEqual([
				name,
				isOfThePlace.test(name) ? expect.stringMatching(/./) : value,
			]);
	}
});

test('one main process, and the processors and workers of the tests, each with the pack of this version', () => {
	expect(
		Object.fromEntries(
			n8n.map(([name, { command, deploy }]) => [name, [command, deploy?.replicas ?? 1]]),
		),
	).toEqual({
		main: ['start', 1],
		webhook: ['webhook', 2],
		worker: ['worker --concurrency=10', 3],
	});
	for (const [, { image, build }] of n8n)
		expect([image, build?.args.N8N_VERSION]).toEqual([`n8n-tenfold:${HOST_VERSION}`, HOST_VERSION]);
	const dockerfile = file('Dockerfile');
	expect(dockerfile).toContain(`N8N_VERSION=${HOST_VERSION}`);
	expect(dockerfile).toContain(packFolder('/home/node', packageName));
	// What is mounted there would hide the pack.
	for (const [, { volumes = [] }] of n8n)
		expect(volumes.filter((volume) => volume.includes('/home/node'))).toEqual([]);
});

test('the reverse proxy sends to the processors what the tests send them', () => {
	const [, paths = ''] = /@processors path (.+)/.exec(file('Caddyfile')) ?? [];
	expect(paths.split(' ').map((path) => path.replace('*', ''))).toEqual(forProcessors);
	for (const [, upstream] of file('Caddyfile').matchAll(
		/(?:dynamic a|reverse_proxy) (\w+)[ :]5678/g,
	))
		expect(Object.keys(compose.services)).toContain(upstream);
});

test('what a person has to fill in stands in the example, and nothing else does', () => {
	const example = [...file('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)]
		.map(([, name]) => name!)
		.sort();
	expect(example).toEqual(
		[
			...new Set([...file('compose.yaml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name!)),
		].sort(),
	);
});

test('every image is pinned, and whoever is waited for exists', () => {
	for (const { image, depends_on: waits = {} } of Object.values(compose.services)) {
		expect(image).toMatch(/:\d+\.\d+(\.\d+)?$/);
		expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(waits)));
	}
});
