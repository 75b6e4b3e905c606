// The packages with a single service, installed beside the pack: n8n's names of nodes and
// credential types are global, and workflows are moved from one to the other.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredCredential, StoredWorkflow } from '../../../tools/n8n/restTypes';
import { readManifest } from '../../../tools/pack/builtPack';
import { convertWorkflow } from '../../../tools/packages/convert';
import { createPackage, packageFolder } from '../../../tools/packages/createPackage';
import { singlePackages, type SinglePackage } from '../../../tools/packages/table';
import { runExample } from '../../../tools/sandbox/runExample';
import { seedN8n, startServices, type SeededN8n } from '../../../tools/sandbox/sandbox';
import { packageName } from '../../../tools/system/paths';
import { nodes } from '../../contract/kit/pack';
import type { RunningServices } from '../../services/list';
import type { MigrationService } from '../../services/migrationAssessment/service';
import { connectCases } from '../editor/connectCases';
import { ensureOpenssl, opensslMissing } from '../kit/certificate';
import { startNpmRegistry, type NpmRegistry } from '../kit/npmRegistry';
import { startTestN8n, type TestN8n } from '../kit/testN8n';

/** An example of each service. */
const examples: Readonly<Record<string, string>> = {
	documentSearch: 'search-questions-to-cited-text.json',
	financeData: 'finance-payment-to-invoice.json',
	instanceCloud: 'cloud-create-wait-logs.json',
	migrationAssessment: 'migration-export-assets.json',
	searchAdsConversions: 'search-ads-returns.json',
};
const nextVersion = '0.2.0';
const updated = singlePackages[0]!;

interface InstalledPackage {
	readonly packageName: string;
	readonly installedVersion: string;
}

// Each test continues where the previous one ended.
let running: RunningServices;
let registry: NpmRegistry;
let n8n: TestN8n;
let pack: SeededN8n;
let next: string;

beforeAll(async () => {
	if (!ensureOpenssl()) throw new Error(opensslMissing);
	running = await startServices(false);
	const migration = running.services.migrationAssessment as MigrationService;
	migration.settings.signedOrigin = 'https://storage.googleapis.com';
	registry = await startNpmRegistry({
		...Object.fromEntries(
			singlePackages.map((one) => [providerOf(one).api, localOf(one).baseUrl!]),
		),
		[migration.settings.signedOrigin]: migration.storage.origin,
	});
	n8n = await startTestN8n(registry.env);
	for (const one of singlePackages) await registry.publish(await createPackage(one));
	next = mkdtempSync(join(tmpdir(), 'tenfold-next-'));
	cpSync(packageFolder(updated), next, { recursive: true });
	const manifest = { ...readManifest(next), version: nextVersion };
	writeFileSync(join(next, 'package.json'), JSON.stringify(manifest));
	pack = await seedN8n(n8n.process.url, running.services);
});
afterAll(async () => {
	await n8n?.close();
	await registry?.close();
	await running?.close();
	if (next) rmSync(next, { recursive: true });
});

const providerOf = ({ from }: SinglePackage) =>
	Object.values(connectCases[from.pascal]!.providers)[0]!;
const localOf = ({ from }: SinglePackage) => running.services[from.camel]!.credential.data;

const exampleOf = ({ from }: SinglePackage) =>
	pack.examples.find(({ file }) => file === examples[from.camel])!;

/** The credential of the example, of the type of the package and with the same name. */
async function createCredential(one: SinglePackage): Promise<StoredCredential> {
	const [used] = exampleOf(one).workflow.nodes.flatMap(({ credentials = {} }) =>
		Object.entries(credentials),
	);
	const [type, { name }] = used!;
	// The package knows the address of the provider. Metro has a default.
	const data = Object.entries(localOf(one)).filter(
		([field]) => !['provider', 'baseUrl', 'metro'].includes(field),
	);
	return await n8n.rest.createCredential({
		name,
		type: type.replace(one.from.camel, one.to.camel),
		data: Object.fromEntries(data),
	});
}

/** Converts the example and imports it as a new workflow, as the editor does. */
async function importConverted(one: SinglePackage): Promise<StoredWorkflow> {
	const { name, nodes, connections } = await n8n.rest.workflow(exampleOf(one).workflow.id);
	return await n8n.rest.createWorkflow(convertWorkflow({ name, nodes, connections }));
}

const messageOf = async (workflow: StoredWorkflow): Promise<string> =>
	(await runExample({ file: '', workflow }, pack)).message;

/** Names of all node types of the pack, including the tools. */
const allNodes = nodes
	.flatMap(({ description: { name }, isTrigger }) => [name, ...(isTrigger ? [] : [`${name}Tool`])])
	.map((name) => `${packageName}.${name}`)
	.sort();

/** Names of the pack's node types that n8n offers. */
const offeredNodes = async (): Promise<string[]> =>
	(await n8n.rest.nodeTypes())
		.map(({ name }) => name)
		.filter((name) => name.startsWith(`${packageName}.`))
		.sort();

const nodesOfPackages = async (): Promise<string[]> =>
	(await n8n.rest.nodeTypes())
		.map(({ name }) => name)
		.filter((name) => singlePackages.some(({ npmName }) => name.startsWith(`${npmName}.`)));

const installed = async (): Promise<Record<string, string>> =>
	Object.fromEntries(
		(await n8n.rest.request<InstalledPackage[]>('GET', '/rest/community-packages')).map(
			({ packageName, installedVersion }) => [packageName, installedVersion],
		),
	);

const workflows: Record<string, StoredWorkflow> = {};

test('all packages are installed beside the pack', async () => {
	for (const { npmName } of singlePackages)
		await n8n.rest.request('POST', '/rest/community-packages', { name: npmName });
	const { version } = readManifest();
	expect(await installed()).toEqual(
		Object.fromEntries(singlePackages.map(({ npmName }) => [npmName, version])),
	);
	expect((await nodesOfPackages()).sort()).toEqual(
		singlePackages
			.flatMap(({ npmName, from, to }) =>
				allNodes
					.map((name) => name.split('.')[1]!)
					.filter((name) => name.startsWith(from.camel))
					.map((name) => `${npmName}.${name.replace(from.camel, to.camel)}`),
			)
			.sort(),
	);
	expect(await offeredNodes()).toEqual(allNodes);
});

test.each(singlePackages)(
	'a converted workflow finds its $to.label credential and runs',
	async (one) => {
		const credential = await createCredential(one);
		const workflow = await importConverted(one);
		const used = workflow.nodes
			.filter(({ type }) => type.startsWith(`${one.npmName}.`))
			.map(({ credentials }) => credentials?.[credential.type]?.id);
		expect(used.length).toBeGreaterThan(0);
		expect(new Set(used)).toEqual(new Set([credential.id]));
		expect(await messageOf(workflow)).toBe('ok');
		expect(registry.requested.some((url) => url.startsWith(providerOf(one).api))).toBe(true);
		expect(await messageOf(exampleOf(one).workflow)).toBe('ok');
		workflows[one.npmName] = workflow;
	},
);

test('after an update of one package, its workflow and those of another package and the pack run', async () => {
	await registry.publish(next);
	await n8n.rest.request('PATCH', '/rest/community-packages', { name: updated.npmName });
	expect(await installed()).toMatchObject({ [updated.npmName]: nextVersion });
	for (const { npmName } of [updated, singlePackages[1]!])
		expect(await messageOf(workflows[npmName]!)).toBe('ok');
	expect(await messageOf(exampleOf(updated).workflow)).toBe('ok');
});

test('the removal of all packages leaves the pack as it was', async () => {
	for (const { npmName } of singlePackages)
		await n8n.rest.request('DELETE', `/rest/community-packages?name=${npmName}`);
	expect(await nodesOfPackages()).toEqual([]);
	expect(await messageOf(workflows[updated.npmName]!)).toContain('Unrecognized node type');
	expect(await offeredNodes()).toEqual(allNodes);
	for (const one of singlePackages) expect(await messageOf(exampleOf(one).workflow)).toBe('ok');
});
